"""Several runs of one item: wire facts hold every time, behaviour has a rate."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.audit.pairs import Half
from harness.audit.plan import Item, plan
from harness.audit.trials import fold_trials, wilson
from harness.exchange import Evidence, EvidenceLevel
from harness.observation import Finding, Observation, Severity, Trials, Verdict
from harness.providers import load_providers, targets
from harness.results import observation
from harness.suites import load_suites

(TARGET,) = targets(load_providers(), ["openai"])
ITEM: Item = plan([TARGET], load_suites())[0]
BREACH = Finding("TC401", Severity.ERROR, "/choices/0", "Not so.")


def run(verdict: Verdict, *findings: Finding, reason: str = "why") -> Half:
    """Return one run of an item that came to a verdict."""
    seen = Observation(
        provider="p",
        dialect="openai-chat",
        model="m",
        suite="s",
        case="c",
        mode=ITEM.mode,
        verdict=verdict,
        evidence=Evidence(EvidenceLevel.LIVE, "here"),
        reason="" if verdict is Verdict.CONFORMANT else reason,
        findings=findings,
    )
    return Half(ITEM, seen)


@pytest.mark.parametrize(
    ("met", "runs", "low", "high"),
    # R: binom::binom.confint(x, n, methods = "wilson"), to four digits.
    [
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (8, 10, 0.4902, 0.9433),
        (50, 100, 0.4038, 0.5962),
        (1, 1, 0.2065, 1.0),
    ],
)
def test_known_intervals(met: int, runs: int, low: float, high: float) -> None:
    """The Wilson interval has the values that are in the tables."""
    found = wilson(met, runs)
    assert (found.low, found.high) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_an_interval_holds_its_rate_and_stays_a_rate(counts: tuple[int, int]) -> None:
    """It never leaves 0 to 1, holds the rate itself, and is the mirror of its opposite."""
    met, runs = counts
    found, mirror = wilson(met, runs), wilson(runs - met, runs)
    assert 0.0 <= found.low <= met / runs + 1e-12
    assert met / runs - 1e-12 <= found.high <= 1.0
    assert found.low == pytest.approx(1 - mirror.high)


def test_one_run_stays_what_it_is() -> None:
    """Without repetition nothing is folded and no rate is claimed."""
    once = run(Verdict.INCONCLUSIVE)
    assert fold_trials((once,), 0.8) is once
    assert once.observation.trials is None


def test_one_broken_reply_fails_however_many_were_right() -> None:
    """A wire fact has to hold every time; the rate of the others is told."""
    halves = (*[run(Verdict.CONFORMANT)] * 19, run(Verdict.FAILED, BREACH))
    seen = fold_trials(halves, 0.8).observation
    assert (seen.verdict, seen.findings) == (Verdict.FAILED, (BREACH,))
    assert seen.reason == "in 1 of 20 runs: why"
    assert seen.trials is not None
    assert (seen.trials.runs, seen.trials.met) == (20, 19)


def test_an_unlooked_run_is_not_hidden_behind_the_others() -> None:
    """What could not be looked at once is no clean result."""
    halves = (*[run(Verdict.CONFORMANT)] * 30, run(Verdict.NOT_RUN, reason="reset"))
    assert fold_trials(halves, 0.5).observation.verdict is Verdict.NOT_RUN


def test_a_warning_in_one_run_is_told() -> None:
    """Findings of all runs come together, each once."""
    mild = replace(BREACH, severity=Severity.WARNING)
    halves = (*[run(Verdict.CONFORMANT)] * 20, *[run(Verdict.NON_STRICT, mild)] * 2)
    seen = fold_trials(halves, 0.8).observation
    assert (seen.verdict, seen.findings) == (Verdict.NON_STRICT, (mild,))


@pytest.mark.parametrize(
    ("met", "missed", "threshold", "verdict"),
    [
        (20, 0, 0.8, Verdict.CONFORMANT),
        (10, 0, 0.8, Verdict.INCONCLUSIVE),
        (10, 0, 0.7, Verdict.CONFORMANT),
        (19, 1, 0.8, Verdict.INCONCLUSIVE),
        (0, 20, 0.1, Verdict.INCONCLUSIVE),
    ],
)
def test_a_rate_has_to_clear_the_threshold(
    met: int, missed: int, threshold: float, verdict: Verdict
) -> None:
    """The lower end of the interval decides, so that few runs prove little."""
    halves = (*[run(Verdict.CONFORMANT)] * met, *[run(Verdict.INCONCLUSIVE)] * missed)
    seen = fold_trials(halves, threshold).observation
    assert seen.verdict is verdict
    assert (verdict is Verdict.INCONCLUSIVE) is (f"in {met} of {met + missed} runs" in seen.reason)


def test_trials_survive_results() -> None:
    """The rate is in the results file and comes back from it."""
    halves = (run(Verdict.CONFORMANT),) * 20
    seen = fold_trials(halves, 0.8).observation
    assert seen.trials == Trials(20, 20, wilson(20, 20).low, 1.0)
    from harness.json_text import dump

    assert observation(dump(seen.as_json())).trials == seen.trials
