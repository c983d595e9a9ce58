"""All cells of some observations: grouped by row, suite, mode, case, model and facet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from toolwire.io.lists import grouped
from toolwire.model.observation import WHOLE, Observation
from toolwire.results.cells.algebra import CellObservations, cell, once, select
from toolwire.results.cells.facets import facet_cells
from toolwire.results.cells.model import Cell, Row, Table

#: Case of recorded traffic; `traffic.named` is traffic that shows what the case `named` asks.
_TRAFFIC = "traffic."
_Key: TypeAlias = tuple[Row, str]
_DeepKey: TypeAlias = tuple[Row, str, str]


def row_of(seen: Observation) -> Row:
    """Return the row an observation belongs to."""
    return Row(seen.provider, seen.dialect)


def selections(observations: Iterable[Observation]) -> Mapping[_Key, CellObservations]:
    """Return (row, suite) -> its observations, divided; in the order of the keys."""
    groups = grouped(once(observations), lambda seen: (row_of(seen), seen.suite))
    return {key: select(groups[key]) for key in sorted(groups)}


def fold(observations: Iterable[Observation]) -> Table:
    """Fold observations, in any order, into cells."""
    every = once(observations)
    suites = {key: cell(chosen) for key, chosen in selections(every).items()}
    facets, by_model = facet_cells(every)
    # What is about an exchange as a whole is no suite, and makes no row.
    in_suites = tuple(seen for seen in every if seen.suite != WHOLE)
    rows = {row_of(seen) for seen in in_suites} | {row for row, _ in facets}
    return Table(
        rows=tuple(sorted(rows)),
        suites=suites,
        modes=_parts(in_suites, lambda seen: str(seen.mode)),
        cases=_parts(in_suites, lambda seen: seen.case.removeprefix(_TRAFFIC)),
        models=_parts(in_suites, lambda seen: seen.model),
        facets=facets,
        model_facets=by_model,
    )


def _parts(
    observations: Iterable[Observation], part: Callable[[Observation], str]
) -> dict[_DeepKey, Cell]:
    """Fold parts of suites; each part has its own newest evidence."""
    groups = grouped(observations, lambda seen: (row_of(seen), seen.suite, part(seen)))
    return {key: cell(select(groups[key]), beside=False) for key in sorted(groups)}
