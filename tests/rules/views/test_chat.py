"""Two finish reasons of one choice: TC909 tells of them, and no rule takes the last for the answer's end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import items_of, object_of
from toolwire.model.exchange import Mode
from toolwire.model.reply import Reading
from toolwire.rules import judge
from toolwire.rules.mutate.edit import Frame, frames
from toolwire.rules.mutate.scenarios import clean
from toolwire.rules.views.chat import ends_twice

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
