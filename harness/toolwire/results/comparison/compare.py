"""Comparing two results: old and new, whatever they are of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from toolwire.io.garbage import not_looked_for
from toolwire.model.observation import Observation
from toolwire.results import Header
from toolwire.results.cells import Row
from toolwire.results.cells.algebra import deduplicated
from toolwire.results.cells.table import selections
from toolwire.results.comparison.decide import TABLE, Decision, Judges, decide
from toolwire.results.comparison.facts import facts
from toolwire.results.comparison.judges import judges
from toolwire.results.comparison.model import Cause, Change, ChangeKind, Comparison, Side
from toolwire.results.comparison.notes import notes
from toolwire.results.comparison.pairs import Selections, StatePair, pairs
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
        return _compared((old, old_header), (new, new_header))


def _compared(
    older: tuple[Iterable[Observation], Header], newer: tuple[Iterable[Observation], Header]
) -> Comparison:
    (old, old_header), (new, new_header) = older, newer
    before, after = deduplicated(old), deduplicated(new)
    mine, theirs = selections(before), selections(after)
    judged = judges((old_header, before), (new_header, after))
    both = tuple(pairs(mine, theirs, (before, after)))
    every = tuple(_change(pair, judged, mine, theirs) for pair in both)
    cells = tuple(one for one in every if one.kind is not ChangeKind.SAME)
    return Comparison(
        old=_side(old_header, before),
        new=_side(new_header, after),
        cells=tuple(sorted(cells, key=_order)),
        rules=by_rule(cells, mine, theirs),
        facts=facts(before, after, versions=judged.versions),
        common=sum(pair.old is not None and pair.new is not None for pair in both),
        same=sum(one.kind is ChangeKind.SAME for one in every),
        notes=notes((old_header, mine), (new_header, theirs)),
    )


def _side(head: Header, observations: Sequence[Observation]) -> Side:
    return Side(head.toolwire, head.started_at, head.run, len(observations))


def _order(change: Change) -> tuple[int, Row, str, str, str, tuple[str, ...]]:
    return (
        change.kind.place,
        change.row,
        change.suite,
        change.case,
        change.mode,
        change.models,
    )


def _change(pair: StatePair, judged: Judges, old: Selections, new: Selections) -> Change:
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


def _cause(pair: StatePair, found: Decision, old: Selections, new: Selections) -> Cause:
    if found.cause is not Cause.ADDED:
        return found.cause
    if pair.of_model:
        return Cause.MODEL
    other = old if pair.old is None else new
    everywhere = any(row == pair.row for row, _ in other) and any(
        suite == pair.suite for _, suite in other
    )
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
