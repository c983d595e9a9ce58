"""What a run says of a rule that one answer of a model can explain.

A statement is a fold of counts that observations carry (`Observation.chances`): sums, so that neither
their order nor the parts they came in matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from toolwire.model.exchange import EvidenceLevel, Mode
from toolwire.model.observation import SCRIPTED, Chance, Observation, Severity, Verdict
from toolwire.results.variance.interval import excluded, percent, wilson

#: provider, dialect, model.
Target: TypeAlias = tuple[str, str, str]

#: A rate whose interval ends below this is that of a model that does as asked: a fifth, as the
#: threshold of a case has it.
MOST_RATE: Final = 0.2
#: A rate whose interval begins above this, and that nothing in the run contradicts, is no model's.
#: Four replies of four are the fewest that clear it.
LEAST_RATE: Final = 0.5
#: One prompt may lead a model into the same answer each time; two hardly do.
LEAST_CASES: Final = 2

_GRADES: Final[Mapping[Severity, Verdict]] = {
    Severity.ERROR: Verdict.FAILED,
    Severity.WARNING: Verdict.NON_STRICT,
    Severity.INFO: Verdict.CONFORMANT,
}
_COLOURS: Final = frozenset({Verdict.FAILED, Verdict.NON_STRICT})


@dataclass(frozen=True, slots=True)
class Statement:
    """How often a target broke a rule over a run, and what that means.

    Attributes:
        provider, dialect, model: of the target.
        rule: its id.
        severity: the most severe it was broken with; `info` where it never was.
        hits, replies: replies that broke it, of those in which it could have shown.
        low, high: 95 % interval of that rate.
        verdict: `conformant`, `inconclusive`, or where no model explains it `non-strict` or
            `failed`, as the rule is a warning or an error.
        words: rate, interval and meaning, in one line without values from the wire.
        cases: `suite.case` of those that broke it, sorted.
        known: the provider's file lists it as a known deviation.
    """

    provider: str
    dialect: str
    model: str
    rule: str
    severity: Severity
    hits: int
    replies: int
    low: float
    high: float
    verdict: Verdict
    words: str
    cases: tuple[str, ...] = ()
    known: bool = False

    @property
    def target(self) -> Target:
        """Return provider, dialect and model."""
        return self.provider, self.dialect, self.model

    @property
    def colours(self) -> bool:
        """Return whether the findings count: no variance of a model explains them."""
        return self.verdict in _COLOURS


def statements(observations: Iterable[Observation]) -> tuple[Statement, ...]:
    """Return what a run says of each rule that one answer of a model can explain.

    Args:
        observations: of one run or of several together, consumed once, in any order. One that is
            there twice counts once. Traffic, and answers that were composed, count for nothing: no
            model chose them for this run.

    Returns:
        One for each target and rule with replies in which it could have shown, sorted.
    """
    counted: dict[Target, dict[str, _TargetCount]] = {}
    for seen in _once(observations):
        mine = counted.setdefault(target_of(seen), {})
        for rule, chance in seen.chances.items():
            count = mine.get(rule)
            if count is None:
                count = mine[rule] = _TargetCount()
            count.take(seen, rule, chance)
    return tuple(
        count.statement(target, rule)
        for target, mine in sorted(counted.items())
        for rule, count in sorted(mine.items())
        if count.replies
    )


def target_of(seen: Observation) -> Target:
    """Return whose an observation is."""
    return seen.provider, seen.dialect, seen.model


def _once(observations: Iterable[Observation]) -> Iterable[Observation]:
    """Return what counts, each case of each run once, whichever comes first."""
    kept: dict[tuple[str, Target, str, str, Mode], Observation] = {}
    for seen in observations:
        composed = seen.evidence.level is EvidenceLevel.DOCUMENTED
        if seen.asked and seen.chances and not composed:
            key = (seen.run, target_of(seen), seen.suite, seen.case, seen.mode)
            before = kept.get(key)
            if before is None or _weight(seen) > _weight(before):
                kept[key] = seen
    return kept.values()


def _weight(seen: Observation) -> tuple[tuple[str, int, int, int], ...]:
    counts = sorted(seen.chances.items())
    return tuple((rule, one.hits, one.replies, one.cleared) for rule, one in counts)


class _TargetCount:
    """The counts of one target and rule, growing."""

    __slots__ = ("_cases", "_known", "_severity", "cleared", "hits", "replies")

    def __init__(self) -> None:
        # Numbers, and no sum of `Chance`: a large run has hundreds of thousands.
        self.replies = self.hits = self.cleared = 0
        self._cases: set[str] = set()
        self._severity = Severity.INFO
        self._known = False

    def take(self, seen: Observation, rule: str, chance: Chance) -> None:
        """Add what one observation says."""
        self.replies += chance.replies
        self.hits += chance.hits
        self.cleared += chance.cleared
        if not chance.hits:
            return
        self._cases.add(f"{seen.suite}.{seen.case}")
        self._known = self._known or rule in seen.known
        found = [finding.severity for finding in seen.findings if finding.rule == rule]
        self._severity = min((self._severity, *found), key=lambda one: one.rank)

    def statement(self, target: Target, rule: str) -> Statement:
        """Return what all of it comes to."""
        interval = wilson(self.hits, self.replies)
        verdict, meaning = self._judged(target[2], interval.low, interval.high)
        rate = f"{self.hits} of {self.replies}"
        return Statement(
            *target,
            rule,
            self._severity,
            self.hits,
            self.replies,
            interval.low,
            interval.high,
            verdict,
            f"{rate}{meaning}",
            tuple(sorted(self._cases)),
            self._known,
        )

    def _judged(self, model: str, low: float, high: float) -> tuple[Verdict, str]:
        if not self.hits:
            bound = percent(excluded(self.replies))
            return Verdict.CONFORMANT, f"; not enough to exclude {bound} (95 %)"
        within = f" (95 % interval {percent(low)} to {percent(high)})"
        if model == SCRIPTED:
            meaning = "; the model's answer is known, so no model explains it"
            return _GRADES[self._severity], within + meaning
        always = self.hits == self.replies and not self.cleared
        if always and low > LEAST_RATE and len(self._cases) >= LEAST_CASES:
            meaning = f", in {len(self._cases)} cases, and never otherwise in the run"
            return _GRADES[self._severity], f"{within}{meaning}: no model explains it"
        if high <= MOST_RATE:
            return Verdict.CONFORMANT, f"{within}; the model's variance explains it"
        return Verdict.INCONCLUSIVE, f"{within}; a model explains it as well as the server"
