"""The facets of one row on one side, with the models that show each word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from toolwire.results.cells import FacetCell, Row

_Cells: TypeAlias = Mapping[tuple[Row, str], FacetCell]
_ModelCells: TypeAlias = Mapping[tuple[Row, str, str], FacetCell]


@dataclass(frozen=True, slots=True)
class RowFact:
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


def row_facts(cells: _Cells, by_model: _ModelCells) -> Mapping[Row, Mapping[str, RowFact]]:
    """Return row -> facet -> what holds of it.

    Args:
        cells: (row, facet) -> its cell.
        by_model: the same of each model.
    """
    models: dict[tuple[Row, str], dict[str, set[str]]] = {}
    for (row, facet, model), mine in by_model.items():
        for word in mine.words:
            models.setdefault((row, facet), {}).setdefault(word.text, set()).add(model)
    found: dict[Row, dict[str, RowFact]] = {}
    for (row, facet), cell in cells.items():
        words = {word: frozenset(who) for word, who in models[row, facet].items()}
        found.setdefault(row, {})[facet] = RowFact(cell, words)
    return found
