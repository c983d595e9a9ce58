"""What changed between two reports, as a page shows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from toolwire.jobs.report.content import ReportContent
from toolwire.jobs.site.bounded import cut
from toolwire.results.comparison import Cause, Change, ChangeKind, Comparison
from toolwire.results.comparison.labels import HEADINGS, Group, groups

#: As a person reads: what is worse, what is better, what nobody could see, and what is no news of a
#: provider.
ORDER: Final = (
    ChangeKind.BROKE,
    ChangeKind.CHANGED,
    ChangeKind.MENDED,
    ChangeKind.NOT_LOOKED_AT,
    ChangeKind.LOOKED_AT_AGAIN,
    ChangeKind.JUDGED_DIFFERENTLY,
    ChangeKind.UNCLEAR,
    ChangeKind.BASIS,
    ChangeKind.NEW,
    ChangeKind.GONE,
    ChangeKind.EVIDENCE,
)
#: What is said where there is nothing, of what a reader looks for first.
NOTHING: Final = {ChangeKind.BROKE: "Nothing broke.", ChangeKind.MENDED: "Nothing was mended."}
#: Rows of one table; the rest is counted.
MOST: Final = 150


@dataclass(frozen=True, slots=True)
class ChangeSection:
    """The changes of one kind: its id, heading, meaning, number of cells, and rows.

    A row stands for the changes of one cell that say the same.

    `nothing` is what is said where there are none; `apart` are changes of cells at which only one
    side looked: they are counted and have no rows.
    """

    key: str
    heading: str
    meaning: str
    cells: int
    rows: Sequence[Group]
    nothing: str
    apart: int
    folded: bool


def sections(comparison: Comparison) -> tuple[ChangeSection, ...]:
    """Return the sections that a page has, in their order."""
    found = (_section(kind, comparison.of(kind)) for kind in ORDER)
    return tuple(one for one in found if one.cells or one.nothing)


def _section(kind: ChangeKind, changes: tuple[Change, ...]) -> ChangeSection:
    told = [change for change in changes if change.cause is not Cause.SELECTION]
    heading, meaning = HEADINGS[kind]
    return ChangeSection(
        key=str(kind),
        heading=heading,
        meaning=meaning,
        cells=len(changes),
        rows=groups(told),
        nothing=NOTHING.get(kind, ""),
        apart=len(changes) - len(told),
        folded=kind is ChangeKind.EVIDENCE,
    )


def one_sided(mine: ReportContent, other: ReportContent) -> Mapping[str, tuple[str, ...]]:
    """Return what one report has and another has not, by what it is; lists say where they end."""
    found = {
        "Providers and formats": _only(_rows(mine), _rows(other)),
        "Suites": _only(mine.matrix.suite_ids, other.matrix.suite_ids),
        "Members of answers that the formats' schemas do not know": _only(
            _members(mine), _members(other)
        ),
        "Models that answered": _only(_models(mine), _models(other)),
    }
    return {words: names for words, names in found.items() if names}


def _only(mine: Iterable[str], other: Iterable[str]) -> tuple[str, ...]:
    there = set(other)
    found = [text for text in mine if text not in there]
    more = [f"and {len(found) - MOST:,} more"] if len(found) > MOST else []
    return (*map(cut, found[:MOST]), *more)


def _rows(content: ReportContent) -> Iterator[str]:
    return (f"{row.provider}, {row.dialect}" for row in content.matrix.rows)


def _members(content: ReportContent) -> Iterator[str]:
    for one in content.findings.drift:
        yield f"{one.watched.provider}, {one.watched.dialect}: {one.member}"


def _models(content: ReportContent) -> Iterator[str]:
    return (f"{one.provider}: {one.model}" for one in content.models if one.exchanges)
