"""A provider's rows of the matrix, told as a table for each of its formats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from toolwire.jobs.report.heatmap.groups import grouped_suites
from toolwire.jobs.report.matrix import Matrix
from toolwire.jobs.site.providers.grouping import ProviderPart
from toolwire.model.exchange import Mode
from toolwire.model.observation import Verdict
from toolwire.results.cells import Basis, Cell, Row
from toolwire.results.cells.marks import mark

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
class FormatLines:
    """One format of a provider, and every suite.

    `groups` are (question, suite -> cell of those that were observed), as the matrix groups its
    columns; `unseen` are the suites that were not observed.
    """

    row: Row
    hollow: bool
    groups: tuple[tuple[str, Mapping[str, Cell]], ...]
    unseen: tuple[str, ...]


def words(cell: Cell) -> str:
    """Return a verdict with how it is known: `asked: failed`, `seen: rules held`, `documented`."""
    own = _WORDS[cell.basis].get(cell.verdict)
    if own is not None:
        return own
    return "documented only" if cell.hollow else f"{cell.basis}: {cell.verdict}"


def tone(cell: Cell) -> str:
    """Return the class that colours a cell: documentation has no colour."""
    return "hollow" if cell.hollow else str(cell.verdict)


def format_lines(part: ProviderPart, matrix: Matrix) -> tuple[FormatLines, ...]:
    """Return every format of a provider with all suites, in the order of the matrix."""
    return tuple(_format(part, row, matrix) for row in part.rows)


def _format(part: ProviderPart, row: Row, matrix: Matrix) -> FormatLines:
    seen = {s: cell for s in matrix.suite_ids if (cell := part.suites.get((row, s))) is not None}
    return FormatLines(
        row,
        hollow=all(cell.hollow for cell in seen.values()),
        groups=tuple(
            (question, {suite: seen[suite] for suite in suites})
            for question, suites in grouped_suites(seen)
        ),
        unseen=tuple(suite for suite in matrix.suite_ids if suite not in seen),
    )


def modes(row: Row, suite: str, matrix: Matrix) -> tuple[tuple[str, str, str], ...]:
    """Return the verdict of each mode where they differ, else in which modes it was looked at."""
    parts = {str(mode): matrix.table.modes.get((row, suite, str(mode))) for mode in Mode}
    found = {mode: cell for mode, cell in parts.items() if cell is not None}
    if len({(cell.basis, cell.verdict) for cell in found.values()}) > 1:
        return tuple((mode, mark(cell), words(cell)) for mode, cell in found.items())
    return ((" and ".join(found), "", ""),)
