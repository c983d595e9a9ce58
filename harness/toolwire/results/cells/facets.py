"""Facets of a format: the word that holds now, rarer ones, and those of older evidence only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from toolwire.io.lists import grouped
from toolwire.model.observation import FACETS, Observation
from toolwire.results.cells.age import day
from toolwire.results.cells.algebra import select
from toolwire.results.cells.model import FacetCell, Row, Word

_Key: TypeAlias = tuple[Row, str]
_DeepKey: TypeAlias = tuple[Row, str, str]


def facet_cells(
    observations: Iterable[Observation],
) -> tuple[Mapping[_Key, FacetCell], Mapping[_DeepKey, FacetCell]]:
    """Return the facets of each row, and of each model of a row; by the keys' order.

    An exchange that is evidence for several suites still is one exchange. Facets that are not
    of `FACETS` are left out.
    """
    rows: dict[_Key, list[Observation]] = {}
    models: dict[_DeepKey, list[Observation]] = {}
    for (row, *_), seen in _exchanges(observations).items():
        for facet in seen.facets:
            if facet in FACETS:
                rows.setdefault((row, facet), []).append(seen)
                models.setdefault((row, facet, seen.model), []).append(seen)
    whole = {key: _cell(key[1], rows[key]) for key in sorted(rows)}
    return whole, {
        # What one model showed alone is the whole of it.
        key: whole[key[:2]]
        if len(models[key]) == len(rows[key[:2]])
        else _cell(key[1], models[key])
        for key in sorted(models)
    }


def _exchanges(observations: Iterable[Observation]) -> Mapping[tuple[Row, str], Observation]:
    found: dict[tuple[Row, str], Observation] = {}
    rows: dict[tuple[str, str], Row] = {}
    for seen in observations:
        if seen.facets:
            whose = (seen.provider, seen.dialect)
            row = rows.get(whose) or rows.setdefault(whose, Row(*whose))
            found.setdefault((row, _exchange(seen)), seen)
    return found


def _exchange(seen: Observation) -> str:
    """Return what tells exchanges apart: of what was asked the case, of traffic its source."""
    if seen.asked:
        return f"{seen.run}\n{seen.model}\n{seen.suite}\n{seen.case}\n{seen.mode}"
    return f"{seen.evidence.source}\n{seen.evidence.sha256}"


def _cell(facet: str, observations: Sequence[Observation]) -> FacetCell:
    chosen = select(observations)
    words = _words(facet, chosen.current)
    now = {word.text for word in words}
    before = [word for word in _words(facet, chosen.past) if word.text not in now]
    return FacetCell(
        words=words,
        before=tuple(sorted(before, key=lambda word: (word.newest or "", word.text), reverse=True)),
        basis=chosen.basis,
        level=min((s.evidence.level for s in chosen.current), key=lambda level: level.rank),
        newest=max((word.newest for word in words if word.newest), default=None),
        count=len(chosen.current),
    )


def _words(facet: str, observations: Iterable[Observation]) -> tuple[Word, ...]:
    found = grouped(observations, lambda seen: seen.facets[facet])
    words = [_word(text, mine) for text, mine in found.items()]
    return tuple(sorted(words, key=lambda word: (-word.count, word.text)))


def _word(text: str, mine: list[Observation]) -> Word:
    newest, source = max((day(one.evidence.recorded_at), one.evidence.source) for one in mine)
    return Word(text, len(mine), newest or None, source)
