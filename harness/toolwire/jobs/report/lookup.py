"""Cells of a matrix as a table shows them, by row and column."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from toolwire.jobs.report.matrix import Matrix
from toolwire.model.exchange import EvidenceLevel
from toolwire.results.cells import Row
from toolwire.results.cells.marks import facet_text, known_text, text
from toolwire.results.cells.model import FacetCell

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
        """Return the newest evidence of the facets of a row, of each level and for how many.

        Documentation is named only where there is nothing else: its facets are in brackets.
        """
        cells = [cell for (r, _), cell in self.matrix.facets.items() if r == row]
        levels = Counter(cell.level for cell in cells if not cell.hollow) or Counter(
            cell.level for cell in cells
        )
        newest = [
            (self._newest(cells, level), levels[level])
            for level in sorted(levels, key=lambda level: level.rank)
        ]
        if len(newest) < 2:
            return newest[0][0] if newest else "none"
        return "; ".join(f"{text} ({count} of {levels.total()})" for text, count in newest)

    def _newest(self, cells: Iterable[FacetCell], level: EvidenceLevel) -> str:
        mine = (cell for cell in cells if cell.level is level)
        return known_text(max(mine, key=lambda cell: cell.newest or ""), self.today)
