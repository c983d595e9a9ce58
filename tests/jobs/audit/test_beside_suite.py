"""Cases that are asked beside a suite, only where the suite is asked; and what was asked so before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from toolwire.dialects.wire import BEARER
from toolwire.jobs.audit.beside_suite import asked_before, beside_suite
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.verify.server import ServerOptions
from toolwire.model.exchange import Mode
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
NAMES = (SUITE.id, SUITE.cases[0].id)


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


def items(targets: Sequence[Target]) -> Iterator[Item]:
    """Make an item of each case of the suite in each mode."""
    for target in targets:
        for case in SUITE.cases:
            yield from (Item(target, SUITE, case, mode) for mode in case.modes)


def keep(folder: Path, item: Item) -> None:
    """Leave a cassette of an item; what is in it is nobody's business here."""
    path = folder / item.cassette
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"")


def test_only_what_has_a_cassette_comes_back(tmp_path: Path) -> None:
    """Of two modes of a case the one that is kept, and nothing of who was never asked."""
    first, second, *_ = items([ASKED])
    assert first.case is second.case
    keep(tmp_path, second)
    assert list(asked_before([OTHER, ASKED], tmp_path, NAMES, items)) == [second]


def test_items_are_made_for_those_alone_who_were_asked(tmp_path: Path) -> None:
    """Making them takes time: no item is made of a target without a cassette of such a name."""
    first, *_ = items([ASKED])
    made: list[Target] = []

    def counted(targets: Sequence[Target]) -> Iterator[Item]:
        made.extend(targets)
        return items(targets)

    assert list(asked_before([ASKED, OTHER], tmp_path, NAMES, counted)) == []
    keep(tmp_path, first)
    assert list(asked_before([ASKED, OTHER], tmp_path, (SUITE.id, "none_such"), counted)) == []
    assert made == []
    assert list(asked_before([ASKED, OTHER], tmp_path, NAMES, counted)) == [first]
    assert made == [ASKED]


@pytest.mark.parametrize("suite", ["single", "round_trip"])
def test_a_cassette_of_another_suite_is_none_of_these(tmp_path: Path, suite: str) -> None:
    """A name that only begins alike is another suite's."""
    first, *_ = items([ASKED])
    provider, model = ASKED.provider.name, ASKED.model.id
    path = tmp_path / cassette_path(provider, model, f"{suite}.{first.case.id}", first.mode)
    path.parent.mkdir(parents=True)
    path.write_bytes(b"")
    assert list(asked_before([ASKED], tmp_path, NAMES, items)) == []
