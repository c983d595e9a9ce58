"""Cases that are asked beside a suite, and only where the suite is asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from toolwire.dialects.wire import BEARER
from toolwire.jobs.audit.beside_suite import beside_suite
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.verify.server import ServerOptions
from toolwire.model.exchange import Mode
from toolwire.providers.model import Target
from toolwire.suites import Suite, load_suites

ADDRESS = "http://127.0.0.1:1"
TARGETS = [ServerOptions(ADDRESS, name).target("openai-chat", ADDRESS, BEARER) for name in "ab"]


def first(target: Target, suite: Suite) -> Iterator[Item]:
    """Make one item of a target."""
    yield Item(target, suite, suite.cases[0], Mode.BLOCKING)


def test_each_target_is_asked_beside_the_suite() -> None:
    """In the order of the targets, and of the suite that is named."""
    suites = load_suites()
    items = list(beside_suite("single_call", TARGETS, suites, first))
    assert [item.target for item in items] == TARGETS
    assert {item.suite.id for item in items} == {"single_call"}


def test_nothing_is_asked_beside_what_is_not_asked() -> None:
    """Neither without the suite nor where none of its cases was chosen."""
    suites = load_suites()
    others = [suite for suite in suites if suite.id != "single_call"]
    emptied = [replace(suite, cases=()) for suite in suites]
    assert list(beside_suite("single_call", TARGETS, others, first)) == []
    assert list(beside_suite("single_call", TARGETS, emptied, first)) == []
