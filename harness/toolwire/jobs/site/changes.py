"""What changed between two reports, as a page shows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from toolwire.jobs.report.content import ReportContent
from toolwire.jobs.site.bounded import cut, name
from toolwire.jobs.site.destinations import Destinations
from toolwire.model.observation import FACETS, WHOLE
from toolwire.results.cells import Row
from toolwire.results.comparison import (
    Cause,
    Change,
    ChangeKind,
    Comparison,
    FactChange,
    RuleChange,
)
from toolwire.results.comparison.labels import (
    CAUSES,
    HEADINGS,
    Group,
    groups,
    kind_text,
    named,
    rule_text,
)

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
#: What stands in place of a suite where a rule is of the exchange as a whole.
_NO_SUITE: Final = "no suite: the exchange as a whole"
_SIGNS: Final = {"+": "now breaks", "-": "no longer breaks"}


@dataclass(frozen=True, slots=True)
class Whose:
    """Provider and format of a row, and the pages they lead to; "" where there is none."""

    provider: str
    dialect: str
    page: str


@dataclass(frozen=True, slots=True)
class RuleSign:
    """A rule that is broken on one side only: `now breaks` or `no longer breaks`, id, page."""

    words: str
    rule: str
    page: str


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """Changes of one cell that say the same; `page` is that of the cell as it is now."""

    whose: Whose
    suite: str
    page: str
    outcome: str
    rules: tuple[RuleSign, ...]
    why: str
    which: str


@dataclass(frozen=True, slots=True)
class ChangeSection:
    """The changes of one kind: its id, heading, meaning, number of cells, rows, how many more.

    `nothing` is what is said where there are none; `apart` are changes of cells at which only one
    side looked: they are counted and have no rows.
    """

    key: str
    heading: str
    meaning: str
    cells: int
    rows: tuple[ChangeRow, ...]
    more: int
    nothing: str
    apart: int
    folded: bool


@dataclass(frozen=True, slots=True)
class RuleRow:
    """One rule of one provider, before and after."""

    whose: Whose
    rule: str
    page: str
    severity: str
    what: str
    counts: str
    why: str
    models: str


@dataclass(frozen=True, slots=True)
class FactRow:
    """One fact of a format, before and after."""

    whose: Whose
    heading: str
    before: str
    after: str
    what: str
    why: str


@dataclass(frozen=True, slots=True)
class OneSided:
    """What only one of two reports has: rows, suites, members of answers, models; each in words."""

    rows: tuple[str, ...]
    suites: tuple[str, ...]
    members: tuple[str, ...]
    models: tuple[str, ...]

    @property
    def empty(self) -> bool:
        """Return whether there is nothing."""
        return not (self.rows or self.suites or self.members or self.models)


def sections(comparison: Comparison, pages: Destinations) -> tuple[ChangeSection, ...]:
    """Return the sections that a page has, in their order."""
    found = (_section(kind, comparison.of(kind), pages) for kind in ORDER)
    return tuple(one for one in found if one.cells or one.nothing)


def _section(kind: ChangeKind, changes: tuple[Change, ...], pages: Destinations) -> ChangeSection:
    told = [change for change in changes if change.cause is not Cause.SELECTION]
    every = groups(told)
    heading, meaning = HEADINGS[kind]
    return ChangeSection(
        key=str(kind),
        heading=heading,
        meaning=meaning,
        cells=len(changes),
        rows=tuple(_row(group, pages) for group in every[:MOST]),
        more=max(0, len(every) - MOST),
        nothing=NOTHING.get(kind, ""),
        apart=len(changes) - len(told),
        folded=kind is ChangeKind.EVIDENCE,
    )


def _whose(row: Row, pages: Destinations) -> Whose:
    return Whose(name(row.provider), name(row.dialect), pages.provider(row.provider))


def _row(group: Group, pages: Destinations) -> ChangeRow:
    known = "listed as known in the provider's file" if group.excused else ""
    reason = "" if group.rules else cut(group.reason)
    return ChangeRow(
        whose=_whose(group.row, pages),
        suite=_NO_SUITE if group.suite == WHOLE else name(group.suite),
        page=pages.cell(group.row, group.suite),
        outcome=group.outcome,
        rules=tuple(_sign(text, pages) for text in group.rules[:MOST]),
        why="; ".join(word for word in (CAUSES[group.cause], reason, known) if word),
        which=named(map(name, group.cases or group.models)),
    )


def _sign(text: str, pages: Destinations) -> RuleSign:
    return RuleSign(_SIGNS[text[0]], name(text[1:]), pages.rule(text[1:]))


def rule_rows(changes: Iterable[RuleChange], pages: Destinations) -> tuple[RuleRow, ...]:
    """Return the changes by rule, at most `MOST`."""
    return tuple(
        RuleRow(
            whose=_whose(one.row, pages),
            rule=name(one.rule),
            page=pages.rule(one.rule),
            severity=str(one.severity),
            what=kind_text(one.kind),
            counts=rule_text(one),
            why=CAUSES[one.cause],
            models=named(map(name, one.models)),
        )
        for one in islice(changes, MOST)
    )


def fact_rows(changes: Iterable[FactChange], pages: Destinations) -> tuple[FactRow, ...]:
    """Return the changes of facts, at most `MOST`."""
    return tuple(
        FactRow(
            whose=_whose(one.row, pages),
            heading=FACETS[one.facet],
            before=named(map(cut, one.before)) or "nothing",
            after=named(map(cut, one.after)) or "nothing",
            what=kind_text(one.kind),
            why=CAUSES[one.cause],
        )
        for one in islice(changes, MOST)
    )


def one_sided(mine: ReportContent, other: ReportContent) -> OneSided:
    """Return what one report has and another has not; lists of names that say where they end."""
    return OneSided(
        rows=_only(_rows(mine), _rows(other)),
        suites=_only(mine.matrix.suite_ids, other.matrix.suite_ids),
        members=_only(_members(mine), _members(other)),
        models=_only(_models(mine), _models(other)),
    )


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
