"""All cells of some observations: grouped by row, suite, mode, case, model and facet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from toolwire.io.lists import grouped
from toolwire.model.observation import FACETS, WHOLE, Observation
from toolwire.results.cells.algebra import CellObservations, cell, deduplicated, select
from toolwire.results.cells.facets import facet_cells
from toolwire.results.cells.model import Cell, FacetCell, Row

#: Case of recorded traffic; `traffic.named` is traffic that shows what the case `named` asks.
_TRAFFIC = "traffic."
_Key: TypeAlias = tuple[Row, str]
_DeepKey: TypeAlias = tuple[Row, str, str]


def row_of(seen: Observation) -> Row:
    """Return the row an observation belongs to."""
    return Row(seen.provider, seen.dialect)


def selections(observations: Iterable[Observation]) -> Mapping[_Key, CellObservations]:
    """Return (row, suite) -> its observations, divided; in the order of the keys."""
    return _selections(by_suite(deduplicated(observations)))


def by_suite(once: Iterable[Observation]) -> Mapping[_Key, list[Observation]]:
    """Return (row, suite) -> its observations, in the order in which they come; keys are sorted."""
    # A plain tuple is sorted and found several times as fast as a row.
    groups = grouped(once, lambda seen: (seen.provider, seen.dialect, seen.suite))
    return {
        (Row(provider, dialect), suite): groups[provider, dialect, suite]
        for provider, dialect, suite in sorted(groups)
    }


def fold(observations: Iterable[Observation]) -> Table:
    """Fold observations, in any order, into cells."""
    return Table(deduplicated(observations))


@dataclass(frozen=True)
class Table:
    """All cells of some observations. A missing key means that nothing was observed.

    Each part is folded when it is first asked for, and kept: a page of suites needs no cases.

    Attributes:
        observations: each once, in an order that does not depend on theirs.
    """

    observations: tuple[Observation, ...]

    @cached_property
    def chosen(self) -> Mapping[_Key, CellObservations]:
        """Return (row, suite) -> its observations, divided."""
        return _selections(self.of_suites)

    @cached_property
    def of_suites(self) -> Mapping[_Key, list[Observation]]:
        """Return (row, suite) -> its observations."""
        return by_suite(self.observations)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """Return the rows, sorted: of whatever is about a suite, or shows a facet."""
        named = {row for row, suite in self.chosen if suite != WHOLE}
        shown = {
            row_of(seen)
            for seen in self.observations
            if seen.suite == WHOLE and not FACETS.keys().isdisjoint(seen.facets)
        }
        return tuple(sorted(named | shown))

    @cached_property
    def suites(self) -> Mapping[_Key, Cell]:
        """Return (row, suite) -> cell."""
        return {key: cell(chosen) for key, chosen in self.chosen.items()}

    @cached_property
    def modes(self) -> Mapping[_DeepKey, Cell]:
        """Return (row, suite, mode) -> cell."""
        return self._parts(lambda seen: str(seen.mode))

    @cached_property
    def cases(self) -> Mapping[_DeepKey, Cell]:
        """Return (row, suite, case) -> cell."""
        return self._parts(lambda seen: seen.case.removeprefix(_TRAFFIC))

    @cached_property
    def models(self) -> Mapping[_DeepKey, Cell]:
        """Return (row, suite, model) -> cell."""
        return self._parts(lambda seen: seen.model)

    @cached_property
    def model_names(self) -> Mapping[Row, frozenset[str]]:
        """Return row -> the models that any cell of a suite is of, history included."""
        found: dict[tuple[str, str], set[str]] = {}
        for seen in self.observations:
            if seen.suite != WHOLE:
                found.setdefault((seen.provider, seen.dialect), set()).add(seen.model)
        return {Row(*whose): frozenset(names) for whose, names in found.items()}

    @property
    def facets(self) -> Mapping[_Key, FacetCell]:
        """Return (row, facet) -> cell."""
        return self._facets[0]

    @property
    def model_facets(self) -> Mapping[_DeepKey, FacetCell]:
        """Return (row, facet, model) -> cell."""
        return self._facets[1]

    @cached_property
    def _facets(self) -> tuple[Mapping[_Key, FacetCell], Mapping[_DeepKey, FacetCell]]:
        return facet_cells(self.observations)

    def _parts(self, part: Callable[[Observation], str]) -> Mapping[_DeepKey, Cell]:
        """Fold parts of suites; each part has its own newest evidence."""
        found: dict[_DeepKey, Cell] = {}
        for (row, suite), mine in self.of_suites.items():
            # What is about an exchange as a whole is no suite.
            parts = grouped(mine, part) if suite != WHOLE else {}
            for name in sorted(parts):
                # A suite that was looked at in one mode alone is that mode.
                found[row, suite, name] = (
                    _alone(self.suites[row, suite])
                    if len(parts) == 1
                    else cell(select(parts[name]), beside=False)
                )
        return found


def _alone(whole: Cell) -> Cell:
    return replace(whole, beside=None) if whole.beside else whole


def _selections(groups: Mapping[_Key, list[Observation]]) -> Mapping[_Key, CellObservations]:
    return {key: select(mine) for key, mine in groups.items()}
