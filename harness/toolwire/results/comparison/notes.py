"""What a reader should know of two sides before what changed: how unlike they are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from toolwire.io.lists import listed
from toolwire.model.observation import WHOLE
from toolwire.model.shard import SHARD
from toolwire.results import Header
from toolwire.results.comparison.pairs import Selections

_Side: TypeAlias = tuple[Header, Selections]
_MOST = 5


def notes(old: _Side, new: _Side) -> tuple[str, ...]:
    """Return the notes on two results: header, and (row, suite) -> what there is."""
    return tuple(_notes(old, new))


def _notes(old: _Side, new: _Side) -> Iterator[str]:
    for name, mine, other in (("OLD", old[1], new[1]), ("NEW", new[1], old[1])):
        only = [reported for reported in (_rows(mine, other), _suites(mine, other)) if reported]
        if only:
            yield f"only {name} looked at {'; '.join(only)}"
    for name, (head, _) in (("OLD", old), ("NEW", new)):
        if head.selection.get(SHARD):
            yield f"{name} is part {head.selection[SHARD]} of a divided run"
    how = [("asked live" if head.selection.get("live") else "judged what was recorded")
           for head, _ in (old, new)]  # fmt: skip
    if how[0] != how[1]:
        yield f"OLD {how[0]}, NEW {how[1]}"
    if old[0].started_at > new[0].started_at:
        yield "NEW was made before OLD: exchange them if that is not meant"
    if old[0].toolwire != new[0].toolwire:
        yield (
            f"OLD was judged by toolwire {old[0].toolwire}, NEW by {new[0].toolwire}: judge the "
            "older bytes again with one version to tell a provider's changes from ours"
        )


def _rows(mine: Selections, other: Selections) -> str:
    here = {row for row, _ in other}
    rows = sorted({row for row, suite in mine if suite != WHOLE and row not in here})
    return listed((f"{row.provider} ({row.dialect})" for row in rows), _MOST)


def _suites(mine: Selections, other: Selections) -> str:
    suites = {suite for _, suite in mine} - {suite for _, suite in other} - {WHOLE}
    return f"suites {listed(sorted(suites), _MOST)}" if suites else ""
