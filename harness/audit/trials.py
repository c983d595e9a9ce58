"""One item run several times: wire facts hold every time, a model's behaviour has a rate.

A live model does not do the same every time. What it does is counted, and judged only where
the count says enough; what stands on the wire is judged in every run.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from math import sqrt

from harness.audit.judge import Outcome
from harness.audit.pairs import Half
from harness.observation import Observation, Trials, Verdict

__all__ = ["Interval", "fold_trials", "wilson"]

#: Standard normal quantile of a two-sided 95 % interval.
_Z = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Interval:
    """A rate's two-sided interval; 0.0 <= low <= high <= 1.0."""

    low: float
    high: float


def wilson(met: int, runs: int) -> Interval:
    """Return the Wilson score interval at 95 % of a rate.

    Unlike the normal approximation it stays inside 0 and 1 and means something for few runs.
    Source: E. B. Wilson, Probable Inference, JASA 22 (1927) 209-212.

    Args:
        met: runs that did as expected.
        runs: all runs; at least 1.
    """
    rate, square = met / runs, _Z * _Z
    middle = rate + square / (2 * runs)
    spread = _Z * sqrt(rate * (1 - rate) / runs + square / (4 * runs * runs))
    whole = 1 + square / runs
    return Interval(max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole))


def fold_trials(halves: tuple[Half, ...], threshold: float) -> Half:
    """Fold several runs of one item into one.

    Args:
        halves: the runs, in their order; at least one.
        threshold: rate that the interval of the runs has to clear.

    Returns:
        With one run that run. Else the gravest run if a wire fact failed in any, and
        otherwise the first run that did as expected, with the rate told; it is inconclusive
        where the lower end of the interval is below the threshold.
    """
    if len(halves) == 1:
        return halves[0]
    counted = Counter(half.observation.verdict for half in halves)
    for verdict in (Verdict.FAILED, Verdict.NOT_RUN, Verdict.UNSUPPORTED):
        if counted[verdict]:
            shown = _first(halves, verdict)
            return _told(shown, f"in {counted[verdict]} of {len(halves)} runs: ", halves)
    met = len(halves) - counted[Verdict.INCONCLUSIVE]
    interval = wilson(met, len(halves))
    shown = _first(halves, Verdict.NON_STRICT, Verdict.CONFORMANT, Verdict.INCONCLUSIVE)
    rated = _told(shown, "", halves)
    if interval.low >= threshold:
        return rated
    reason = (
        f"did as asked in {met} of {len(halves)} runs "
        f"(95 % interval {interval.low:.2f} to {interval.high:.2f}, asked for {threshold:.2f})"
    )
    seen = replace(rated.observation, verdict=Verdict.INCONCLUSIVE, reason=reason)
    return replace(rated, observation=seen, outcomes=((0, Outcome(Verdict.INCONCLUSIVE, reason)),))


def _first(halves: tuple[Half, ...], *verdicts: Verdict) -> Half:
    return next(
        half for verdict in verdicts for half in halves if half.observation.verdict is verdict
    )


def _told(shown: Half, prefix: str, halves: tuple[Half, ...]) -> Half:
    """Return a run with what all runs found, and how many there were."""
    found = {
        (finding.rule, finding.pointer, finding.message): finding
        for half in halves
        for finding in half.observation.findings
    }
    met = sum(half.observation.verdict in _MET for half in halves)
    interval = wilson(met, len(halves))
    seen: Observation = shown.observation
    return replace(
        shown,
        observation=replace(
            seen,
            reason=f"{prefix}{seen.reason}" if seen.reason else "",
            findings=tuple(found.values()),
            trials=Trials(len(halves), met, interval.low, interval.high),
        ),
    )


_MET = (Verdict.CONFORMANT, Verdict.NON_STRICT)
