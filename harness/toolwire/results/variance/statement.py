"""What a run says of a rule that one answer of a model can explain.

A statement is a fold of counts that observations carry (`Observation.chances`): sums, so that neither
their order nor the parts they came in matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from toolwire.model.exchange import EvidenceLevel, Mode
from toolwire.model.observation import (
    ALL_PARTS,
    NO_PART,
    SCRIPTED,
    Chance,
    Observation,
    Severity,
    Verdict,
    added,
)
from toolwire.results.variance.interval import excluded, percent, wilson

#: provider, dialect, model.
Target: TypeAlias = tuple[str, str, str]

#: A rate whose interval ends below this is that of a model that does as asked: a fifth, as the
#: threshold of a case has it.
MOST_RATE: Final = 0.2
#: A rate whose interval begins above this, and that nothing in the run contradicts, is no model's.
#: Four replies of four are the fewest that clear it.
LEAST_RATE: Final = 0.5
#: The same of the replies of one mode, where those of the other contradict: six of six clear it. A
#: model that does as it likes half of the time breaks a rule in one mode only more often than thought.
LEAST_RATE_OF_MODE: Final = 0.6
#: The same of pairs of answers that differ one way, of all that differ: twelve of twelve clear it,
#: which modes that a model knows nothing of come to once in two thousand runs.
LEAST_ONE_WAY: Final = 0.75
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
        verdict: `conformant`, `inconclusive`, or where no mood of a model explains it `non-strict` or
            `failed`, as the rule is a warning or an error.
        words: rate, interval and meaning, in one line without values from the wire.
        cases: `suite.case` of those that broke it, sorted.
        known: the provider's file lists it as a known deviation.
        mode: the one that it is about, where the other does what this one never does; else None.
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
    mode: Mode | None = None

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
    counted: dict[Target, dict[str, dict[Mode, _TargetCount]]] = {}
    for seen in _once(observations):
        mine = counted.setdefault(target_of(seen), {})
        for rule, chance in seen.chances.items():
            modes = mine.setdefault(rule, {})
            count = modes.get(seen.mode)
            if count is None:
                count = modes[seen.mode] = _TargetCount()
            count.take(seen, rule, chance)
    return tuple(
        _stated(target, rule, modes)
        for target, mine in sorted(counted.items())
        for rule, modes in sorted(mine.items())
        if any(count.replies for count in modes.values())
    )


def _stated(target: Target, rule: str, modes: Mapping[Mode, _TargetCount]) -> Statement:
    """Return what both modes come to together; of one alone, or of pairs that differ one way, where
    only that explains them.
    """
    every = _TargetCount.of(modes.values())
    whole = every.statement(target, rule)
    if whole.colours or not whole.hits:
        return whole
    one_way = every.one_way(target, rule)
    if one_way is not None or len(modes) < len(Mode):
        return one_way or whole
    for mode, count in modes.items():
        (other,) = (one for one in Mode if one is not mode)
        if (found := count.against(modes[other], mode, target, rule)) is not None:
            return found
    return whole


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


def _weight(seen: Observation) -> tuple[tuple[str, tuple[int, ...]], ...]:
    return tuple(sorted((rule, _numbers(one)) for rule, one in seen.chances.items()))


def _numbers(one: Chance) -> tuple[int, ...]:
    reverse = -1 if one.reverse is None else one.reverse
    return one.hits, one.replies, one.cleared, one.parts, reverse


#: What a run shows of which every reply is the same: one model alone does not tell itself from its server.
_NEVER: Final = "the server does it, or a model that never does otherwise"


class _TargetCount:
    """The counts of one target and rule, growing."""

    __slots__ = ("cases", "cleared", "hits", "known", "parts", "replies", "reverse", "severity")

    def __init__(self) -> None:
        # Numbers, and no sum of `Chance`: a large run has hundreds of thousands.
        self.replies = self.hits = self.cleared = self.parts = 0
        self.reverse: int | None = None
        self.cases: set[str] = set()
        self.severity = Severity.INFO
        self.known = False

    def take(self, seen: Observation, rule: str, chance: Chance) -> None:
        """Add what one observation says."""
        self.replies += chance.replies
        self.hits += chance.hits
        self.cleared += chance.cleared
        self.parts |= chance.parts
        self.reverse = added(self.reverse, chance.reverse)
        if not chance.hits:
            return
        self.cases.add(f"{seen.suite}.{seen.case}")
        self.known = self.known or rule in seen.known
        found = [finding.severity for finding in seen.findings if finding.rule == rule]
        self.severity = min((self.severity, *found), key=lambda one: one.rank)

    @classmethod
    def of(cls, counts: Iterable[_TargetCount]) -> _TargetCount:
        """Return several counts together."""
        whole = cls()
        for one in counts:
            whole.replies += one.replies
            whole.hits += one.hits
            whole.cleared += one.cleared
            whole.parts |= one.parts
            whole.reverse = added(whole.reverse, one.reverse)
            whole.cases |= one.cases
            whole.severity = min(whole.severity, one.severity, key=lambda each: each.rank)
            whole.known = whole.known or one.known
        return whole

    def statement(self, target: Target, rule: str) -> Statement:
        """Return what all of it comes to."""
        interval = wilson(self.hits, self.replies)
        verdict, meaning = self._judged(target[2], interval.low, interval.high)
        return self._told(target, rule, verdict, f"{self.hits} of {self.replies}{meaning}")

    def against(
        self, other: _TargetCount, mode: Mode, target: Target, rule: str
    ) -> Statement | None:
        """Return what these replies of one mode show, where the other mode does what they never do.

        A model knows of no modes: the same prompts lead it astray in both alike. So where the
        intervals of the two do not meet, it is the code of one mode that does it.
        """
        verdict = _GRADES[self.severity]
        if not (self._always() and self.hits and other.replies and verdict in _COLOURS):
            return None
        mine, theirs = wilson(self.hits, self.replies), wilson(other.hits, other.replies)
        least = max(theirs.high, LEAST_RATE_OF_MODE)
        if mine.low <= least or len(self.cases) < LEAST_CASES:
            return None
        words = (
            f"{self.hits} of {self.replies} {mode} replies, in {len(self.cases)} cases, and "
            f"{other.hits} of {other.replies} others: no model explains it"
        )
        return replace(self._told(target, rule, verdict, words), mode=mode)

    def one_way(self, target: Target, rule: str) -> Statement | None:
        """Return what pairs show that hardly ever differ the other way round: a model knows of no modes."""
        verdict = _GRADES[self.severity]
        if self.reverse is None or verdict not in _COLOURS or len(self.cases) < LEAST_CASES:
            return None
        if wilson(self.hits, self.hits + self.reverse).low <= LEAST_ONE_WAY:
            return None
        words = (
            f"{self.hits} of {self.replies}, in {len(self.cases)} cases, and {self.reverse} the other "
            "way round: no model explains it"
        )
        return self._told(target, rule, verdict, words)

    def _told(self, target: Target, rule: str, verdict: Verdict, words: str) -> Statement:
        interval = wilson(self.hits, self.replies)
        return Statement(
            *target,
            rule,
            self.severity,
            self.hits,
            self.replies,
            interval.low,
            interval.high,
            verdict,
            words,
            tuple(sorted(self.cases)),
            self.known,
        )

    def _judged(self, model: str, low: float, high: float) -> tuple[Verdict, str]:
        if not self.hits:
            bound = percent(excluded(self.replies))
            return Verdict.CONFORMANT, f"; not enough to exclude {bound} (95 %)"
        within = f" (95 % interval {percent(low)} to {percent(high)})"
        if model == SCRIPTED:
            meaning = "; the model's answer is known, so no model explains it"
            return _GRADES[self.severity], within + meaning
        if self._always() and low > LEAST_RATE and len(self.cases) >= LEAST_CASES:
            meaning = f", in {len(self.cases)} cases, and never otherwise in the run"
            return _GRADES[self.severity], f"{within}{meaning}: {_NEVER}"
        if high <= MOST_RATE:
            return Verdict.CONFORMANT, f"{within}; the model's variance explains it"
        return Verdict.INCONCLUSIVE, f"{within}; a model explains it as well as the server"

    def _always(self) -> bool:
        # A cut loses the same part each time. A model that leaves out what it likes shows each in
        # some reply, or all of a text's lines are missing in one and some in another.
        same = self.parts & ALL_PARTS != ALL_PARTS and (
            self.parts <= NO_PART or not self.parts & NO_PART
        )
        return self.hits == self.replies and not self.cleared and same
