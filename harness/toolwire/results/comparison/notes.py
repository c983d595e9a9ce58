"""What a reader should know of two sides before what changed: how unlike they are."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.lists import listed
from toolwire.model.observation import WHOLE
from toolwire.model.shard import SHARD
from toolwire.results.comparison.side import ResultSide

_MOST = 5


def notes(old: ResultSide, new: ResultSide) -> tuple[str, ...]:
    """Return the notes on two results."""
    return tuple(_notes(old, new))


def _notes(old: ResultSide, new: ResultSide) -> Iterator[str]:
    for name, mine, other in (("OLD", old, new), ("NEW", new, old)):
        only = [text for text in (_rows(mine, other), _suites(mine, other)) if text]
        if only:
            yield f"only {name} looked at {'; '.join(only)}"
    heads = (("OLD", old.header), ("NEW", new.header))
    for name, head in heads:
        if head.selection.get(SHARD):
            yield f"{name} is part {head.selection[SHARD]} of a divided run"
    how = [
        "asked live" if head.selection.get("live") else "judged what was recorded"
        for _, head in heads
    ]
    if how[0] != how[1]:
        yield f"OLD {how[0]}, NEW {how[1]}"
    if old.header.started_at > new.header.started_at:
        yield "NEW was made before OLD: exchange them if that is not meant"
    if old.header.toolwire != new.header.toolwire:
        yield (
            f"OLD was judged by toolwire {old.header.toolwire}, NEW by {new.header.toolwire}: "
            "judge the older bytes again with one version to tell a provider's changes from ours"
        )


def _rows(mine: ResultSide, other: ResultSide) -> str:
    rows = {row for row, suite in mine.selections if suite != WHOLE} - other.rows
    return listed((f"{row.provider} ({row.dialect})" for row in sorted(rows)), _MOST)


def _suites(mine: ResultSide, other: ResultSide) -> str:
    suites = mine.suites - other.suites - {WHOLE}
    return f"suites {listed(sorted(suites), _MOST)}" if suites else ""
