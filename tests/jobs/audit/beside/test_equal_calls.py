"""Asking for the same call twice in one reply."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS, Answer, PlannedCall, load_dialect
from toolwire.dialects.reference import answer
from toolwire.jobs.audit.beside.equal_calls import EQUAL_CALLS, SUITE
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.step_request import request_of
from toolwire.model.conversation import UserTurn
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode
from toolwire.model.reply import Reading
from toolwire.rules import RULES, judge
from toolwire.rules.streaming.equal_calls import calls_of_equals
from toolwire.suites import load_suites

RULE, NAME = RULES["TC955"], "cohere-v1"
LIVE = Evidence(EvidenceLevel.LIVE, "test")
pytestmark = pytest.mark.fast


def items(name: str) -> list[Item]:
    """Return what asks a dialect."""
    return list(EQUAL_CALLS.items([target(name)], load_suites()))


def pair(streamed: int, whole: int, name: str = NAME, *, counted: bool = False) -> Reading:
    """Return a stream with its twin, each with so many of the calls that were asked for twice."""
    dialect, read = load_dialect(name), []
    for item, calls in zip(items(name)[:2], (whole, streamed), strict=True):
        (step,) = item.case.steps
        request = request_of(item, step, (UserTurn(step.user or ""),))
        made = (PlannedCall("throw_die", {"colour": "amber"}),) * calls
        response = dialect.respond(request, Answer(calls=made))
        one = dialect.decode(Exchange(request, response, LIVE))
        read.append(one if counted else replace(one, reply=replace(one.reply, usage=None)))
    return replace(read[1], twin=read[0])


def found(reading: Reading) -> set[str]:
    """Return which rules speak of the calls of a pair."""
    return {one.rule for one in judge(reading)} & {"TC908", "TC947", "TC950", "TC951", "TC955"}


@pytest.mark.parametrize("name", DIALECTS)
def test_four_such_calls_are_asked_for_in_both_modes(name: str) -> None:
    """Of fewer pairs a model might make one call in every stream."""
    asked = items(name)
    assert [item.mode for item in asked] == [*Mode] * 4
    for item in asked:
        (step,) = item.case.steps
        request = request_of(item, step, (UserTurn(step.user or ""),))
        conversation = load_dialect(name).read_request(request)
        assert conversation is not None
        first, second = answer(conversation).calls
        assert first == second


@pytest.mark.parametrize("name", DIALECTS)
def test_a_stream_with_one_of_both_is_told_of_once(name: str) -> None:
    """And by no other rule about calls of two modes."""
    assert found(pair(1, 2, name)) == {"TC955"}


def test_all_other_pairs_clear_the_server() -> None:
    """Both calls in both modes, one in both, the reverse, and other numbers of tokens."""
    assert RULE.variance is not None
    assert RULE.variance.shown is not None
    for other in (pair(2, 2), pair(1, 1), pair(2, 1), pair(1, 2, counted=True)):
        assert "TC955" not in found(other)
        assert RULE.variance.shown(other)
    assert not RULE.variance.shown(pair(1, 2))


def test_a_pair_without_the_calls_says_nothing() -> None:
    """A model may make none, or three."""
    for other in (pair(0, 2), pair(0, 0)):
        assert calls_of_equals(other) is None


def test_nothing_is_asked_without_the_suite() -> None:
    """They are added to it."""
    others = tuple(suite for suite in load_suites() if suite.id != SUITE)
    assert not list(EQUAL_CALLS.items([target(NAME)], others))
