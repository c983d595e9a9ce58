"""What each provider came to in a suite, and in its cases, from the cells of the newest report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from toolwire.io.lists import grouped
from toolwire.jobs.report.matrix import Matrix
from toolwire.jobs.site.model import Site
from toolwire.model.observation import Verdict
from toolwire.results.cells import Basis, Cell, Row
from toolwire.results.cells.algebra import ORDER

#: How a cell is known -> words that stand before its verdict.
_BASIS: Final[Mapping[Basis, str]] = {
    Basis.ASKED: "asked",
    Basis.SUBMITTED: "submitted",
    Basis.SEEN: "seen in traffic",
    Basis.DOCUMENTED: "documented only",
}
#: Verdict -> its words; of traffic, whose cases and expectations were not run, about rules only.
_ASKED: Final[Mapping[Verdict, str]] = {Verdict.NON_STRICT: "non-strict, only warnings"}
_SEEN: Final[Mapping[Verdict, str]] = {
    Verdict.CONFORMANT: "rules held",
    Verdict.NON_STRICT: "only warnings",
    Verdict.FAILED: "errors",
}
_TINTED: Final = (Verdict.CONFORMANT, Verdict.NON_STRICT, Verdict.FAILED)


@dataclass(frozen=True, slots=True)
class CaseTally:
    """How many formats came to what in one case when they were asked, and which failed."""

    words: str
    failed: list[Row]


@dataclass(frozen=True, slots=True)
class SuiteTally:
    """How many provider formats came to what in a suite; documentation is counted by itself."""

    observed: int
    failed: int
    warned: int
    conformant: int
    documented: int

    @property
    def others(self) -> int:
        """Return of how many the bytes decided nothing, or which lack it."""
        return self.observed - self.failed - self.warned - self.conformant


def result_lines(site: Site, suite: str) -> list[tuple[Row, Cell]]:
    """Return whose cells a suite has, the worst first, documentation last."""
    cells = _cells(site.content.matrix, suite)
    return sorted(cells.items(), key=lambda item: _order(*item))


def words(cell: Cell) -> str:
    """Return what a cell came to, and how that is known: `asked: conformant`."""
    own = _SEEN if cell.basis is Basis.SEEN else _ASKED
    return f"{_BASIS[cell.basis]}: {own.get(cell.verdict, cell.verdict)}"


def tint(cell: Cell) -> str:
    """Return the class that colours a cell; "" for none."""
    return str(cell.verdict) if cell.verdict in _TINTED and not cell.hollow else ""


def suite_tally(site: Site, suite: str) -> SuiteTally:
    """Count the cells of a suite."""
    cells = _cells(site.content.matrix, suite).values()
    counts = Counter(cell.verdict for cell in cells if not cell.hollow)
    return SuiteTally(
        observed=counts.total(),
        failed=counts[Verdict.FAILED],
        warned=counts[Verdict.NON_STRICT],
        conformant=counts[Verdict.CONFORMANT],
        documented=sum(cell.hollow for cell in cells),
    )


def case_tallies(site: Site, suite: str) -> Mapping[str, CaseTally]:
    """Return case -> what those came to that were asked it."""
    asked = (
        (case, row, cell)
        for (row, of, case), cell in site.content.matrix.table.cases.items()
        if of == suite and cell.basis is Basis.ASKED
    )
    by_case = grouped(asked, lambda one: one[0])
    return {
        case: _tally([(row, cell) for _, row, cell in found]) for case, found in by_case.items()
    }


def _tally(found: Iterable[tuple[Row, Cell]]) -> CaseTally:
    every = sorted(found, key=lambda item: item[0])
    counts = Counter(cell.verdict for _, cell in every)
    told = ", ".join(f"{counts[verdict]} {verdict}" for verdict in ORDER if counts[verdict])
    failed = [row for row, cell in every if cell.verdict is Verdict.FAILED]
    words = f"{len(every)} provider format{'s' if len(every) > 1 else ''}: {told}"
    return CaseTally(words, failed)


def _cells(matrix: Matrix, suite: str) -> Mapping[Row, Cell]:
    return {row: cell for (row, of), cell in matrix.suites.items() if of == suite}


def _order(row: Row, cell: Cell) -> tuple[bool, int, bool, Row]:
    return cell.hollow, ORDER.index(cell.verdict), cell.basis is Basis.SEEN, row
