"""Facts of the format that are others than before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from toolwire.model.observation import FACETS
from toolwire.results.cells import Basis, FacetCell, Row
from toolwire.results.cells.model import THIN, Word
from toolwire.results.comparison.judges import moved_facets
from toolwire.results.comparison.model import Cause, ChangeKind, FactChange
from toolwire.results.comparison.row_facts import RowFact
from toolwire.results.comparison.side import ResultSide

_Key: TypeAlias = tuple[Row, str]
_PLACES = {facet: number for number, facet in enumerate(FACETS)}


def facts(old: ResultSide, new: ResultSide, *, versions: bool) -> tuple[FactChange, ...]:
    """Return the facets whose words changed in rows that both sides have, by kind and place.

    Of what was asked only the cases count that both sides asked: other questions have other
    answers.

    Args:
        old: the older side.
        new: the newer side.
        versions: the sides were made by different versions.
    """
    cases = old.cases_asked & new.cases_asked
    moved = moved_facets(old, new)
    found: list[FactChange] = []
    for row in sorted(old.showing.keys() & new.showing.keys()):
        before, after = old.facts(row, cases), new.facts(row, cases)
        for facet in sorted({*before, *after}):
            ours = {
                Cause.SAME_BYTES: (row.provider, row.dialect, facet) in moved,
                Cause.VERSION: versions,
            }
            one = _change((row, facet), before.get(facet), after.get(facet), ours)
            found.extend([one] if one else [])
    return tuple(sorted(found, key=lambda f: (f.kind.place, f.row, not f.usual, _PLACES[f.facet])))


def _change(
    key: _Key, old: RowFact | None, new: RowFact | None, ours: Mapping[Cause, bool]
) -> FactChange | None:
    before, after = old.words if old else (), new.words if new else ()
    usual = before[:1] != after[:1]
    if not usual and set(before) == set(after):
        return None
    if old is None or new is None:
        only = old or new
        hollow = only is not None and only.cell.hollow
        one_side = ChangeKind.NEW if old is None else ChangeKind.GONE
        kind = ChangeKind.JUDGED_DIFFERENTLY if hollow else one_side
        cause = Cause.DOCUMENTATION if hollow else Cause.ADDED
        return FactChange(*key, kind, cause, before, after, usual)
    return FactChange(*key, *_of_whom(old, new, ours), before, after, usual)


def _of_whom(old: RowFact, new: RowFact, ours: Mapping[Cause, bool]) -> tuple[ChangeKind, Cause]:
    mine, theirs = old.cell, new.cell
    thin = any(c.basis is Basis.SEEN and c.count < THIN for c in (mine, theirs))
    seen = mine.basis is Basis.SEEN
    known = _known_model(old, new) and _known_model(new, old)
    dated = _dated(mine, theirs) and _dated(theirs, mine)
    reasons = (
        (mine.basis is not theirs.basis, ChangeKind.BASIS, Cause.BASIS),
        (mine.hollow, ChangeKind.JUDGED_DIFFERENTLY, Cause.DOCUMENTATION),
        *((holds, ChangeKind.JUDGED_DIFFERENTLY, cause) for cause, holds in ours.items()),
        (thin, ChangeKind.UNCLEAR, Cause.FEW),
        (set(old.words) == set(new.words), ChangeKind.UNCLEAR, Cause.SHARES),
        (seen and not known, ChangeKind.UNCLEAR, Cause.MODEL),
        (seen and not dated, ChangeKind.UNCLEAR, Cause.DATES),
        (old.models.isdisjoint(new.models), ChangeKind.CHANGED, Cause.MODEL),
    )
    found = ((kind, cause) for holds, kind, cause in reasons if holds)
    return next(found, (ChangeKind.CHANGED, Cause.BYTES))


def _known_model(one: RowFact, other: RowFact) -> bool:
    """Return whether words that only one side has come of models that the other has too."""
    mine = [one.by_word.get(word, frozenset()) for word in one.words if word not in other.words]
    return not mine or not frozenset().union(*mine).isdisjoint(other.models)


def _dated(one: FacetCell, other: FacetCell) -> bool:
    """Return whether words that only one side has are newer than the other side, or older."""
    known = {word.text for word in other.words}
    mine: list[Word] = [word for word in one.words if word.text not in known]
    if not mine:
        return True
    shown = max(word.newest or "" for word in mine)
    newest, whole = other.newest or "", one.newest or ""
    return bool(shown and newest) and (shown > newest or newest > whole)
