"""One case of one mode on one side: its state with each model, and with all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from toolwire.model.observation import Observation
from toolwire.results.cells.algebra import CellObservations
from toolwire.results.comparison.state import CellState, state


@dataclass(frozen=True, slots=True)
class CaseStates:
    """The observations of a case by model; each state is folded when it is first asked for."""

    models: Mapping[str, tuple[Observation, ...]]
    _folded: dict[str | None, CellState] = field(default_factory=dict, compare=False, repr=False)

    def of(self, model: str) -> CellState | None:
        """Return the state with one model, None where it was not asked."""
        return self._state(model, self.models[model]) if model in self.models else None

    def together(self) -> CellState:
        """Return the state with all models."""
        every = tuple(seen for model in sorted(self.models) for seen in self.models[model])
        return self._state(None, every)

    def _state(self, key: str | None, observations: tuple[Observation, ...]) -> CellState:
        found = self._folded.get(key)
        if found is None:
            found = self._folded[key] = state(observations)
        return found


def case_states(chosen: CellObservations) -> Mapping[tuple[str, str], CaseStates]:
    """Return (case, mode) -> its states, of what counts in a cell."""
    found: dict[tuple[str, str], dict[str, list[Observation]]] = {}
    for seen in (*chosen.current, *chosen.absent, *chosen.since):
        models = found.setdefault((seen.case, str(seen.mode)), {})
        models.setdefault(seen.model, []).append(seen)
    return {
        unit: CaseStates({model: tuple(mine) for model, mine in models.items()})
        for unit, models in found.items()
    }
