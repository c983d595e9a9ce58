"""The measurement: plant faults in a dialect's clean exchanges and judge them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial

from toolwire.dialects import Dialect
from toolwire.jobs.internal import entries_of
from toolwire.jobs.selftest.benign.judged import judge_benign
from toolwire.jobs.selftest.exempt_places import explained, reason_for
from toolwire.jobs.selftest.mutant import Mutant
from toolwire.jobs.selftest.planting import answers, planted
from toolwire.jobs.selftest.result import BenignResult, Miss, Result
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.observation import Finding, Severity
from toolwire.model.reply import Reading
from toolwire.rules import RULES, RulesError, judge, judge_pair, judge_request
from toolwire.rules.mutate.scenarios import clean
from toolwire.rules.proof import exchanges

_UNFOUND = "the rule does not find its own fault"
_OTHER = {Mode.BLOCKING: Mode.STREAMING, Mode.STREAMING: Mode.BLOCKING}


@dataclass(slots=True)
class _MutationCount:
    """Mutations of one sort, and what was not detected of them."""

    mutations: int = 0
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

    An answer is judged beside its clean twin in the other mode too, as an audit does.
    """
    exchanges = answers(dialect)
    judges = _Judges(dialect.name)
    own_planted, own_missed = _own(dialect, judges)
    counted, uncounted = _MutationCount(), _MutationCount()
    read = {(scenario, mode): dialect.decode(exchange) for scenario, mode, exchange in exchanges}
    for mutant in planted(dialect, exchanges):
        twin = read.get((mutant.scenario, _OTHER[mutant.mode]))
        _judge(dialect, mutant, twin, judges, (counted, uncounted))
    alarms = tuple(_alarms(dialect, exchanges, judges))
    benign = judge_benign(dialect, exchanges, lambda reading: judges.found(partial(judge, reading)))
    return Result(
        dialect=dialect.name,
        own=own_planted,
        own_detected=own_planted - len(own_missed),
        generic=counted.mutations,
        detected=counted.detected,
        paired=counted.paired,
        uncounted=uncounted.mutations,
        noticed=uncounted.detected,
        misses=(*own_missed, *counted.misses()),
        by_design=uncounted.misses(),
        clean=len(exchanges),
        alarms=alarms,
        benign=BenignResult.of(benign),
        internal=tuple(judges.raised),
    )


class _Judges:
    """Asks the rules, and keeps what they raise instead, each line once."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.raised: dict[str, None] = {}

    def found(self, work: Callable[[], tuple[Finding, ...]]) -> tuple[Finding, ...]:
        """Return what the rules find; of rules that raise nothing, but what the others find."""
        try:
            return work()
        except RulesError as error:
            entries = entries_of(
                error, "the rules", f"{self._name}, a clean exchange or one fault in it"
            )
            self.raised.update(dict.fromkeys(entry.reason for entry in entries))
            return error.findings


def _judge(
    dialect: Dialect,
    mutant: Mutant,
    twin: Reading | None,
    judges: _Judges,
    counts: tuple[_MutationCount, _MutationCount],
) -> None:
    reason = reason_for(dialect.name, mutant)
    counted, uncounted = counts
    count = counted if reason is None else uncounted
    count.mutations += 1
    reading = dialect.decode(mutant.exchange)
    if _grave(judges.found(lambda: judge(reading))):
        count.detected += 1
    elif (
        twin is not None
        and twin.ok
        and _grave(judges.found(lambda: judge_pair(_beside(reading, twin))))
    ):
        count.detected += 1
        count.paired += 1
    else:
        count.miss(mutant, reason or explained(dialect.name, mutant))


def _beside(reading: Reading, twin: Reading) -> Reading:
    """Return the streamed one of two readings, with the other as its twin."""
    if reading.mode is Mode.STREAMING:
        return replace(reading, twin=twin)
    return replace(twin, twin=reading)


def _grave(findings: Iterable[Finding]) -> bool:
    return any(finding.severity is not Severity.INFO for finding in findings)


def _own(dialect: Dialect, judges: _Judges) -> tuple[int, tuple[Miss, ...]]:
    """Plant the faults that the rules carry; each counts as detected when its rule finds it.

    A rule that is mild in a dialect finds its own fault there as mildly.
    """
    mutations, missed = 0, []
    for rule in RULES.values():
        for mutation in rule.mutations:
            if mutation.dialect != dialect.name:
                continue
            mutations += 1
            exchange = exchanges.mutated(rule, mutation)
            reading = exchanges.reading(rule, dialect.name, mutation.scenario, exchange)
            found = judges.found(partial(exchanges.findings, rule, reading))
            if all(finding.rule != rule.id for finding in found):
                place = f"{rule.id} {mutation.fault}".strip()
                scenarios = (mutation.scenario,)
                missed.append(Miss(mutation.mode, "rule", place, scenarios, 1, _UNFOUND))
    return mutations, tuple(missed)


def _alarms(
    dialect: Dialect, exchanges: Iterable[tuple[str, Mode, Exchange]], judges: _Judges
) -> Iterator[str]:
    """Yield the findings on clean exchanges that should have none."""
    for scenario, mode, exchange in exchanges:
        reading = dialect.decode(exchange)
        if mode is Mode.STREAMING and reading.ok:
            twin = dialect.decode(clean(dialect, scenario, Mode.BLOCKING))
            reading = replace(reading, twin=twin)
        found = judges.found(partial(judge, reading))
        for finding in (*found, *judges.found(partial(judge_request, reading))):
            if finding.severity is not Severity.INFO:
                yield f"{scenario} {mode.value} {finding.rule} at {finding.pointer}"
