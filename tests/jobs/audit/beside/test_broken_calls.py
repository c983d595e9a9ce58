"""Asking for an answer to a history with a call whose arguments are no JSON."""

from __future__ import annotations

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS, load_dialect
from toolwire.dialects.schemas import validator
from toolwire.io.json_text import parse
from toolwire.jobs.audit.beside.broken_calls import BROKEN_CALLS, SUITE
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.step_request import request_of
from toolwire.model.conversation import AssistantTurn, UserTurn
from toolwire.model.exchange import Mode, Request
from toolwire.suites import load_suites

ASKED = "openai-responses"


def items(name: str) -> list[Item]:
    """Return what asks a dialect."""
    return list(BROKEN_CALLS.items([target(name)], load_suites()))


def sent(item: Item, *, probing: bool = True) -> Request:
    """Return its request."""
    (step,) = item.case.steps
    return request_of(item, step, (UserTurn(step.user or ""),), probing=probing)


@pytest.mark.parametrize("name", DIALECTS)
def test_who_has_arguments_as_a_text_is_asked_in_both_modes(name: str) -> None:
    """Of Chat Completions nothing is asked yet."""
    assert [item.mode for item in items(name)] == ([*Mode] if name == ASKED else [])


def test_the_request_is_right_but_for_the_arguments() -> None:
    """By the published type they are a text; and the control has no such call."""
    for item in items(ASKED):
        request, dialect = sent(item), load_dialect(ASKED)
        assert validator(ASKED, "request").is_valid(parse(request.body))
        conversation = dialect.read_request(request)
        assert conversation is not None
        (call,) = conversation.calls()
        assert call.parse_error
        control = dialect.read_request(sent(item, probing=False))
        assert control is not None
        assert not any(isinstance(turn, AssistantTurn) for turn in control.turns)


def test_nothing_is_asked_without_the_suite() -> None:
    """They are added to it."""
    others = tuple(suite for suite in load_suites() if suite.id != SUITE)
    assert not list(BROKEN_CALLS.items([target(ASKED)], others))
