"""Cells of a matrix as a Markdown table shows them, by row and column."""

from __future__ import annotations

from dataclasses import dataclass

from harness.report.model import Matrix, Row
from harness.report.words import facet_text, proof_text, suite_text

__all__ = ["Cells"]

_UNSEEN = "not observed"


@dataclass(frozen=True, slots=True)
class Cells:
    """Look-ups in a matrix; each returns text, also where there is nothing."""

    matrix: Matrix

    def facet(self, row: Row, key: str) -> str:
        """Return a facet's words; in brackets when the evidence is hollow."""
        cell = self.matrix.facets.get((row, key))
        if cell is None:
            return _UNSEEN
        return f"({facet_text(cell)})" if cell.proof.hollow else facet_text(cell)

    def suite(self, row: Row, suite: str) -> str:
        """Return what a suite, or a case of it, came to."""
        cell = self.matrix.suites.get((row, suite))
        return suite_text(cell) if cell else _UNSEEN

    def evidence(self, row: Row) -> str:
        """Return the strongest evidence there is for any facet of a row."""
        proofs = [cell.proof for (r, _), cell in self.matrix.facets.items() if r == row]
        if not proofs:
            return "none"
        return proof_text(max(proofs, key=lambda p: (-p.level.rank, p.newest or "")))
