"""Facts of the format that are others than before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from toolwire.io.lists import grouped
from toolwire.model.observation import FACETS, Observation
from toolwire.results.cells import Basis, FacetCell, Row
from toolwire.results.cells.facets import facet_cells
from toolwire.results.cells.model import THIN, Word
from toolwire.results.comparison.judges import moved_facets
from toolwire.results.comparison.model import Cause, ChangeKind, FactChange

_Key: TypeAlias = tuple[Row, str]
_PLACES = {facet: number for number, facet in enumerate(FACETS)}


@dataclass(frozen=True, slots=True)
class _Fact:
    """One facet of one side: its cell, and the models that show each word."""

    cell: FacetCell
    by_word: Mapping[str, frozenset[str]]

    @property
    def words(self) -> tuple[str, ...]:
        """Return the words that hold, the usual one first."""
        return tuple(word.text for word in self.cell.words)

    @property
    def models(self) -> frozenset[str]:
        """Return the models that show the facet at all."""
        return frozenset().union(*(self.by_word.get(word, ()) for word in self.words))


def facts(
    old: Sequence[Observation], new: Sequence[Observation], *, versions: bool
) -> tuple[FactChange, ...]:
    """Return the facets whose words changed in rows that both sides have, by kind and place.

    Of what was asked only the cases count that both sides asked: other questions have other
    answers.

    Args:
        old: observations, each there once.
        new: the same of the newer side.
        versions: the sides were made by different versions.
    """
    cases = _requested(old) & _requested(new)
    mine, theirs = _rows(old, cases), _rows(new, cases)
    rows = [row for row in mine if row in theirs and mine[row] != theirs[row]]
    before = _facts(seen for row in rows for seen in mine[row])
    after = _facts(seen for row in rows for seen in theirs[row])
    moved = moved_facets(old, new)
    found: list[FactChange] = []
    for key in sorted({*before, *after}):
        row, facet = key
        ours = {
            Cause.SAME_BYTES: (row.provider, row.dialect, facet) in moved,
            Cause.VERSION: versions,
        }
        one = _change(key, before.get(key), after.get(key), ours)
        found.extend([one] if one else [])
    return tuple(sorted(found, key=lambda f: (f.kind.place, f.row, not f.usual, _PLACES[f.facet])))


def _rows(
    observations: Iterable[Observation], cases: set[tuple[str, ...]]
) -> Mapping[tuple[str, str], list[Observation]]:
    """Return what shows facets, by provider and dialect."""
    shown = (seen for seen in observations if seen.facets)
    mine = (seen for seen in shown if not seen.asked or _case(seen) in cases)
    return grouped(mine, lambda seen: (seen.provider, seen.dialect))


def _case(seen: Observation) -> tuple[str, ...]:
    return (seen.provider, seen.dialect, seen.suite, seen.case, str(seen.mode))


def _requested(observations: Iterable[Observation]) -> set[tuple[str, ...]]:
    return {_case(seen) for seen in observations if seen.asked}


def _facts(observations: Iterable[Observation]) -> dict[_Key, _Fact]:
    cells, by_model = facet_cells(observations)
    models: dict[_Key, dict[str, set[str]]] = {}
    for (row, facet, model), mine in by_model.items():
        for word in mine.words:
            models.setdefault((row, facet), {}).setdefault(word.text, set()).add(model)
    return {
        key: _Fact(cell, {word: frozenset(who) for word, who in models[key].items()})
        for key, cell in cells.items()
    }


def _change(
    key: _Key, old: _Fact | None, new: _Fact | None, ours: Mapping[Cause, bool]
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


def _of_whom(old: _Fact, new: _Fact, ours: Mapping[Cause, bool]) -> tuple[ChangeKind, Cause]:
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
    reported = ((kind, cause) for holds, kind, cause in reasons if holds)
    return next(reported, (ChangeKind.CHANGED, Cause.BYTES))


def _known_model(one: _Fact, other: _Fact) -> bool:
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
