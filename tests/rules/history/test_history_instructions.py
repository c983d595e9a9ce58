"""Knowing the instructions of the request before (TC783)."""

from __future__ import annotations

import pytest

from toolwire.dialects import Answer, load_dialect
from toolwire.io.json_text import dump
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Request
from toolwire.rules import judge
from toolwire.rules.mutate.said_lines import INSTRUCTED_LINE
from toolwire.rules.views.line_of_nowhere import asking, has_word_of

HERE = "Lock: brass, key c4b8"
ASKING = asking(INSTRUCTED_LINE, HERE)
MESSAGE = "The answer knows the instructions of the request before, which had its own."


def found(text: str, **members: str) -> list[str]:
    """Return what is found of an answer."""
    dialect = load_dialect("openai-responses")
    body: JsonObject = {"model": "m", "input": ASKING, "previous_response_id": "resp_1", **members}
    request = Request("POST", "http://127.0.0.1/v1/responses", (), dump(body))
    response = dialect.respond(request, Answer(text=text))
    exchange = Exchange(request, response, Evidence(EvidenceLevel.DOCUMENTED, "test"))
    judged = judge(dialect.decode(exchange), "TC783")
    return [one.message for one in judged if one.rule == "TC783"]


@pytest.mark.parametrize("text", [f"{INSTRUCTED_LINE}\n{HERE}", "Gate: iron, hinge y5c2"])
def test_a_line_of_the_instructions_before_is_told(text: str) -> None:
    """With the line of the question or without."""
    assert found(text) == [MESSAGE]


@pytest.mark.parametrize("text", [HERE, "I know of no gate of iron, and of no hinge."])
def test_who_knows_nothing_is_not_told_of(text: str) -> None:
    """Nor who guesses at words."""
    assert not found(text)


def test_instructions_that_are_said_again_are_known() -> None:
    """They are the request's own then."""
    assert not found(INSTRUCTED_LINE, instructions=INSTRUCTED_LINE)
    assert found(INSTRUCTED_LINE, instructions="Be brief.") == [MESSAGE]


def test_only_a_word_that_nobody_says_by_chance_shows_a_line() -> None:
    """It has letters and digits."""
    assert has_word_of("it was hinge y5c2.", INSTRUCTED_LINE)
    assert not has_word_of("a gate of iron", INSTRUCTED_LINE)
