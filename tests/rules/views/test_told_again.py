"""What a stream tells again is one rule's: no other takes what it adds up to for what the model said."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace

import pytest

from toolwire.dialects import load_dialect
from toolwire.dialects.body import json_of
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import EvidenceLevel, Exchange, Mode
from toolwire.model.reply import Reading, Usage
from toolwire.rules import RULES, judge
from toolwire.rules.mutate.edit import Frame, body, frames
from toolwire.rules.mutate.scenarios import clean
from toolwire.rules.rule import Mutation
from toolwire.rules.views.told_again import calls_again, tells_again

CUMULATIVE = [
    (rule, one) for rule in ("TC907", "TC929") for one in RULES[rule].mutations
    if one.fault in {"cumulative", "each piece twice"}
]  # fmt: skip


def live(exchange: Exchange) -> Exchange:
    """Return an exchange as a model that nobody knows would have it."""
    return replace(exchange, evidence=replace(exchange.evidence, level=EvidenceLevel.LIVE))


def read(mutation: Mutation, scenario: str) -> Reading:
    """Return a stream with a fault, beside its blocking twin."""
    dialect = load_dialect(mutation.dialect)
    whole, streamed = (clean(dialect, scenario, mode) for mode in Mode)
    twin = dialect.decode(live(whole))
    reading = dialect.decode(live(mutation.apply(streamed)))
    # One script gives both answers one id, which no server does.
    return replace(
        reading,
        reply=replace(reading.reply, id=None),
        twin=replace(twin, reply=replace(twin.reply, id=None)),
    )


@pytest.mark.parametrize(
    ("rule", "mutation"),
    CUMULATIVE,
    ids=[f"{rule}-{one.dialect}-{one.fault}" for rule, one in CUMULATIVE],
)
def test_who_sends_everything_again_is_told_of_once(rule: str, mutation: Mutation) -> None:
    """Beside the same answer in one piece, and though too few tokens are counted for what was said again."""
    scenario = "spelt_fully" if rule == "TC907" else "told_fully"
    reading = read(mutation, scenario)
    usage = reading.reply.usage
    few = None if usage is None else replace(usage, output=60, total=_sum(usage))
    reading = replace(reading, reply=replace(reading.reply, usage=few))
    found = {one.rule for one in judge(reading) if one.severity != "info"}
    # Other counts than in the other mode are another matter (TC147).
    assert found - {"TC147"} == {rule}


def _sum(usage: Usage) -> int | None:
    return None if usage.total is None or usage.input is None else usage.input + 60


def test_few_pieces_that_show_nothing_by_themselves_are_another_text() -> None:
    """No rule about one stream speaks of them, so that which has both modes does."""

    def said(*texts: str) -> list[str]:
        def change(stream: list[Frame]) -> None:
            pieces = [one for one in stream if _delta(one).get("content")]
            for piece, text in zip(pieces, (*texts, *[""] * len(pieces)), strict=False):
                _delta(piece)["content"] = text

        mutation = Mutation("openai-chat", Mode.STREAMING, "say_so", frames(change))
        return [one.rule for one in judge(read(mutation, "say_so"))]

    assert said("The tid", "The tide is low at noon.") == ["TC908"]
    assert said("The tid", "The tide is low", " at noon.") == ["TC908"]
    assert "TC929" not in said("The tide", "The tide", " is low.", " is low.")


def _delta(frame: Frame) -> JsonObject:
    choices = items_of(object_of(frame[1]).get("choices"))
    return object_of(object_of(choices[0]).get("delta")) if choices else {}


def test_an_answer_in_one_piece_tells_nothing_again() -> None:
    """A model may well say something twice."""
    dialect = load_dialect("openai-chat")
    reading = dialect.decode(clean(dialect, "plain_text", Mode.BLOCKING))
    assert not tells_again(reading, reading.reply.text)


@pytest.mark.parametrize("name", ["gemini-generate", "ollama-chat"])
@pytest.mark.parametrize("change", [lambda _: None, dict.popitem, dict.clear])
def test_a_call_in_parts_under_its_id_is_told_of_once(
    name: str, change: Callable[[JsonObject], object]
) -> None:
    """By the rule of ids in a whole answer, and by that of pieces in a stream."""
    dialect = load_dialect(name)
    for mode in Mode:
        clean_one = clean(dialect, "strict_call", mode)
        reading = dialect.decode(live(_doubled(clean_one, change)))
        found = {one.rule for one in judge(reading) if one.severity != "info"}
        whole = {"TC202", "TC211"} & {rule for rule in RULES if name in RULES[rule].severity}
        assert found == ({"TC929"} if mode is Mode.STREAMING else whole)
        assert len(calls_again(reading)) == len(reading.reply.tool_calls) == 1


def _doubled(exchange: Exchange, change: Callable[[JsonObject], object]) -> Exchange:
    """Put a part of the call before the call itself."""

    def parts(document: Json) -> None:
        message = object_of(object_of(document).get("message"))
        candidates = items_of(object_of(document).get("candidates"))
        content = object_of(object_of(next(iter(candidates), None)).get("content"))
        for calls in (items_of(message.get("tool_calls")), items_of(content.get("parts"))):
            if calls:
                part = copy.deepcopy(object_of(calls[0]))
                call = object_of(part.get("functionCall", part.get("function")))
                change(object_of(call.get("args", call.get("arguments"))))
                calls.insert(0, part)

    def each(stream: list[Frame]) -> None:
        for _, payload in stream:
            parts(payload)

    whole = isinstance(json_of(exchange.response.body), dict)
    return (body(parts) if whole else frames(each))(exchange)
