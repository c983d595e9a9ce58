"""Asking for what is written in another form of a request."""

from __future__ import annotations

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS, load_dialect
from toolwire.dialects.second_form import OF_HISTORY
from toolwire.io.json_text import parse
from toolwire.jobs.audit.beside.second_forms import SECOND_FORMS
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.step_request import request_of
from toolwire.model.conversation import AssistantTurn, Conversation, ResultsTurn, UserTurn
from toolwire.rules import RULES
from toolwire.suites import load_suites

pytestmark = pytest.mark.fast
RULE = RULES["TC388"]


def said(conversation: Conversation) -> list[object]:
    """Return what turns say and call, whatever ids these have."""
    return [
        [(call.name, call.arguments) for call in turn.calls]
        if isinstance(turn, AssistantTurn)
        else [one.content for one in turn.results]
        if isinstance(turn, ResultsTurn)
        else turn
        for turn in conversation.turns
    ]


def items(name: str) -> list[Item]:
    """Return what asks a dialect."""
    return [one for suite in SECOND_FORMS for one in suite.items([target(name)], load_suites())]


@pytest.mark.parametrize("name", DIALECTS)
def test_a_dialect_with_other_forms_is_asked_in_each(name: str) -> None:
    """A dozen requests at most, a result being asked for in two, and what stands in the history in one mode."""
    form = load_dialect(name).wire.request
    forms = () if form is None else form.second_forms
    asked = items(name)
    assert bool(forms) == (name in RULE.severity) == bool(asked)
    modes = sum(1 if what in OF_HISTORY else 2 for one in forms for what in one.asks)
    assert len(asked) == modes
    assert sum(len(one.case.steps) for one in asked) <= 12


@pytest.mark.parametrize("name", RULE.severity)
def test_no_two_cases_ask_the_same(name: str) -> None:
    """A server that keeps answers gives each its own."""
    prompts = {one.case.id: one.case.steps[0].user for one in items(name)}
    assert len(set(prompts.values())) == len(prompts)


@pytest.mark.parametrize("name", RULE.severity)
def test_the_usual_form_says_the_same(name: str) -> None:
    """But for definitions, which stand in the place of what refers to them."""
    dialect = load_dialect(name)
    for item in items(name):
        step = item.case.steps[0]
        if step.second is None:
            continue
        turns = (UserTurn(step.user or ""),)
        other = request_of(item, step, turns)
        usual = request_of(item, step, turns, probing=False)
        assert parse(other.body) != parse(usual.body)
        read, meant = dialect.read_request(other), dialect.read_request(usual)
        assert read is not None
        assert meant is not None
        assert said(read) == said(meant)
        assert [one.name for one in read.tools] == [one.name for one in meant.tools]
        assert item.case.id.endswith("reference") or read.tools == meant.tools
