"""Which cell of one side stands against which of the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from toolwire.io.lists import grouped
from toolwire.model.observation import WHOLE, Observation, Verdict
from toolwire.results.cells import Basis, Row, select, worst
from toolwire.results.cells.algebra import CellObservations, cell
from toolwire.results.cells.table import row_of
from toolwire.results.comparison.state import CellState, chosen_state, state

Selections: TypeAlias = Mapping[tuple[Row, str], CellObservations]
_Units: TypeAlias = dict[tuple[str, str], dict[str, list[Observation]]]


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


def pairs(
    old: Selections,
    new: Selections,
    every: tuple[Sequence[Observation], Sequence[Observation]],
) -> Iterator[StatePair]:
    """Yield what is to be compared, in the order of rows and suites.

    Of what both sides asked every case, mode and model stands by itself; where no model is on
    both sides a case of one model stands against that of another. Anything else is compared
    by suite: which traffic there happens to be is no case.

    Args:
        old: (row, suite) -> observations, divided.
        new: the same of the newer side.
        every: all observations of both sides, each there once.
    """
    for row, suite in sorted({*old, *new}):
        if suite == WHOLE:
            continue
        mine, theirs = old.get((row, suite)), new.get((row, suite))
        if mine and theirs and mine.basis is theirs.basis is Basis.ASKED:
            yield from _cases(row, suite, mine, theirs)
        else:
            yield StatePair(row, suite, "", "", _chosen(mine), _chosen(theirs))
    yield from _beside_suites(*every)


def _chosen(chosen: CellObservations | None) -> CellState | None:
    return chosen_state(chosen) if chosen else None


def _cases(
    row: Row, suite: str, old: CellObservations, new: CellObservations
) -> Iterator[StatePair]:
    before, after = _units(old), _units(new)
    for case, mode in sorted({*before, *after}):
        mine, theirs = before.get((case, mode), {}), after.get((case, mode), {})
        if mine and theirs and mine.keys().isdisjoint(theirs):
            yield StatePair(row, suite, case, mode, _together(mine), _together(theirs))
            continue
        for model in sorted({*mine, *theirs}):
            one = state(mine[model]) if model in mine else None
            other = state(theirs[model]) if model in theirs else None
            yield StatePair(row, suite, case, mode, one, other, of_model=bool(mine and theirs))


def _units(chosen: CellObservations) -> _Units:
    found: _Units = {}
    for seen in (*chosen.current, *chosen.absent, *chosen.since):
        models = found.setdefault((seen.case, str(seen.mode)), {})
        models.setdefault(seen.model, []).append(seen)
    return found


def _together(models: Mapping[str, list[Observation]]) -> CellState:
    return state(seen for model in sorted(models) for seen in models[model])


def _beside_suites(old: Sequence[Observation], new: Sequence[Observation]) -> Iterator[StatePair]:
    """Yield what traffic shows that concerns no suite, where both sides have traffic of a row.

    A side that shows nothing of the kind is clean, not absent.
    """
    before, after = _traffic(old), _traffic(new)
    for row in sorted(before.keys() & after.keys()):
        mine, theirs = _whole(before[row]), _whole(after[row])
        if mine.rules or theirs.rules:
            yield StatePair(row, WHOLE, "", "", mine, theirs)


def _traffic(observations: Sequence[Observation]) -> Mapping[Row, list[Observation]]:
    looked = (seen for seen in observations if seen.verdict is not Verdict.NOT_RUN)
    return grouped((seen for seen in looked if not seen.asked), row_of)


def _whole(traffic: list[Observation]) -> CellState:
    """Return the state of what concerns no suite: days and counts are those of all traffic."""
    # An exchange that is evidence for several suites is one exchange.
    once = {(seen.evidence.source, seen.evidence.sha256): seen for seen in traffic}
    once |= {(s.evidence.source, s.evidence.sha256): s for s in traffic if s.suite == WHOLE}
    current = select(tuple(once.values())).current
    reported = tuple(seen for seen in current if seen.suite == WHOLE)
    verdict = worst(seen.verdict for seen in reported) if reported else Verdict.CONFORMANT
    reason = ", ".join(sorted({seen.reason for seen in reported if seen.reason}))
    folded = cell(CellObservations(Basis.SEEN, current), beside=False)
    return CellState(replace(folded, verdict=verdict, reason=reason), reported)
