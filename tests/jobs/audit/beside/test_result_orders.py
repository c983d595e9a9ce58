"""What asks a target whether results belong to the calls that their ids name."""

from __future__ import annotations

from functools import cache

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS
from toolwire.dialects.schemas import validator
from toolwire.io.json_text import parse
from toolwire.jobs.audit.beside.result_orders import RESULT_ORDERS, SUITE
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.step_request import request_of
from toolwire.model.conversation import UserTurn
from toolwire.model.exchange import Mode
from toolwire.rules.groups import WITH_IDS
from toolwire.suites import load_suites


@cache
def asked(name: str) -> tuple[Item, ...]:
    """Return what asks a dialect."""
    return tuple(RESULT_ORDERS.items([target(name)], load_suites()))


@pytest.mark.parametrize("name", WITH_IDS)
def test_two_rounds_are_asked_in_both_modes(name: str) -> None:
    """Enough for a run to tell a server from a model, each right by the published type."""
    items = asked(name)
    assert [item.mode for item in items] == [*Mode] * 2
    known = {case.id for suite in load_suites() if suite.id == SUITE for case in suite.cases}
    assert known.isdisjoint(item.case.id for item in items)
    for item in items:
        first = item.case.steps[0]
        request = request_of(item, first, (UserTurn(first.user or ""),))
        assert validator(name, "request").is_valid(parse(request.body))


@pytest.mark.parametrize("name", sorted({*DIALECTS} - {*WITH_IDS}))
def test_nothing_is_asked_where_the_order_counts(name: str) -> None:
    """Results without ids are read in their order."""
    assert not asked(name)


def test_nothing_is_asked_without_the_suite() -> None:
    """The cases are added to it."""
    others = tuple(suite for suite in load_suites() if suite.id != SUITE)
    assert not list(RESULT_ORDERS.items([target("openai-chat")], others))
