"""The matrix in one sentence: how many provider formats conform, and how many break clients."""

from __future__ import annotations

from dataclasses import dataclass

from toolwire.io.lists import grouped
from toolwire.jobs.report.matrix import Matrix
from toolwire.model.observation import Verdict
from toolwire.results.cells import Cell

#: Verdicts that leave open what a provider does.
_OPEN = frozenset({Verdict.INCONCLUSIVE, Verdict.NOT_RUN})


@dataclass(frozen=True, slots=True)
class MatrixAnswer:
    """Provider formats by what their cells come to; each is counted once.

    Attributes:
        broken: at least one real cell failed.
        warned: none failed, at least one has warnings.
        conformant: every real cell that could be decided conforms, and at least one could.
        undecided: nothing failed or warned, but some cell could not be decided, or all are
            unsupported.
        documented: nothing real is known.
    """

    broken: int = 0
    warned: int = 0
    conformant: int = 0
    undecided: int = 0
    documented: int = 0

    @property
    def real(self) -> int:
        """Return of how many there is real evidence."""
        return self.broken + self.warned + self.conformant + self.undecided

    @property
    def total(self) -> int:
        """Return how many there are."""
        return self.real + self.documented

    @property
    def sentence(self) -> str:
        """Return the answer in plain words."""
        if not self.real:
            return "No exchange of a real server was looked at: nothing is known of any provider."
        parts = [
            _part(self.broken, "sends", "send", "something that breaks clients"),
            _part(self.warned, "gives", "give", "warnings only"),
            _part(self.conformant, "kept", "kept", "every rule wherever observed"),
            _part(self.undecided, "is", "are", "not decided everywhere"),
        ]
        said = [part for part in parts if part]
        whole = ", ".join(said[:-1]) + (" and " if len(said) > 1 else "") + said[-1]
        of = "the one provider format" if self.real == 1 else f"{self.real:,} provider formats"
        return f"Of {of} with exchanges of real servers, {whole}."


def _part(count: int, one: str, several: str, what: str) -> str:
    return f"{count:,} {one if count == 1 else several} {what}" if count else ""


def answer(matrix: Matrix) -> MatrixAnswer:
    """Count the rows of a matrix by what their cells say."""
    cells = grouped(
        ((row, cell) for (row, suite), cell in matrix.suites.items() if suite in matrix.suite_ids),
        lambda one: one[0],
    )
    kinds = [_kind([cell for _, cell in cells.get(row, ())]) for row in matrix.rows]
    return MatrixAnswer(**{kind: kinds.count(kind) for kind in set(kinds)})


def _kind(cells: list[Cell]) -> str:
    verdicts = {cell.verdict for cell in cells if not cell.hollow}
    kinds = (
        (not verdicts, "documented"),
        (Verdict.FAILED in verdicts, "broken"),
        (Verdict.NON_STRICT in verdicts, "warned"),
        (bool(_OPEN & verdicts) or Verdict.CONFORMANT not in verdicts, "undecided"),
    )
    return next((kind for holds, kind in kinds if holds), "conformant")
