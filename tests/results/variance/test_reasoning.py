"""A model that never reasons offers no reasoning; one that did so once left the others open."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.jobs.verify.bench import tried
from toolwire.dialects import Answer
from toolwire.dialects.reference import answer
from toolwire.io.finish import finish
from toolwire.model.conversation import Conversation
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode
from toolwire.model.observation import Finding, Observation, Severity, Trials, Verdict
from toolwire.results.variance import settled, settled_runs

HERE = Evidence(EvidenceLevel.LIVE, "http://h")
SILENT = "step 1: the reply carries no reasoning state"
CALLS = "step 1: The model made another number of calls than it was asked for."


def one(verdict: Verdict, reason: str = "", case: str = "one_round", **more: object) -> Observation:
    """Return an observation of the suite."""
    made = Observation(
        provider="at-h",
        dialect="openai-chat",
        model="m",
        suite="reasoning_state",
        case=case,
        mode=Mode.BLOCKING,
        verdict=verdict,
        evidence=HERE,
        reason=reason,
        run="one",
    )
    return replace(made, **more)  # type: ignore[arg-type]


def silent(case: str = "one_round", **more: object) -> Observation:
    """Return one whose answer has no reasoning, and that is all."""
    return one(Verdict.INCONCLUSIVE, SILENT, case, **more)


def verdicts(*seen: Observation) -> list[Verdict]:
    """Return the verdicts of a run."""
    return [found.verdict for found in settled(seen)]


def test_where_no_answer_has_reasoning_none_is_offered() -> None:
    """Nothing is left open, and the reason says of what it was seen."""
    found = settled([silent(), silent("two_rounds"), silent(mode=Mode.STREAMING)])
    assert {seen.verdict for seen in found} == {Verdict.UNSUPPORTED}
    assert "no answer of the suite has reasoning" in found[0].reason


def test_one_prompt_shows_nothing_however_often_it_was_asked() -> None:
    """A model may think of one prompt that it needs no thought."""
    run = (silent(), silent(mode=Mode.STREAMING))
    assert settled(run) == run


def test_two_silent_steps_are_two_of_a_kind() -> None:
    """A conversation of two rounds names each."""
    two = one(
        Verdict.INCONCLUSIVE, f"{SILENT}; step 2: the reply carries no reasoning state", "two"
    )
    assert verdicts(silent(), two) == [Verdict.UNSUPPORTED] * 2


OPEN = (silent(), silent("two_rounds"))
LEFT = [Verdict.INCONCLUSIVE] * 2


@pytest.mark.parametrize(
    "other",
    [
        one(Verdict.CONFORMANT, case="three"),
        one(Verdict.FAILED, "state was refused", "three"),
        one(Verdict.NOT_RUN, "nobody answered", "three"),
        silent("three", trials=Trials(5, 2, 0.1, 0.8)),
    ],
)
def test_reasoning_that_came_or_may_come_leaves_the_others_open(other: Observation) -> None:
    """A model that reasons now and then has to be asked again."""
    assert verdicts(*OPEN, other) == [*LEFT, other.verdict]


@pytest.mark.parametrize(
    "change",
    [
        {"asked": False},
        {"evidence": Evidence(EvidenceLevel.DOCUMENTED, "composed")},
        {"model": "n"},
        {"provider": "at-i"},
        {"dialect": "ollama-chat"},
        {"suite": "single_call"},
    ],
)
def test_nobody_else_answers_for_a_target(change: dict[str, object]) -> None:
    """Other targets, suites, traffic and composed answers change nothing and stay what they are."""
    other = one(Verdict.CONFORMANT, case="three", **change)
    assert verdicts(*OPEN, other) == [Verdict.UNSUPPORTED] * 2 + [Verdict.CONFORMANT]
    lone = silent("three", **change)
    assert verdicts(silent(), lone) == LEFT


def test_runs_are_settled_each_by_itself() -> None:
    """A model that was looked at in two runs may have been made to reason in one."""
    other = replace(silent("two_rounds"), run="two")
    assert [seen.verdict for seen in settled_runs([silent(), other])] == LEFT


def test_what_else_is_open_stays_open() -> None:
    """A model that also did not do as it was asked has not been looked at."""
    also = one(Verdict.INCONCLUSIVE, f"{CALLS}; {SILENT}", "three")
    assert verdicts(*OPEN, also) == [Verdict.UNSUPPORTED] * 2 + [Verdict.INCONCLUSIVE]


def test_a_warning_beside_it_counts() -> None:
    """It was hidden behind what was open."""
    warned = silent(findings=(Finding("TC922", Severity.WARNING, "", "The role is sent again."),))
    assert verdicts(warned, silent("two_rounds")) == [Verdict.NON_STRICT, Verdict.UNSUPPORTED]


def unthinking(conversation: Conversation) -> Answer:
    """Answer as the reference does, and have thought nothing."""
    return replace(answer(conversation), reasoning=None)


def test_a_server_without_reasoning_leaves_nothing_open() -> None:
    """Everything else is as it should be, so its exit code is 0."""
    trial = finish(tried("openai-chat", mind=unthinking, only=("reasoning_state", "single_call")))
    (verdict,) = trial.done.verdicts
    counts = dict(verdict.counts)
    assert counts[Verdict.UNSUPPORTED] == 6
    assert counts.keys() == {Verdict.CONFORMANT, Verdict.UNSUPPORTED}
    assert trial.done.exit_code() == 0
