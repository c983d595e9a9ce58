"""Which cell of one side stands against which of the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from toolwire.model.observation import WHOLE
from toolwire.results.cells import Basis, Row
from toolwire.results.comparison.case_states import CaseStates
from toolwire.results.comparison.side import ResultSide
from toolwire.results.comparison.state import CellState


@dataclass(frozen=True, slots=True)
class StatePair:
    """Two states of one cell, or one and nothing; `case` and `mode` are "" of a whole suite.

    `of_model` tells that the other side asked this case of other models only.
    """

    row: Row
    suite: str
    case: str
    mode: str
    old: CellState | None
    new: CellState | None
    of_model: bool = False


def pairs(old: ResultSide, new: ResultSide) -> Iterator[StatePair]:
    """Yield what is to be compared, in the order of rows and suites.

    Of what both sides asked every case, mode and model stands by itself; where no model is on
    both sides a case of one model stands against that of another. Anything else is compared
    by suite: which traffic there happens to be is no case.
    """
    for row, suite in sorted({*old.selections, *new.selections}):
        if suite == WHOLE:
            continue
        mine, theirs = old.selections.get((row, suite)), new.selections.get((row, suite))
        if mine and theirs and mine.basis is theirs.basis is Basis.ASKED:
            yield from _cases(row, suite, old, new)
        else:
            yield StatePair(row, suite, "", "", old.suite(row, suite), new.suite(row, suite))
    yield from _beside_suites(old, new)


def _cases(row: Row, suite: str, old: ResultSide, new: ResultSide) -> Iterator[StatePair]:
    before, after = old.cases(row, suite), new.cases(row, suite)
    nothing = CaseStates({})
    for case, mode in sorted({*before, *after}):
        mine, theirs = before.get((case, mode), nothing), after.get((case, mode), nothing)
        both = bool(mine.models and theirs.models)
        if both and mine.models.keys().isdisjoint(theirs.models):
            yield StatePair(row, suite, case, mode, mine.together(), theirs.together())
            continue
        for model in sorted({*mine.models, *theirs.models}):
            one, other = mine.of(model), theirs.of(model)
            yield StatePair(row, suite, case, mode, one, other, of_model=both)


def _beside_suites(old: ResultSide, new: ResultSide) -> Iterator[StatePair]:
    """Yield what traffic shows that concerns no suite, where both sides have traffic of a row.

    A side that shows nothing of the kind is clean, not absent.
    """
    before, after = old.beside_suites, new.beside_suites
    for row in sorted(before.keys() & after.keys()):
        mine, theirs = before[row], after[row]
        if mine.rules or theirs.rules:
            yield StatePair(row, WHOLE, "", "", mine, theirs)
