"""Several runs of one item: wire facts hold every time, behaviour has a rate."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.jobs.audit.mode_result import ModeResult
from toolwire.jobs.audit.plan import Item, plan
from toolwire.jobs.audit.trials import fold_trials
from toolwire.model.exchange import Evidence, EvidenceLevel
from toolwire.model.observation import Chance, Finding, Observation, Severity, Trials, Verdict
from toolwire.providers import load_providers, targets
from toolwire.results import observation
from toolwire.results.variance import trials_text, wilson
from toolwire.suites import load_suites

(TARGET,) = targets(load_providers(), ["openai"])
ITEM: Item = plan([TARGET], load_suites())[0]
BREACH = Finding("TC401", Severity.ERROR, "/choices/0", "Not so.")


def run(verdict: Verdict, *findings: Finding, reason: str = "why") -> ModeResult:
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
    return ModeResult(ITEM, seen)


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
        (1 + 1, 0, 0.8, Verdict.CONFORMANT),
        (5, 0, 0.8, Verdict.CONFORMANT),
        (20, 0, 0.8, Verdict.CONFORMANT),
        (19, 1, 0.7, Verdict.CONFORMANT),
        (19, 1, 0.8, Verdict.INCONCLUSIVE),
        (4, 1, 0.8, Verdict.INCONCLUSIVE),
        (0, 5, 0.8, Verdict.INCONCLUSIVE),
        (0, 20, 0.1, Verdict.INCONCLUSIVE),
    ],
)
def test_a_rate_has_to_clear_the_threshold_where_some_runs_did_otherwise(
    met: int, missed: int, threshold: float, verdict: Verdict
) -> None:
    """The lower end of the interval decides; nothing speaks against a sample without a miss.

    Until 2026-11 a clean sample was inconclusive below sixteen runs: few runs prove little. They
    still do not, and say so (`told`), but a perfect server is no reason for exit code 2.
    """
    halves = (*[run(Verdict.CONFORMANT)] * met, *[run(Verdict.INCONCLUSIVE)] * missed)
    seen = fold_trials(halves, threshold).observation
    assert seen.verdict is verdict
    assert (verdict is Verdict.INCONCLUSIVE) is (f"{met} of {met + missed} (" in seen.reason)


def test_a_clean_small_sample_claims_no_more_than_it_shows() -> None:
    """Five of five is conformant, and the rate that five cannot exclude is told."""
    seen = fold_trials((run(Verdict.CONFORMANT),) * 5, 0.8).observation
    assert seen.trials is not None
    assert trials_text(seen.trials) == "5 of 5; not enough to exclude 45 % (95 %)"
    assert (seen.verdict, seen.reason) == (Verdict.CONFORMANT, "")


def test_chances_of_all_runs_are_counted() -> None:
    """A rate over the run rests on every run of a case, not on the one that is told."""
    once = run(Verdict.CONFORMANT)
    halves = tuple(
        replace(once, observation=replace(once.observation, chances={"TC651": chance}))
        for chance in (Chance(1, 0, 1), Chance(1, 1, 0), Chance(2, 0, 2))
    )
    assert fold_trials(halves, 0.8).observation.chances == {"TC651": Chance(4, 1, 3)}


def test_trials_survive_results() -> None:
    """The rate is in the results file and comes back from it."""
    halves = (run(Verdict.CONFORMANT),) * 20
    seen = fold_trials(halves, 0.8).observation
    assert seen.trials == Trials(20, 20, wilson(20, 20).low, 1.0)
    from toolwire.io.json_text import dump

    assert observation(dump(seen.as_json())).trials == seen.trials
