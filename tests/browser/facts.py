"""What the newest committed report says, folded here and not read off the page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from tests.support.root import ROOT
from toolwire.cli.facts import facts
from toolwire.jobs.report.content import ReportContent
from toolwire.jobs.report.model import DeviationState
from toolwire.jobs.report.reading import ReportPlan, read
from toolwire.jobs.site import addresses
from toolwire.model.observation import Severity, Verdict
from toolwire.results.cells import Cell, Row

__all__ = ["Said", "said"]


@dataclass(frozen=True, slots=True)
class Said:
    """The content of a report, as tests ask it."""

    content: ReportContent

    @property
    def rows(self) -> list[tuple[str, str]]:
        """Return (provider, dialect) of all rows, in their order."""
        return [(row.provider, row.dialect) for row in self.content.matrix.rows]

    def with_cell(self, *verdicts: Verdict, mode: str = "") -> set[tuple[str, str]]:
        """Return the rows that have a cell of real evidence of one of some verdicts."""
        return {(row.provider, row.dialect) for row, _, cell in self.cells(mode)
                if cell.verdict in verdicts and not cell.hollow}  # fmt: skip

    def cells(self, mode: str = "") -> list[tuple[Row, str, Cell]]:
        """Return row, suite and cell; of one mode, or as a whole."""
        table = self.content.matrix.table
        if not mode:
            # What is about an exchange as a whole is no suite, and has no column.
            columns = self.content.matrix.suite_ids
            return [(row, s, cell) for (row, s), cell in table.suites.items() if s in columns]
        of_mode = ((key, cell) for key, cell in table.modes.items() if key[2] == mode)
        return [(key[0], key[1], cell) for key, cell in of_mode]

    def id_of(self, *verdicts: Verdict, level: str = "recorded", mode: str = "") -> str:
        """Return the address of the first cell of some verdicts and an evidence level."""
        return next(
            addresses.cell_id(row, suite)
            for row, suite, cell in self.cells(mode)
            if cell.verdict in verdicts and cell.level == level
        )

    def breaking(self, rule: str) -> set[tuple[str, str]]:
        """Return the rows that break a rule now, as an error or a warning."""
        return {
            (one.watched.provider, one.watched.dialect)
            for one in self.content.findings.deviations
            if one.rule == rule
            and one.state is DeviationState.STANDS
            and any(severity is not Severity.INFO for severity, _ in one.severities)
        }


def said() -> Said:
    """Read the newest committed report."""
    folder = max((ROOT / "reports").glob("20*"))
    plan = ReportPlan(folder, date.fromisoformat(folder.name), facts())
    return Said(read((folder,), plan).content)
