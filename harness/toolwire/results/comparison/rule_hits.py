"""The exchanges of one result that break each rule, and how many were looked at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from toolwire.model.observation import Finding, Observation, Severity, Verdict
from toolwire.results.cells import Basis, Row
from toolwire.results.cells.age import day
from toolwire.results.cells.algebra import CellObservations
from toolwire.results.comparison.exchanges import Exchange, exchange
from toolwire.results.comparison.state import breaches


@dataclass(slots=True)
class RuleHits:
    """Exchanges that break one rule: day, model and most severe severity of each."""

    exchanges: dict[Exchange, tuple[str, str, Severity]] = field(default_factory=dict)

    def add(self, seen: Observation, found: Finding) -> None:
        """Count an exchange once, with its most severe breach."""
        key = exchange(seen)
        known = self.exchanges.get(key)
        if known is None or found.severity.rank < known[2].rank:
            self.exchanges[key] = (day(seen.evidence.recorded_at), seen.model, found.severity)

    @property
    def days(self) -> list[str]:
        """Return the days of them that are known."""
        return sorted(when for when, _, _ in self.exchanges.values() if when)


@dataclass(slots=True)
class HitsByRule:
    """Exchanges that count by row, and those that break a rule by row and rule."""

    looked: dict[Row, set[Exchange]] = field(default_factory=dict)
    hits: dict[tuple[Row, str], RuleHits] = field(default_factory=dict)


def hits_by_rule(selections: Mapping[tuple[Row, str], CellObservations]) -> HitsByRule:
    """Count what the cells of a result rest on."""
    side = HitsByRule()
    for (row, _), chosen in selections.items():
        if chosen.basis is Basis.DOCUMENTED:
            continue
        for seen in chosen.current:
            if seen.verdict is not Verdict.NOT_RUN:
                side.looked.setdefault(row, set()).add(exchange(seen))
                for found in breaches(seen):
                    side.hits.setdefault((row, found.rule), RuleHits()).add(seen, found)
    return side
