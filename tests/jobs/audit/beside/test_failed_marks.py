"""Asking which of several calls failed, where a mark alone tells it of one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS, Answer, load_dialect
from toolwire.dialects.reference import answer
from toolwire.dialects.spelt import spelt_out
from toolwire.jobs.audit.beside.failed_marks import FAILED_MARKS
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.step_request import request_of
from toolwire.model.conversation import AssistantTurn, ResultsTurn, ToolCall, ToolResult, UserTurn
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode
from toolwire.model.observation import Chance
from toolwire.model.reply import Reading
from toolwire.rules import RULES, chances, judge
from toolwire.suites import load_suites

RULE = "TC735"
NAMES = tuple(RULES[RULE].severity)


def items(name: str) -> list[Item]:
    """Return what asks a dialect."""
    return list(FAILED_MARKS.items([target(name)], load_suites()))


def read(item: Item, *, swapped: bool = False) -> Reading:
    """Return the question behind the results, without an answer; with calls that were made backwards."""
    first, last = item.case.steps
    made = [
        ToolCall(call.name, f"call_marks{number}", call.arguments)
        for number, call in enumerate(spelt_out(first.user or ""))
    ]
    rules = {rule.tool: rule for rule in last.results}
    results = tuple(
        ToolResult(one.id, one.name, rule.answers[0][1], error=rule.error)
        for one in made
        for rule in (rules[one.name or ""],)
    )
    turn = AssistantTurn(None, tuple(made[::-1] if swapped else made))
    turns = (UserTurn(first.user or ""), turn, ResultsTurn(results))
    request = request_of(item, last, turns)
    dialect = load_dialect(item.target.provider.dialect)
    response = dialect.respond(request, Answer(text="None.", turn=3))
    return dialect.decode(Exchange(request, response, Evidence(EvidenceLevel.DOCUMENTED, "test")))


def counted(reading: Reading, text: str) -> tuple[bool, Chance]:
    """Return whether an answer is found to be wrong, and how it counts."""
    dialect, request = load_dialect(reading.dialect), reading.exchange.request
    assert request is not None
    response = dialect.respond(request, Answer(text=text, turn=3))
    other = dialect.decode(replace(reading.exchange, response=response))
    found = judge(other)
    return RULE in {one.rule for one in found}, chances(other, found).get(RULE, Chance())


@pytest.mark.parametrize("name", DIALECTS)
def test_it_is_asked_where_a_result_has_a_mark(name: str) -> None:
    """Three times in both modes; elsewhere a failure is a text like any other."""
    assert [item.mode for item in items(name)] == ([*Mode] * 3 if name in NAMES else [])


@pytest.mark.parametrize("name", NAMES)
def test_a_mark_that_was_lost_is_told_where_the_others_are_told_right(name: str) -> None:
    """The text of the other failure says so itself, and who takes that for a success shows nothing."""
    for item in items(name)[::2]:
        reading = read(item)
        conversation = reading.conversation
        assert conversation is not None
        right = answer(conversation).text or ""
        assert sorted(right.split(", ")) == ["failed", "failed", "worked"]
        assert counted(reading, right) == (False, Chance(1, 0, 1))
        assert counted(reading, right.title()) == (False, Chance(1, 0, 1))
        (results,) = (turn for turn in conversation.turns if isinstance(turn, ResultsTurn))
        marks = [one.error for one in results.results]
        words = right.split(", ")
        blind = ["worked" if mark else word for mark, word in zip(marks, words, strict=True)]
        assert counted(reading, "\n".join(blind)) == (True, Chance(1, 1, 0))
        for shown in (
            "worked, worked, worked",
            "failed, failed, failed",
            "failed",
            "I cannot say.",
        ):
            assert counted(reading, shown) == (False, Chance())


@pytest.mark.parametrize("name", NAMES)
def test_no_three_words_are_wrong_twice(name: str) -> None:
    """A model that always says the same is blamed for one question at most, and one shows no server."""
    readings = [read(item) for item in items(name)[::2]]
    for said in ("failed, worked, worked", "worked, failed, worked", "worked, worked, failed"):
        assert sum(counted(reading, said)[0] for reading in readings) == 1


@pytest.mark.parametrize("name", NAMES)
def test_calls_in_another_order_are_not_judged(name: str) -> None:
    """Whose results the words are about is not known then."""
    reading = read(items(name)[0], swapped=True)
    assert counted(reading, "failed, worked, worked") == (False, Chance())
