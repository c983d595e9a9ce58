"""TC417, TC420, TC485: which answers that end as failed or filtered are held against a server."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import Answer, load_dialect
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.rules import judge
from toolwire.rules.mutate.faults import stop
from toolwire.rules.mutate.scenarios import SCENARIOS, clean

TIDE = "The tide is low at noon."


def told(name: str, text: str, word: str, scenario: str = "say_so") -> list[Severity]:
    """Return how TC417 speaks of a text that ends in a word."""
    dialect = load_dialect(name)
    staged = clean(dialect, scenario, Mode.BLOCKING)
    assert staged.request is not None
    exchange = replace(staged, response=dialect.respond(staged.request, Answer(text=text)))
    ended = stop(word)(name, Mode.BLOCKING)(exchange)
    return [one.counted for one in judge(dialect.decode(ended)) if one.rule == "TC417"]


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("gemini-generate", "RECITATION"),
        ("gemini-generate", "MAX_TOKENS"),
        ("bedrock-converse", "guardrail_intervened"),
        ("bedrock-converse", "max_tokens"),
        ("ollama-chat", "unload"),
        ("ollama-chat", "length"),
    ],
)
def test_an_answer_that_does_as_asked_is_counted(name: str, word: str) -> None:
    """One filter may be wrong about one answer, so that it counts for nothing by itself."""
    assert told(name, TIDE, word) == [Severity.INFO]


@pytest.mark.parametrize(
    ("text", "word", "scenario"),
    [
        ("Sorry, I cannot help with that.", "guardrail_intervened", "say_so"),
        ("The tide is", "max_tokens", "say_so"),
        (TIDE, "end_turn", "say_so"),
        (TIDE, "stop_sequence", "say_so"),
        ("It is sunny.", "content_filtered", "plain_text"),
    ],
)
def test_what_a_filter_or_a_limit_does(text: str, word: str, scenario: str) -> None:
    """Its own words, half of what was asked, an ordinary end, and what nobody asked for outright."""
    assert told("bedrock-converse", text, word, scenario) == []


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("gemini-generate", "TOO_MANY_TOOL_CALLS"),
        ("gemini-generate", "MAX_TOKENS"),
        ("cohere-v2", "MAX_TOKENS"),
        ("openai-chat", "length"),
    ],
)
def test_a_whole_call_that_was_asked_for_is_counted(name: str, word: str) -> None:
    """A model may talk on after one call until it comes to a limit."""
    dialect = load_dialect(name)
    for mode in Mode:
        ended = stop(word)(name, mode)(clean(dialect, "spelt_alone", mode))
        found = [one for one in judge(dialect.decode(ended)) if one.rule in ("TC417", "TC420")]
        assert [(one.rule, one.counted) for one in found] == [("TC420", Severity.INFO)]


@pytest.mark.parametrize(
    ("scenario", "answer", "word", "counts"),
    [
        ("spelt_alone", Answer(text="One moment."), "MALFORMED_FUNCTION_CALL", True),
        ("spelt_alone", Answer(text="One moment."), "SAFETY", True),
        ("spelt_alone", Answer(text="One moment."), "MAX_TOKENS", False),
        ("spelt_alone", Answer(text="I have no such tool."), "STOP", False),
        ("spelt_alone", SCENARIOS["spelt_alone"][1], "SAFETY", False),
        ("none_choice", Answer(text="One moment."), "SAFETY", False),
        ("plain_text", Answer(text="Hello."), "SAFETY", False),
    ],
)
def test_a_written_call_that_is_lost_is_counted(
    scenario: str, answer: Answer, word: str, *, counts: bool
) -> None:
    """A limit, a model that makes no call, and a reply that was to have none show nothing."""
    dialect = load_dialect("gemini-generate")
    staged = clean(dialect, scenario, Mode.BLOCKING)
    assert staged.request is not None
    exchange = replace(staged, response=dialect.respond(staged.request, answer))
    ended = stop(word)(dialect.name, Mode.BLOCKING)(exchange)
    found = [one.counted for one in judge(dialect.decode(ended)) if one.rule == "TC485"]
    assert found == ([Severity.INFO] if counts else [])
