"""One of two results that are compared: whatever depends on it alone, folded once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from toolwire.io.lists import grouped
from toolwire.model.observation import Observation
from toolwire.results import Header
from toolwire.results.cells import Row, Table
from toolwire.results.cells.algebra import CellObservations
from toolwire.results.cells.facets import facet_cells
from toolwire.results.cells.table import row_of
from toolwire.results.comparison.beside_suites import states_beside_suites
from toolwire.results.comparison.case_states import CaseStates, case_states
from toolwire.results.comparison.exchanges import Exchange, facets_by_bytes, rules_by_bytes
from toolwire.results.comparison.row_facts import RowFact, row_facts
from toolwire.results.comparison.rule_hits import HitsByRule, hits_by_rule
from toolwire.results.comparison.state import CellState, chosen_state

_Cases: TypeAlias = Mapping[tuple[str, str], CaseStates]
_Case: TypeAlias = tuple[str, ...]


@dataclass(frozen=True)
class ResultSide:
    """A result, and what comparisons ask of it; a result that is compared with many is folded once.

    Attributes:
        header: of its file; `rules` of () do not say by what was judged.
        table: its cells.
    """

    header: Header
    table: Table
    _cases: dict[tuple[Row, str], _Cases] = field(default_factory=dict, compare=False, repr=False)
    _suites: dict[tuple[Row, str], CellState] = field(
        default_factory=dict, compare=False, repr=False
    )

    @property
    def observations(self) -> tuple[Observation, ...]:
        """Return the observations, each there once."""
        return self.table.observations

    @property
    def selections(self) -> Mapping[tuple[Row, str], CellObservations]:
        """Return (row, suite) -> its observations, divided."""
        return self.table.chosen

    @cached_property
    def rows(self) -> frozenset[Row]:
        """Return the rows of any suite."""
        return frozenset(row for row, _ in self.selections)

    @cached_property
    def suites(self) -> frozenset[str]:
        """Return the suites of any row."""
        return frozenset(suite for _, suite in self.selections)

    @cached_property
    def dialects(self) -> frozenset[str]:
        """Return the dialects of all observations."""
        return frozenset(seen.dialect for seen in self.observations)

    @cached_property
    def rules_by_bytes(self) -> Mapping[Exchange, tuple[str, frozenset[str]]]:
        """Return what each exchange breaks, by its bytes."""
        return rules_by_bytes(self.observations)

    @cached_property
    def facets_by_bytes(self) -> Mapping[Exchange, Mapping[str, str]]:
        """Return what each exchange shows of the format, by its bytes."""
        return facets_by_bytes(self.observations)

    @cached_property
    def hits(self) -> HitsByRule:
        """Return the exchanges that break each rule."""
        return hits_by_rule(self.selections)

    @cached_property
    def beside_suites(self) -> Mapping[Row, CellState]:
        """Return the state of what traffic shows that concerns no suite."""
        return states_beside_suites(self.observations)

    def suite(self, row: Row, suite: str) -> CellState | None:
        """Return the state of a cell of the matrix, None where nothing was observed."""
        key = (row, suite)
        if key not in self._suites and key in self.selections:
            self._suites[key] = chosen_state(self.selections[key])
        return self._suites.get(key)

    def cases(self, row: Row, suite: str) -> _Cases:
        """Return (case, mode) -> its states, of a cell that was observed."""
        key = (row, suite)
        if key not in self._cases:
            self._cases[key] = case_states(self.selections[key])
        return self._cases[key]

    @cached_property
    def cases_asked(self) -> frozenset[_Case]:
        """Return the cases that were asked, of all rows and modes."""
        return frozenset(_case(seen) for seen in self.observations if seen.asked)

    @cached_property
    def showing(self) -> Mapping[Row, list[Observation]]:
        """Return the observations that show facets, by row."""
        return grouped((seen for seen in self.observations if seen.facets), row_of)

    def facts(self, row: Row, cases: frozenset[_Case]) -> Mapping[str, RowFact]:
        """Return facet -> what holds of it in a row.

        Args:
            row: one that shows facets.
            cases: of what was asked, which count.
        """
        mine = [one for one in self.showing[row] if not one.asked or _case(one) in cases]
        if len(mine) == len(self.showing[row]):
            return self._facts.get(row, {})
        return row_facts(*facet_cells(mine)).get(row, {})

    @cached_property
    def _facts(self) -> Mapping[Row, Mapping[str, RowFact]]:
        return row_facts(self.table.facets, self.table.model_facets)


def _case(seen: Observation) -> _Case:
    return (seen.provider, seen.dialect, seen.suite, seen.case, str(seen.mode))
