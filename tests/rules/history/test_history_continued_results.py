"""A result that goes back alone, by the id of the answer that made its call (TC784)."""

from __future__ import annotations

import pytest

from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Request
from toolwire.model.reply import Reading
from toolwire.rules import RULES, judge

GIVEN = "resp_1"
RESULT: Json = [
    {"type": "function_call_output", "call_id": "call_1", "output": "12 C and drizzle, buoy d6w9"}
]
USER: Json = {"role": "user", "content": "Go on."}
CALL: Json = {"type": "function_call", "call_id": "call_1", "name": "look", "arguments": "{}"}


def reading(answer: Answer, asked: Json = RESULT, named: str | None = GIVEN) -> Reading:
    """Return an answer as it is read."""
    dialect = load_dialect("openai-responses")
    body = dump({"model": "m", "input": asked, "previous_response_id": named, "store": True})
    request = Request("POST", "http://127.0.0.1/v1/responses", (), body)
    response = dialect.respond(request, answer)
    exchange = Exchange(request, response, Evidence(EvidenceLevel.DOCUMENTED, "test"))
    return dialect.decode(exchange)


def found(read: Reading) -> list[str]:
    """Return how grave what is found is."""
    return [str(one.severity) for one in judge(read, "TC784") if one.rule == "TC784"]


@pytest.mark.parametrize(
    "answer",
    [Answer(text="Done."), Answer(calls=(PlannedCall("look", {}),))],
    ids=["silent", "again"],
)
def test_a_reply_without_a_word_of_the_result_is_information(answer: Answer) -> None:
    """A model may say nothing of it, or call again."""
    assert found(reading(answer)) == ["info"]


@pytest.mark.parametrize("text", ["12 C and drizzle, buoy d6w9", "It drizzles: 12 C.", "d6w9"])
def test_a_word_of_it_is_enough(text: str) -> None:
    """Nobody needs to repeat the whole of it."""
    assert not found(reading(Answer(text=text)))


def test_nothing_is_asked_of_other_requests() -> None:
    """With words beside the result, with the history, or with a result that has no word to tell."""
    assert not found(reading(Answer(text="Done."), [*RESULT, USER]))
    assert not found(reading(Answer(text="Done."), [USER, CALL, *RESULT], None))
    assert not found(reading(Answer(text="Done."), [USER]))
    plain: Json = [{"type": "function_call_output", "call_id": "call_1", "output": "ok"}]
    assert not found(reading(Answer(text="Done."), plain))


def test_the_history_written_out_is_honoured_by_words_that_nobody_says_by_chance() -> None:
    """One that calls once more is not."""
    honoured = RULES["TC784"].honoured
    assert honoured is not None
    whole: Json = [USER, CALL, *RESULT]
    assert honoured(reading(Answer(text="It returned d6w9."), whole, None))
    assert not honoured(reading(Answer(text="It drizzles."), whole, None))
    again = Answer(calls=(PlannedCall("look", {"at": "d6w9"}),))
    assert not honoured(reading(again, whole, None))
