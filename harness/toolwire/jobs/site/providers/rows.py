"""A provider's rows of the matrix, told as a table for each of its formats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from toolwire.jobs.report.content import ReportContent
from toolwire.jobs.report.heatmap.groups import grouped_suites
from toolwire.jobs.report.labels import broken_in
from toolwire.jobs.report.matrix import Matrix
from toolwire.jobs.site import addresses, bounded
from toolwire.jobs.site.providers.broken import RuleName, rule_name
from toolwire.jobs.site.providers.grouping import ProviderPart
from toolwire.model.exchange import Mode
from toolwire.model.observation import Verdict
from toolwire.model.rule_facts import RuleFacts
from toolwire.results.cells import Basis, Cell, Row
from toolwire.results.cells.marks import age_text, counts_text, mark

_WORDS: Final = {
    Basis.ASKED: {Verdict.NOT_RUN: "could not be looked at", Verdict.UNSUPPORTED: "not offered"},
    Basis.SUBMITTED: {
        Verdict.CONFORMANT: "submitted: conformant",
        Verdict.NON_STRICT: "submitted: warnings",
        Verdict.FAILED: "submitted: errors",
        Verdict.NOT_RUN: "submitted: could not be judged",
        Verdict.UNSUPPORTED: "not offered",
    },
    Basis.SEEN: {
        Verdict.CONFORMANT: "seen: rules held",
        Verdict.NON_STRICT: "seen: warnings",
        Verdict.FAILED: "seen: errors",
    },
    Basis.DOCUMENTED: {Verdict.UNSUPPORTED: "documented as absent"},
}


@dataclass(frozen=True, slots=True)
class SuiteLine:
    """One suite of one format that was observed.

    Attributes:
        suite, about: its name, and its page.
        page: of its cell.
        mark, words: its verdict; tone: the class that colours it, `hollow` for none.
        counts: how many of how many.
        modes: (mode, mark, words) where the modes differ; else one with no mark, which says in which
            modes it was looked at.
        reason: why it is not conformant; rules: that are named in it.
        known: how and when it is known; old: `ageing` or `old` with the days, "" for fresh.
    """

    suite: str
    about: str
    page: str
    mark: str
    words: str
    tone: str
    counts: str
    modes: tuple[tuple[str, str, str], ...]
    reason: str
    rules: tuple[RuleName, ...]
    known: str
    old: str


@dataclass(frozen=True, slots=True)
class FormatLines:
    """One format of a provider: its name, its address in the matrix, and every suite.

    `groups` are (question, suites that were observed), as the matrix groups its columns; `unseen` are (name, page) of the suites that were not observed.
    """

    dialect: str
    anchor: str
    hollow: bool
    groups: tuple[tuple[str, tuple[SuiteLine, ...]], ...]
    unseen: tuple[tuple[str, str], ...]


def words(cell: Cell) -> str:
    """Return a verdict with how it is known: `asked: failed`, `seen: rules held`, `documented`."""
    own = _WORDS[cell.basis].get(cell.verdict)
    if own is not None:
        return own
    return "documented only" if cell.hollow else f"{cell.basis}: {cell.verdict}"


def tone(cell: Cell) -> str:
    """Return the class that colours a cell: documentation has no colour."""
    return "hollow" if cell.hollow else str(cell.verdict)


def format_lines(
    part: ProviderPart, content: ReportContent, rules: Mapping[str, RuleFacts]
) -> tuple[FormatLines, ...]:
    """Return every format of a provider with all suites, in the order of the matrix."""
    return tuple(_format(part, row, content, rules) for row in part.rows)


def _format(
    part: ProviderPart, row: Row, content: ReportContent, rules: Mapping[str, RuleFacts]
) -> FormatLines:
    matrix = content.matrix
    seen = {s: cell for s in matrix.suite_ids if (cell := part.suites.get((row, s))) is not None}
    unseen = (suite for suite in matrix.suite_ids if suite not in seen)
    return FormatLines(
        dialect=bounded.name(row.dialect),
        anchor=addresses.row_id(row),
        hollow=all(cell.hollow for cell in seen.values()),
        groups=tuple(
            (question, tuple(_line(row, suite, seen[suite], content, rules) for suite in suites))
            for question, suites in grouped_suites(seen)
        ),
        unseen=tuple((bounded.name(suite), addresses.suite_page(suite)) for suite in unseen),
    )


def _line(
    row: Row, suite: str, cell: Cell, content: ReportContent, rules: Mapping[str, RuleFacts]
) -> SuiteLine:
    return SuiteLine(
        suite=bounded.name(suite),
        about=addresses.suite_page(suite),
        page=addresses.cell_page(row, suite),
        mark=mark(cell),
        words=words(cell),
        tone=tone(cell),
        counts=counts_text(cell),
        modes=_modes(row, suite, content.matrix),
        reason=bounded.cut(cell.reason),
        rules=tuple(rule_name(rule, rules) for rule in broken_in(cell)),
        known=str(cell.level) if cell.hollow else f"{cell.level} {cell.newest or 'undated'}",
        old="" if cell.hollow or not cell.newest else age_text(cell.newest, content.today),
    )


def _modes(row: Row, suite: str, matrix: Matrix) -> tuple[tuple[str, str, str], ...]:
    """Return the verdict of each mode where they differ, else in which modes it was looked at."""
    parts = {str(mode): matrix.table.modes.get((row, suite, str(mode))) for mode in Mode}
    found = {mode: cell for mode, cell in parts.items() if cell is not None}
    if len({(cell.basis, cell.verdict) for cell in found.values()}) > 1:
        return tuple((mode, mark(cell), words(cell)) for mode, cell in found.items())
    return ((" and ".join(found), "", ""),)
