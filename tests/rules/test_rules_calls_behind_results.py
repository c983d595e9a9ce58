"""Calls behind the results of others, where the prompt writes out both (TC670)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.model.conversation import ChoiceMode, ToolChoice, UserTurn
from toolwire.model.exchange import Mode
from toolwire.rules import RULES, judge
from toolwire.rules.mutate.scenarios import SCENARIOS, clean

DIALECTS = tuple(RULES["TC670"].severity)
WORDS = Answer(text="It is 18 C in Paris.", turn=1)


def told(
    name: str,
    scenario: str,
    answer: Answer,
    choice: ToolChoice | None = None,
    words: str = "",
) -> bool:
    """Return whether the rule speaks of another answer to a scenario, with another choice or other words."""
    dialect = load_dialect(name)
    exchange = clean(dialect, scenario, Mode.BLOCKING)
    assert exchange.request is not None
    reading = dialect.decode(replace(exchange, response=dialect.respond(exchange.request, answer)))
    if choice is not None:
        assert reading.conversation is not None
        reading = replace(reading, conversation=replace(reading.conversation, choice=choice))
    if words:
        assert reading.conversation is not None
        turns = (UserTurn(words), *reading.conversation.turns[1:])
        reading = replace(reading, conversation=replace(reading.conversation, turns=turns))
    return "TC670" in {one.rule for one in judge(reading)}


@pytest.mark.parametrize("name", DIALECTS)
def test_words_behind_a_result_are_told_where_another_call_is_due(name: str) -> None:
    """The call, any other call, nothing at all, or words that were cut are not."""
    assert told(name, "chained", WORDS)
    _, planned = SCENARIOS["chained"]
    for right in (
        planned,
        Answer(calls=(PlannedCall("get_weather", {"location": "Rome"}),), turn=1),
        Answer(turn=1),
        replace(WORDS, cut=True),
    ):
        assert not told(name, "chained", right)


@pytest.mark.parametrize("name", DIALECTS)
@pytest.mark.parametrize("scenario", ["told_back", "told_each", "asked_again", "round_trip"])
def test_where_every_tool_was_called_words_are_right(name: str, scenario: str) -> None:
    """So they are before any result: whether a model calls at all is its own affair."""
    assert not told(name, scenario, WORDS)
    assert not told(name, "spelt_apart", WORDS)


@pytest.mark.parametrize("name", DIALECTS)
def test_a_call_that_could_have_come_first_is_not_due(name: str) -> None:
    """Of two that were to come in one reply a model may leave one out for good (TC651)."""
    first = 'get_weather({"location": "Paris", "days": 2})'
    both = f'Call {first} and keep_note({{"text": "Plums."}}), both in this one reply.'
    assert not told(name, "chained", WORDS, words=both)
    chain = f'Call {first}, and then keep_note({{"text": "<weather>"}}).'
    assert told(name, "chained", WORDS, words=chain)


@pytest.mark.parametrize("name", DIALECTS)
def test_who_forbids_calls_gets_none(name: str) -> None:
    """A choice is another rule's matter."""
    assert not told(name, "chained", WORDS, ToolChoice(ChoiceMode.NONE))


def test_one_answer_says_nothing_of_a_server() -> None:
    """It is counted over a run; a call behind any result speaks for the server, but of a tool that was called."""
    variance = RULES["TC670"].variance
    assert variance is not None
    assert variance.shown is not None
    for scenario, shown in (("second_call", False), ("chained", True), ("single_call", False)):
        dialect = load_dialect("ollama-chat")
        reading = dialect.decode(clean(dialect, scenario, Mode.STREAMING))
        assert variance.shown(reading) is shown
