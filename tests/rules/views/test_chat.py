"""What two finish reasons, and two choices under one index, do to a stream: one rule tells of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Mode
from toolwire.model.reply import Reading
from toolwire.rules import judge
from toolwire.rules.mutate.edit import Frame, frames
from toolwire.rules.mutate.scenarios import clean
from toolwire.rules.views.chat import ends_twice, joined_choice

CHAT = load_dialect("openai-chat")


def _ending(scenario: str, *words: str) -> Reading:
    """Read a stream that ends in these words, one behind the other, beside its twin."""

    def change(stream: list[Frame]) -> None:
        held = [n for n, (_, p) in enumerate(stream) if object_of(p).get("choices")]
        last = object_of(stream.pop(held[-1])[1])
        choice = object_of(items_of(last["choices"])[0])
        for word in reversed(words):
            ended = {**choice, "finish_reason": word}
            stream.insert(held[-1], (None, {**last, "choices": [ended]}))

    whole, streamed = (clean(CHAT, scenario, mode) for mode in Mode)
    return replace(CHAT.decode(frames(change)(streamed)), twin=CHAT.decode(whole))


@pytest.mark.parametrize(
    ("scenario", "words"),
    [
        ("single_call", ("tool_calls", "stop")),
        ("single_call", ("stop", "tool_calls")),
        ("legacy_call", ("function_call", "stop")),
        ("plain_text", ("stop", "tool_calls")),
        ("plain_text", ("stop", "length")),
    ],
)
def test_two_reasons_are_one_cause(scenario: str, words: tuple[str, ...]) -> None:
    """Neither the calls nor the other mode is held against the last word."""
    reading = _ending(scenario, *words)
    assert ends_twice(reading)
    assert [one.rule for one in judge(reading)] == ["TC909"]


def test_one_reason_told_twice_is_a_reason() -> None:
    """It is held against the calls and the other mode as ever."""
    reading = _ending("single_call", "stop", "stop")
    assert not ends_twice(reading)
    assert {one.rule for one in judge(reading)} == {"TC401", "TC908", "TC909"}
    assert not ends_twice(_ending("single_call", "tool_calls"))


def _several(*choices: tuple[str | None, str, str | None], asked: int = 2) -> Reading:
    """Read a stream of chunks of one choice: who speaks, what is said and why it ends."""

    def change(stream: list[Frame]) -> list[Frame]:
        first = object_of(stream[0][1])
        told: list[Frame] = []
        for role, text, word in choices:
            delta: JsonObject = {"content": text} | ({"role": role} if role else {})
            choice: JsonObject = {"index": 0, "delta": delta, "finish_reason": word}
            told.append((None, {**first, "choices": [choice]}))
        return told + [frame for frame in stream if not object_of(frame[1]).get("choices")]

    exchange = clean(CHAT, "plain_text", Mode.STREAMING, lambda body: body.update(n=asked))
    return CHAT.decode(frames(change)(exchange))


_WHO, _END = ("assistant", "", None), (None, "", "stop")


@pytest.mark.parametrize(
    "told",
    [
        (_WHO, _WHO, (None, "Hello.", None), (None, "Hi.", None), _END, _END),
        (_WHO, (None, "Hello.", None), _END, _WHO, (None, "Hi.", None), _END),
    ],
)
def test_choices_of_one_index_are_one_cause(
    told: tuple[tuple[str | None, str, str | None], ...],
) -> None:
    """By turns or one behind the other: each says who speaks and ends."""
    assert [one.rule for one in judge(_several(*told))] == ["TC119"]


@pytest.mark.parametrize("scenario", ["single_call", "parallel_calls", "say_so"])
def test_calls_and_words_of_both_are_no_second_cause(scenario: str) -> None:
    """Nor is that the other mode, whose choices have one index as well, is read by its first."""

    def change(stream: list[Frame]) -> None:
        for _, payload in stream:
            for choice in items_of(object_of(payload).get("choices")):
                object_of(choice)["index"] = 0

    whole, streamed = (
        CHAT.decode(frames(change)(one) if mode is Mode.STREAMING else one)
        for mode in Mode
        for one in (clean(CHAT, scenario, mode, lambda body: body.update(n=2)),)
    )
    assert {one.rule for one in judge(replace(streamed, twin=whole))} == {"TC119"}


def test_one_choice_may_be_told_loosely() -> None:
    """A server that makes one, and says who speaks in each chunk or ends twice, has not joined two."""
    says = ("assistant", "Hello.", None)
    assert joined_choice(_several(_WHO, says, ("assistant", "", "stop"))) is None
    assert (
        joined_choice(_several(_WHO, (None, "Hello.", "stop"), ("assistant", "", "stop"))) is None
    )
    assert joined_choice(_several(_WHO, _WHO, says, _END, _END)) is None
    assert joined_choice(_several(_WHO, _WHO, _END, _END, asked=1)) is None
