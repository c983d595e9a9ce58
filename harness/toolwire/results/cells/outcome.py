"""The exit code that cells come to: 0 all looked at and clean, 1 findings, 2 could not look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from toolwire.model.observation import Verdict
from toolwire.results.cells.model import Cell
from toolwire.results.cells.table import Table

#: `--fail-on` -> the verdicts that end with 1.
_COUNTING: Mapping[str, tuple[Verdict, ...]] = {
    "error": (Verdict.FAILED,),
    "warning": (Verdict.FAILED, Verdict.NON_STRICT),
    "never": (),
}
#: The verdicts that end with 2; what is inconclusive first.
_UNDECIDED = (Verdict.INCONCLUSIVE, Verdict.NOT_RUN)


def outcomes(cells: Iterable[Cell]) -> Counter[Verdict]:
    """Count what the observations of some cells came to, known deviations excused.

    Cells that rest on documentation count for nothing: what a vendor's page says has failed nobody.
    Traffic that stands beside what was asked counts too: it is of the same results.
    """
    found: Counter[Verdict] = Counter()
    for cell in cells:
        if cell.hollow:
            continue
        found.update(dict(cell.counted))
        found.update(dict(cell.since))
        if cell.beside is not None and not cell.beside.hollow:
            found.update(dict(cell.beside.counted))
    return found


def hollow_providers(table: Table) -> tuple[str, ...]:
    """Return the providers of which there is nothing but documentation, sorted."""
    real = {row.provider for (row, _), cell in table.suites.items() if not cell.hollow}
    return tuple(sorted({row.provider for row in table.rows} - real))


def exit_code(
    table: Table,
    fail_on: str,
    named: Collection[str] = (),
    *,
    stale: bool = False,
    missing: bool = False,
    open_last: bool = False,
) -> int:
    """Return 2 when something could not be looked at, else 1 for findings, else 0.

    Args:
        table: cells of what the run or report is about.
        fail_on: `error`, `warning` or `never`; the mildest finding that counts.
        named: providers that were asked for by name: of them documentation is not enough.
        stale: a listed deviation no longer shows, which is a warning.
        missing: parts of a divided run are not here.
        open_last: what a model left inconclusive comes behind findings; of a server that nobody
            has told what a model chose must not hide what is wrong with it.
    """
    found = outcomes(table.suites.values())
    if missing or any(found[verdict] for verdict in _UNDECIDED[open_last:]):
        return 2
    if not set(named).isdisjoint(hollow_providers(table)):
        return 2
    warned = stale and Verdict.NON_STRICT in _COUNTING[fail_on]
    if warned or any(found[verdict] for verdict in _COUNTING[fail_on]):
        return 1
    return 2 if found[Verdict.INCONCLUSIVE] else 0
