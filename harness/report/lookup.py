"""Cells of a matrix as a table shows them, by row and column."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from harness.cells import Row
from harness.cells.marks import facet_text, known_text, text
from harness.report.model import Matrix

__all__ = ["Lookup"]

_UNSEEN = "·"


@dataclass(frozen=True, slots=True)
class Lookup:
    """Look-ups in a matrix on a day; each returns text, also where there is nothing."""

    matrix: Matrix
    today: date

    def facet(self, row: Row, key: str) -> str:
        """Return a facet's words; in brackets when the evidence is hollow."""
        cell = self.matrix.facets.get((row, key))
        if cell is None:
            return _UNSEEN
        return f"({facet_text(cell)})" if cell.hollow else facet_text(cell)

    def suite(self, row: Row, suite: str) -> str:
        """Return what a suite came to."""
        cell = self.matrix.suites.get((row, suite))
        return text(cell, self.today) if cell else _UNSEEN

    def case(self, row: Row, name: str) -> str:
        """Return what a case, named `suite.case`, came to."""
        suite, _, case = name.partition(".")
        cell = self.matrix.table.cases.get((row, suite, case))
        return text(cell, self.today) if cell else _UNSEEN

    def evidence(self, row: Row) -> str:
        """Return the strongest and newest evidence there is for any facet of a row."""
        cells = [cell for (r, _), cell in self.matrix.facets.items() if r == row]
        if not cells:
            return "none"
        best = max(cells, key=lambda cell: (-cell.level.rank, cell.newest or ""))
        return known_text(best, self.today)
