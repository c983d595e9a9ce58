"""Cases that are asked beside a suite, only where the suite is asked; and what was asked so before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path

import pytest

from toolwire.dialects.wire import BEARER
from toolwire.jobs.audit.beside.beside_suite import BesideSuite
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.verify.server import ServerOptions
from toolwire.providers.model import Target
from toolwire.suites import Suite, load_suites
from toolwire.transport.cassette.file import cassette_path

ADDRESS = "http://127.0.0.1:1"
TARGETS = [ServerOptions(ADDRESS, name).target("openai-chat", ADDRESS, BEARER) for name in "ab"]
ASKED, OTHER = (
    ServerOptions(ADDRESS, name).target("openai-chat", ADDRESS, BEARER)
    for name in ("asked", "other")
)
(SUITE,) = (suite for suite in load_suites() if suite.id == "single_call")


def each(target: Target, suite: Suite) -> Iterator[Item]:
    """Make an item of each case of a suite in each mode."""
    for case in suite.cases:
        yield from (Item(target, suite, case, mode) for mode in case.modes)


BESIDE = BesideSuite(SUITE.id, SUITE.cases[0].id, each)


def test_each_target_is_asked_beside_the_suite() -> None:
    """In the order of the targets, and of the suite that is named."""
    items = list(BESIDE.items(TARGETS, load_suites()))
    assert [target for target, _ in groupby(item.target for item in items)] == TARGETS
    assert {item.suite.id for item in items} == {SUITE.id}


def test_nothing_is_asked_beside_what_is_not_asked() -> None:
    """Neither without the suite nor where none of its cases was chosen."""
    suites = load_suites()
    others = [suite for suite in suites if suite.id != SUITE.id]
    emptied = [replace(suite, cases=()) for suite in suites]
    assert list(BESIDE.items(TARGETS, others)) == []
    assert list(BESIDE.items(TARGETS, emptied)) == []


def keep(folder: Path, item: Item) -> None:
    """Leave a cassette of an item; what is in it is nobody's business here."""
    path = folder / item.cassette
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"")


def test_only_what_has_a_cassette_comes_back(tmp_path: Path) -> None:
    """Of two modes of a case the one that is kept, and nothing of who was never asked."""
    first, second, *_ = each(ASKED, SUITE)
    assert first.case is second.case
    keep(tmp_path, second)
    assert list(BESIDE.kept([OTHER, ASKED], [SUITE], tmp_path)) == [second]


def test_items_are_made_for_those_alone_who_were_asked(tmp_path: Path) -> None:
    """Making them takes time: no item is made of a target without a cassette of such a name."""
    first, *_ = each(ASKED, SUITE)
    made: list[Target] = []

    def counted(target: Target, suite: Suite) -> Iterator[Item]:
        made.append(target)
        return each(target, suite)

    beside = replace(BESIDE, made=counted)
    assert list(beside.kept([ASKED, OTHER], [SUITE], tmp_path)) == []
    keep(tmp_path, first)
    others = replace(beside, mark="none_such")
    assert list(others.kept([ASKED, OTHER], [SUITE], tmp_path)) == []
    assert made == []
    assert list(beside.kept([ASKED, OTHER], [SUITE], tmp_path)) == [first]
    assert made == [ASKED]


@pytest.mark.parametrize("suite", ["single", "round_trip"])
def test_a_cassette_of_another_suite_is_none_of_these(tmp_path: Path, suite: str) -> None:
    """A name that only begins alike is another suite's."""
    first, *_ = each(ASKED, SUITE)
    provider, model = ASKED.provider.name, ASKED.model.id
    path = tmp_path / cassette_path(provider, model, f"{suite}.{first.case.id}", first.mode)
    path.parent.mkdir(parents=True)
    path.write_bytes(b"")
    assert list(BESIDE.kept([ASKED], [SUITE], tmp_path)) == []
