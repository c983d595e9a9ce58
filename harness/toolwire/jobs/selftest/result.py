"""What a measurement found."""

from __future__ import annotations

from dataclasses import dataclass

from toolwire.io.records import as_json
from toolwire.jobs.selftest.benign.judged import BenignCount
from toolwire.model.conversation import JsonObject

#: Share of the counted mutations that have to be detected in each dialect.
TARGET = 0.97


@dataclass(frozen=True, slots=True)
class Miss:
    """Mutations of one kind that were not detected.

    Attributes:
        mode: of the exchange.
        operator, place: what was done where; for a rule's own fault `rule` and its id.
        scenarios: the clean exchanges it was done to, each once.
        count: number of mutations.
        reason: why they are not seen.
    """

    mode: str
    operator: str
    place: str
    scenarios: tuple[str, ...]
    count: int
    reason: str


@dataclass(frozen=True, slots=True)
class BenignResult:
    """How the judge did with clean answers that were written otherwise.

    Attributes:
        variants: number of ways that the dialect's clients do not notice.
        exchanges: number of clean exchanges written so, each in one way.
        alarms: findings at `warning` or above on them: variant, scenario, mode and rule.
        misread: those of which something else was read than before: variant, scenario and mode.
    """

    variants: int
    exchanges: int
    alarms: tuple[str, ...]
    misread: tuple[str, ...]

    @classmethod
    def of(cls, count: BenignCount) -> BenignResult:
        """Return what was counted."""
        return cls(
            len(count.applied),
            sum(count.applied.values()),
            tuple(count.alarms),
            tuple(count.misread),
        )

    def as_json(self) -> JsonObject:
        """Return the result as `--json` prints it."""
        return {
            "variants": self.variants,
            "exchanges": self.exchanges,
            "alarms": list(self.alarms),
            "misread": list(self.misread),
        }


@dataclass(frozen=True, slots=True)
class Result:
    """How the judge did in one dialect.

    Attributes:
        dialect: its name.
        own: mutations that the rules carry themselves; own_detected: of those, found by their
            rule.
        generic: counted mutations of the generic mutator; detected: of those, with a finding
            at `warning` or above.
        paired: of the detected, those noticed only beside the clean answer in the other mode.
        uncounted: mutations in places that do not count; noticed: of those, with a finding.
        misses: what was not detected and counts.
        by_design: what was not detected in places that do not count.
        clean: number of clean exchanges judged.
        alarms: findings at `warning` or above on them: scenario, mode and rule.
        benign: the same with clean exchanges that are written otherwise.
        internal: what of toolwire raised, a line each; nothing was measured to the end then.
    """

    dialect: str
    own: int
    own_detected: int
    generic: int
    detected: int
    paired: int
    uncounted: int
    noticed: int
    misses: tuple[Miss, ...]
    by_design: tuple[Miss, ...]
    clean: int
    alarms: tuple[str, ...]
    benign: BenignResult
    internal: tuple[str, ...] = ()

    @property
    def rate(self) -> float:
        """Return the share of counted mutations that were detected."""
        every = self.own + self.generic
        return (self.own_detected + self.detected) / every if every else 1.0

    @property
    def reached(self) -> bool:
        """Return whether the dialect is judged well enough, without a false alarm.

        The generic mutations have to reach the target by themselves: the rules' own, which are
        found by construction, cannot make up for them.
        """
        generic = self.detected / self.generic if self.generic else 1.0
        wrong = self.alarms or self.benign.alarms or self.benign.misread or self.internal
        return min(self.rate, generic) >= TARGET and not wrong

    def as_json(self) -> JsonObject:
        """Return the result as `--json` prints it."""
        return {
            "dialect": self.dialect,
            "rate": round(self.rate, 4),
            "reached": self.reached,
            "own": {"mutations": self.own, "detected": self.own_detected},
            "generic": {
                "mutations": self.generic,
                "detected": self.detected,
                "only_beside_twin": self.paired,
            },
            "uncounted": {"mutations": self.uncounted, "noticed": self.noticed},
            "misses": [as_json(miss) for miss in self.misses],
            "misses_by_design": [as_json(miss) for miss in self.by_design],
            "clean": {"exchanges": self.clean, "alarms": list(self.alarms)},
            "benign": self.benign.as_json(),
            **({"internal": list(self.internal)} if self.internal else {}),
        }
