"""Borders of the rule that holds the count of an answer against its words (TC165)."""

from __future__ import annotations

from base64 import standard_b64encode
from dataclasses import replace
from hashlib import sha256

import pytest

from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.model.exchange import Mode
from toolwire.model.reply import Usage
from toolwire.rules import RULES
from toolwire.rules.mutate.scenarios import clean
from toolwire.rules.views.probe_answer import answered

WORDS = "the rain falls on the hills and runs to the sea " * 20
DIALECTS = ("anthropic-messages", "gemini-generate", "openai-chat")


def found(name: str, answer: Answer, usage: Usage | None) -> int:
    """Return how often an answer is told of that counts so many tokens."""
    exchange = answered(answer)(name, Mode.BLOCKING)(
        clean(load_dialect(name), "single_call", Mode.BLOCKING)
    )
    reading = load_dialect(name).decode(exchange)
    read = replace(reading, reply=replace(reading.reply, usage=usage))
    return len([*RULES["TC165"].check(read)])


@pytest.mark.parametrize("name", DIALECTS)
@pytest.mark.parametrize(("output", "told"), [(1, 1), (109, 1), (111, 0), (400, 0), (0, 0)])
def test_half_the_words_are_the_least(name: str, output: int, told: int) -> None:
    """Of a text and of a call alike, whether its arguments came as text or as an object."""
    for answer in (
        Answer(text=WORDS),
        Answer(calls=(PlannedCall("get_weather", {"location": WORDS}),)),
    ):
        assert found(name, answer, Usage(10, output)) == told


def test_short_answers_and_those_that_count_nothing_say_nothing() -> None:
    """A tokenizer may make one token of some words."""
    assert not found("openai-chat", Answer(text="the rain falls on the hills"), Usage(10, 1))
    assert not found("openai-chat", Answer(text=WORDS), None)


def test_a_file_that_is_handed_out_has_no_words() -> None:
    """A server that paints puts its picture into the text, and counts what it painted otherwise."""
    data = standard_b64encode(b"".join(sha256(b"%d" % one).digest() for one in range(200))).decode()
    picture = f"![a cat](data:image/png;base64,{data})"
    assert not found("openai-chat", Answer(text=picture), Usage(10, 12))
    assert found("openai-chat", Answer(text=WORDS + picture), Usage(10, 12))


def test_what_is_counted_in_the_total_is_counted() -> None:
    """Gemini tells thoughts beside the answer, and the sum of all."""
    assert not found("gemini-generate", Answer(text=WORDS), Usage(10, 5, 310))
    assert found("gemini-generate", Answer(text=WORDS), Usage(10, 5, 15))


@pytest.mark.parametrize(
    ("usage", "told"),
    [
        (Usage(200, 212), 1),  # what the limit allows, and the prompt
        (Usage(200, 16), 0),
        (Usage(200, 400), 1),  # thoughts that nobody sees are within the limit as well
        (Usage(200, 57), 1),
        (Usage(200, 56), 0),
        (Usage(20, 36), 0),  # so few may be a vendor's way to count
    ],
)
def test_the_prompt_is_none_of_the_answer(usage: Usage, told: int) -> None:
    """It shows where the request allows fewer tokens than the prompt has."""
    name, mode = "ollama-chat", Mode.BLOCKING
    (fault, *_) = [
        one
        for one in RULES["TC165"].mutations
        if (one.dialect, one.mode, one.fault) == (name, mode, "with its prompt")
    ]
    exchange = fault.apply(clean(load_dialect(name), fault.scenario, mode))
    reading = load_dialect(name).decode(exchange)
    check = RULES["TC165"].check
    assert len([*check(replace(reading, reply=replace(reading.reply, usage=usage)))]) == told
    thought = replace(reading.reply, usage=usage, reasoning="I look at what is asked.")
    assert not [*check(replace(reading, reply=thought))]
    # Who keeps no limit says more, and counts it.
    long = replace(reading.reply, usage=usage, text=WORDS)
    assert not [*check(replace(reading, reply=long))] or usage.output in {16, 36, 56, 57}
