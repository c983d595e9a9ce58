"""Asking for words beside calls where they are no text of the reply."""

from __future__ import annotations

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS
from toolwire.jobs.audit.beside.plans import PLANS, SUITE
from toolwire.model.exchange import Mode
from toolwire.suites import load_suites

#: The only format that has a member of its own for them.
PLANNING = "cohere-v2"


@pytest.mark.parametrize("name", DIALECTS)
def test_who_has_plans_is_asked_for_them(name: str) -> None:
    """In both modes, and with the results of the calls; nobody else is."""
    asked = {(item.case.id, item.mode) for item in PLANS.items([target(name)], load_suites())}
    cases = {"plan_text_then_call", "plan_text_then_two_calls", "plan_words_come_back"}
    wanted = {(case, mode) for case in cases for mode in Mode}
    assert asked == (wanted if name == PLANNING else set())


def test_the_calls_are_waited_for_and_the_words_are_not() -> None:
    """Nor is the text behind the results given up."""
    for item in PLANS.items([target(PLANNING)], load_suites()):
        calling, *behind = item.case.steps
        assert calling.expect.calls
        assert not calling.expect.text
        assert all(step.expect.text for step in behind)


def test_nothing_is_asked_without_the_suite() -> None:
    """It stands beside the suite of words and calls."""
    others = tuple(suite for suite in load_suites() if suite.id != SUITE)
    assert not list(PLANS.items([target(PLANNING)], others))
