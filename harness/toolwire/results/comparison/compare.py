"""Comparing two results: old and new, whatever they are of."""

from __future__ import annotations

from collections.abc import Iterable

from toolwire.io.garbage import not_looked_for
from toolwire.model.observation import Observation
from toolwire.results import Header
from toolwire.results.cells import Row, fold
from toolwire.results.comparison.decide import TABLE, Decision, Judges, decide
from toolwire.results.comparison.facts import facts
from toolwire.results.comparison.judges import judges
from toolwire.results.comparison.model import Cause, Change, ChangeKind, Comparison, Side
from toolwire.results.comparison.notes import notes
from toolwire.results.comparison.pairs import StatePair, pairs
from toolwire.results.comparison.side import ResultSide
from toolwire.results.comparison.tally import by_rule


def compare(
    old: Iterable[Observation],
    old_header: Header,
    new: Iterable[Observation],
    new_header: Header,
) -> Comparison:
    """Tell what changed from one result to another, and who did it.

    Neither the order of observations nor that one is there twice makes a difference.

    Args:
        old: observations with the runs that asked, as `results.read` gives them.
        old_header: of their file; `rules` of () do not say by what was judged.
        new: the same of the newer side.
        new_header: the same of the newer side.
    """
    with not_looked_for():
        return compare_sides(ResultSide(old_header, fold(old)), ResultSide(new_header, fold(new)))


def compare_sides(old: ResultSide, new: ResultSide) -> Comparison:
    """Tell the same of sides that may be compared with others as well."""
    judged = judges(old, new)
    both = tuple(pairs(old, new))
    every = tuple(_change(pair, judged, old, new) for pair in both)
    cells = tuple(one for one in every if one.kind is not ChangeKind.SAME)
    return Comparison(
        old=_side(old),
        new=_side(new),
        cells=tuple(sorted(cells, key=_order)),
        rules=by_rule(cells, old.hits, new.hits),
        facts=facts(old, new, versions=judged.versions),
        common=sum(pair.old is not None and pair.new is not None for pair in both),
        same=sum(one.kind is ChangeKind.SAME for one in every),
        notes=notes(old, new),
    )


def _side(side: ResultSide) -> Side:
    head = side.header
    return Side(head.toolwire, head.started_at, head.run, len(side.observations))


def _order(change: Change) -> tuple[int, Row, str, str, str, tuple[str, ...]]:
    return (
        change.kind.place,
        change.row,
        change.suite,
        change.case,
        change.mode,
        change.models,
    )


def _change(pair: StatePair, judged: Judges, old: ResultSide, new: ResultSide) -> Change:
    found = decide(pair.old, pair.new, pair.row.dialect, judged)
    models = {model for state in (pair.old, pair.new) if state for model in state.models}
    return Change(
        row=pair.row,
        suite=pair.suite,
        case=pair.case,
        mode=pair.mode,
        models=tuple(sorted(models)),
        kind=found.kind,
        cause=_cause(pair, found, old, new),
        before=pair.old.glance if pair.old else None,
        after=pair.new.glance if pair.new else None,
        gained=tuple(sorted(found.gained)),
        lost=tuple(sorted(found.lost)),
        excused=_excused(pair, found),
    )


def _cause(pair: StatePair, found: Decision, old: ResultSide, new: ResultSide) -> Cause:
    if found.cause is not Cause.ADDED:
        return found.cause
    if pair.of_model:
        return Cause.MODEL
    other = old if pair.old is None else new
    everywhere = pair.row in other.rows and pair.suite in other.suites
    return Cause.ADDED if everywhere else Cause.SELECTION


def _excused(pair: StatePair, found: Decision) -> bool:
    """Return whether all that broke is listed as known in the provider's file."""
    if (
        pair.old is None
        or pair.new is None
        or found.kind not in (ChangeKind.BROKE, ChangeKind.CHANGED)
    ):
        return False
    excused = found.gained <= pair.new.known and bool(pair.new.known)
    return excused and TABLE[pair.old.counted, pair.new.counted] is not ChangeKind.BROKE
