"""What a cell was before: older evidence that no longer counts, and what each report said."""

from __future__ import annotations

from dataclasses import dataclass

from toolwire.jobs.site.model import Site
from toolwire.results.cells import Cell, Row

_MOST_PAST = 24


@dataclass(frozen=True, slots=True)
class ReportedCell:
    """What the report of a day said of a cell; None where it did not observe it."""

    day: str
    cell: Cell | None


@dataclass(frozen=True, slots=True)
class PastCell:
    """Older evidence: until which day ("" when unknown), which run, and what it came to."""

    until: str
    run: str
    verdict: str
    good: int
    total: int


@dataclass(frozen=True, slots=True)
class CellHistory:
    """What a cell was before; `more` older ones are not shown."""

    reports: tuple[ReportedCell, ...]
    past: tuple[PastCell, ...]
    more: int


def history(site: Site, row: Row, suite: str, cell: Cell) -> CellHistory:
    """Return what all reports said of a cell, the newest first, and its older evidence."""
    reports = tuple(
        ReportedCell(one.day.isoformat(), one.content.matrix.suites.get((row, suite)))
        for one in site.reports
    )
    past = tuple(
        PastCell(one.until or "", one.run, str(one.verdict), one.good, one.total)
        for one in cell.before[:_MOST_PAST]
    )
    return CellHistory(reports, past, len(cell.before) - len(past))
