"""One item run several times: wire facts hold every time, a model's behaviour has a rate.

A live model does not do the same every time. What it does is counted, and told as a rate; what
stands on the wire is judged in every run.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from toolwire.jobs.audit.mode_result import ModeResult
from toolwire.jobs.audit.outcome import Outcome
from toolwire.model.observation import Chance, Observation, Trials, Verdict
from toolwire.results.variance import trials_text, wilson

_MET = (Verdict.CONFORMANT, Verdict.NON_STRICT)


def fold_trials(results: tuple[ModeResult, ...], threshold: float) -> ModeResult:
    """Fold several runs of one item into one.

    Args:
        results: the runs, in their order; at least one.
        threshold: rate that the interval of the runs has to clear where some did otherwise.

    Returns:
        With one run that run. Else the most severe run if a wire fact failed in any, and
        otherwise the first run that did as expected, with the rate told. Where all did, nothing
        speaks against the server, however few they are: `Trials` say how much that proves. Where
        some did not, it is inconclusive unless the lower end of the interval is at the threshold
        or above; never failed, since a model may explain it.
    """
    if len(results) == 1:
        return results[0]
    counted = Counter(result.observation.verdict for result in results)
    for verdict in (Verdict.FAILED, Verdict.NOT_RUN, Verdict.UNSUPPORTED):
        if counted[verdict]:
            prefix = f"in {counted[verdict]} of {len(results)} runs: "
            return _rated(_first(results, verdict), results, prefix)
    shown = _first(results, Verdict.NON_STRICT, Verdict.CONFORMANT, Verdict.INCONCLUSIVE)
    rated = _rated(shown, results)
    trials = _trials(results)
    if trials.met == trials.runs or trials.low >= threshold:
        return rated
    reason = f"runs that did as asked: {trials_text(trials)}, asked for {threshold:.0%}"
    seen = replace(rated.observation, verdict=Verdict.INCONCLUSIVE, reason=reason)
    return replace(rated, observation=seen, outcomes=((0, Outcome(Verdict.INCONCLUSIVE, reason)),))


def _first(results: tuple[ModeResult, ...], *verdicts: Verdict) -> ModeResult:
    return next(
        result
        for verdict in verdicts
        for result in results
        if result.observation.verdict is verdict
    )


def _trials(results: tuple[ModeResult, ...]) -> Trials:
    met = sum(result.observation.verdict in _MET for result in results)
    interval = wilson(met, len(results))
    return Trials(len(results), met, interval.low, interval.high)


def _rated(shown: ModeResult, results: tuple[ModeResult, ...], prefix: str = "") -> ModeResult:
    """Return a run with what all runs found, and how many there were."""
    found = {
        (finding.rule, finding.pointer, finding.message): finding
        for result in results
        for finding in result.observation.findings
    }
    chances: dict[str, Chance] = {}
    for result in results:
        for rule, chance in result.observation.chances.items():
            chances[rule] = chances.get(rule, Chance()) + chance
    seen: Observation = shown.observation
    return replace(
        shown,
        observation=replace(
            seen,
            reason=f"{prefix}{seen.reason}" if seen.reason else "",
            findings=tuple(found.values()),
            trials=_trials(results),
            chances=chances,
        ),
    )
