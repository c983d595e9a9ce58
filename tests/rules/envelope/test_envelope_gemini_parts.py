"""Borders of the rules about parts of Gemini's answers: one thing each, and none beside a block."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Mode
from toolwire.rules import judge
from toolwire.rules.mutate import edit, request_edit
from toolwire.rules.mutate.scenarios import clean

GEMINI = load_dialect("gemini-generate")
CALL: JsonObject = {"functionCall": {"name": "get_weather", "args": {"location": "Paris"}}}
SIGNED: JsonObject = {"thoughtSignature": "c2lnbmF0dXJl"}
BLOCKED: JsonObject = {"promptFeedback": {"blockReason": "SAFETY"}}


def found(parts: list[Json], beside: JsonObject | None = None) -> list[str]:
    """Return which of the three rules an answer of these parts breaks."""
    dialect = load_dialect("gemini-generate")
    exchange = clean(dialect, "single_call", Mode.BLOCKING)
    candidate: JsonObject = {
        "content": {"role": "model", "parts": parts},
        "finishReason": "STOP",
        "index": 0,
    }
    body: JsonObject = {"candidates": [candidate] if parts else [], **(beside or {})}
    response = replace(exchange.response, body=dump(body))
    reading = dialect.decode(replace(exchange, response=response))
    return [one.rule for one in judge(reading) if one.rule in ("TC129", "TC131", "TC132")]


@pytest.mark.parametrize(
    ("parts", "rules"),
    [
        ([CALL], []),
        ([{**CALL, **SIGNED}], []),
        ([{"text": "Hm.", "thought": True, **SIGNED}, {"text": "Yes."}, CALL], []),
        ([{**CALL, "thought": False}], []),
        ([{"text": "", **SIGNED}], []),
        ([{"text": "", **SIGNED}, CALL], []),
        ([CALL, {"text": "Yes."}, {"thought": True, **SIGNED}], ["TC131"]),
        ([{"text": "Yes."}, {"thought": True, **SIGNED}], []),
        ([{"text": "Yes."}, SIGNED], ["TC129"]),
        ([{**CALL, **SIGNED}, SIGNED], ["TC129"]),
        ([CALL, SIGNED], ["TC131"]),
        ([CALL, {"text": ""}], []),
        ([{"text": ""}], []),
        ([{"text": ""}, CALL], ["TC129"]),
        ([{**CALL, "text": ""}], ["TC129"]),
        ([{**CALL, "thought": True}], ["TC129"]),
        ([{"executableCode": {"code": "1"}, "codeExecutionResult": {}}], ["TC129"]),
        ([{"functionResponse": {"name": "get_weather", "response": {}}}, CALL], ["TC129"]),
    ],
)
def test_a_part_is_one_thing(parts: list[Json], rules: list[str]) -> None:
    """A signature and the mark of a thought stand beside; a second thing does not, nor a result at all, and no signature is alone."""
    assert found(parts) == rules


@pytest.mark.parametrize(
    ("parts", "beside", "rules"),
    [
        ([], BLOCKED, []),
        ([CALL], BLOCKED, ["TC132"]),
        ([CALL], {"promptFeedback": {"safetyRatings": []}}, []),
        ([CALL], {"promptFeedback": {"blockReason": None}}, []),
    ],
)
def test_a_blocked_prompt_has_no_answer(
    parts: list[Json], beside: JsonObject, rules: list[str]
) -> None:
    """Feedback without a reason may stand beside an answer, and a reason without one."""
    assert found(parts, beside) == rules


EMPTY: JsonObject = {"text": ""}


@pytest.mark.parametrize(
    ("parts", "rules"),
    [
        ([CALL, CALL], []),
        ([{**CALL, **SIGNED}, CALL], []),
        ([CALL, {**CALL, **SIGNED}], []),
        ([{"text": "Hm.", "thought": True, **SIGNED}, CALL], []),
        ([{"text": "Yes.", **SIGNED}, CALL, EMPTY], []),
        ([{**CALL, **SIGNED}, {**EMPTY, **SIGNED}], []),
        ([{**EMPTY, **SIGNED}], []),
        ([CALL, {**EMPTY, **SIGNED}], ["TC131"]),
        ([{**CALL, "thoughtSignature": ""}], ["TC131"]),
        ([{"functionCall": {"name": "get_weather", "args": {}, **SIGNED}}], ["TC131"]),
    ],
)
def test_a_signature_stands_beside_a_call(parts: list[Json], rules: list[str]) -> None:
    """Calls may be without, and texts may have their own; behind or inside a call it is lost."""
    assert found(parts) == rules


def thinking(parts: list[JsonObject], *, asked: bool) -> set[str]:
    """Return what is said of an answer with these parts, whether thoughts were asked for or not."""
    staged = clean(GEMINI, "single_call", Mode.BLOCKING)

    def tell(body: JsonObject) -> None:
        body["candidates"] = [
            {"content": {"role": "model", "parts": [*parts]}, "finishReason": "STOP", "index": 0}
        ]

    def ask(request: JsonObject) -> None:
        if asked:
            request["generationConfig"] = {"thinkingConfig": {"includeThoughts": True}}

    exchange = request_edit.ask(ask)(edit.body(tell)(staged))
    return {one.rule for one in judge(GEMINI.decode(exchange))}


def test_thoughts_come_to_who_asks() -> None:
    """Older clients join the texts of all parts; a part that is empty, or no thought, shows nothing."""
    thought: JsonObject = {"text": "Look it up.", "thought": True}
    words: JsonObject = {"text": "It is sunny."}
    assert thinking([thought, words], asked=False) == {"TC155"}
    assert thinking([thought, words], asked=True) == set()
    assert thinking([{**thought, "text": ""}, words], asked=False) == set()
    assert thinking([{**thought, "thought": False}, words], asked=False) == set()


def test_a_thought_stands_before_what_it_led_to() -> None:
    """One between two texts led to the second; one that is all there is has no order."""
    thought: JsonObject = {"text": "Look it up.", "thought": True}
    words: JsonObject = {"text": "It is sunny."}
    assert thinking([words, thought], asked=True) == {"TC134"}
    assert thinking([words, thought, words], asked=True) == set()


def _called(**more: Json) -> JsonObject:
    call: JsonObject = {"name": "get_weather", "args": {"location": "Paris"}, **more}
    return {"functionCall": call}


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ([_called(), _called()], False),
        ([_called(id="a"), _called(id="b")], False),
        ([_called(id="a"), _called()], True),
        ([_called(), _called(id="b")], True),
        # A call in pieces says its id once.
        ([_called(id="a", willContinue=True), _called()], False),
    ],
)
def test_either_each_call_of_an_answer_has_an_id_or_none(parts: list[Json], *, told: bool) -> None:
    """Models of before 2026 give none; one that gives some gives all."""
    exchange = clean(GEMINI, "parallel_calls", Mode.BLOCKING)
    candidate: JsonObject = {"content": {"role": "model", "parts": parts}, "finishReason": "STOP"}
    response = replace(exchange.response, body=dump({"candidates": [candidate]}))
    found = judge(GEMINI.decode(replace(exchange, response=response)))
    assert ("TC211" in {one.rule for one in found}) is told
