"""The measurement: plant faults in a dialect's clean exchanges and judge them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial

from harness.dialects import Dialect
from harness.exchange import Exchange, Mode
from harness.observation import Finding, Severity
from harness.reply import Reading
from harness.rules import RULES, judge, judge_request, trial
from harness.rules.scenarios import clean, every_clean
from harness.selftest.generic import mutants
from harness.selftest.mutant import Mutant
from harness.selftest.places import explained, is_closed, reason_for
from harness.selftest.result import Miss, Result

__all__ = ["measure"]

_UNFOUND = "the rule does not find its own fault"


@dataclass(slots=True)
class _Count:
    """Mutations of one sort, and what was not detected of them."""

    planted: int = 0
    detected: int = 0
    paired: int = 0
    missed: dict[tuple[str, str, str, str], list[str]] = field(default_factory=dict)

    def miss(self, mutant: Mutant, reason: str) -> None:
        """Note a mutation that was not detected."""
        key = (mutant.mode.value, mutant.operator.value, mutant.place, reason)
        self.missed.setdefault(key, []).append(mutant.scenario)

    def misses(self) -> tuple[Miss, ...]:
        """Return the misses by name."""
        return tuple(
            Miss(mode, operator, place, tuple(dict.fromkeys(found)), len(found), reason)
            for (mode, operator, place, reason), found in sorted(self.missed.items())
        )


def measure(dialect: Dialect) -> Result:
    """Measure the judge in one dialect; takes some seconds.

    A stream is judged beside its clean blocking twin too, as an audit does.
    """
    exchanges = tuple(every_clean(dialect))
    own_planted, own_missed = _own(dialect)
    counted, uncounted = _Count(), _Count()
    for scenario, mode, exchange in exchanges:
        if not dialect.decode(exchange).reply.tool_calls:
            continue
        twin = dialect.decode(clean(dialect, scenario, Mode.BLOCKING))
        for mutant in mutants(scenario, mode, exchange, partial(is_closed, dialect.name)):
            _judge(dialect, mutant, twin, counted, uncounted)
    return Result(
        dialect=dialect.name,
        own=own_planted,
        own_detected=own_planted - len(own_missed),
        generic=counted.planted,
        detected=counted.detected,
        paired=counted.paired,
        uncounted=uncounted.planted,
        noticed=uncounted.detected,
        misses=(*own_missed, *counted.misses()),
        by_design=uncounted.misses(),
        clean=len(exchanges),
        alarms=tuple(_alarms(dialect, exchanges)),
    )


def _judge(
    dialect: Dialect, mutant: Mutant, twin: Reading, counted: _Count, uncounted: _Count
) -> None:
    reason = reason_for(dialect.name, mutant)
    count = counted if reason is None else uncounted
    count.planted += 1
    reading = dialect.decode(mutant.exchange)
    if _grave(judge(reading)):
        count.detected += 1
    elif mutant.mode is Mode.STREAMING and _grave(judge(replace(reading, twin=twin))):
        count.detected += 1
        count.paired += 1
    else:
        count.miss(mutant, reason or explained(dialect.name, mutant))


def _grave(findings: Iterable[Finding]) -> bool:
    return any(finding.severity is not Severity.INFO for finding in findings)


def _own(dialect: Dialect) -> tuple[int, tuple[Miss, ...]]:
    """Plant the faults that the rules carry; each counts as detected when its rule finds it.

    A rule that is mild in a dialect finds its own fault there as mildly.
    """
    planted, missed = 0, []
    for rule in RULES.values():
        for mutation in rule.mutations:
            if mutation.dialect != dialect.name:
                continue
            planted += 1
            exchange = trial.broken(rule, mutation)
            reading = trial.reading(rule, dialect.name, mutation.scenario, exchange)
            if all(finding.rule != rule.id for finding in trial.findings(rule, reading)):
                place = f"{rule.id} {mutation.fault}".strip()
                scenarios = (mutation.scenario,)
                missed.append(Miss(mutation.mode, "rule", place, scenarios, 1, _UNFOUND))
    return planted, tuple(missed)


def _alarms(dialect: Dialect, exchanges: Iterable[tuple[str, Mode, Exchange]]) -> Iterator[str]:
    """Yield the findings on clean exchanges that should have none."""
    for scenario, mode, exchange in exchanges:
        reading = dialect.decode(exchange)
        if mode is Mode.STREAMING:
            twin = dialect.decode(clean(dialect, scenario, Mode.BLOCKING))
            reading = replace(reading, twin=twin)
        for finding in (*judge(reading), *judge_request(reading)):
            if finding.severity is not Severity.INFO:
                yield f"{scenario} {mode.value} {finding.rule} at {finding.pointer}"
