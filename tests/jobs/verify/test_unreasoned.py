"""A model that never reasons offers no reasoning; one that did so once left the others open."""

from __future__ import annotations

from dataclasses import replace

from tests.jobs.verify.bench import tried
from toolwire.dialects import Answer
from toolwire.dialects.reference import answer
from toolwire.io.finish import finish
from toolwire.jobs.verify.unreasoned import without_reasoning
from toolwire.model.conversation import Conversation
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode
from toolwire.model.observation import Finding, Observation, Severity, Verdict

HERE = Evidence(EvidenceLevel.LIVE, "http://h")
SILENT = "step 1: the reply carries no reasoning state"
CALLS = "step 1: The model made another number of calls than it was asked for."


def one(
    verdict: Verdict, reason: str = "", *, suite: str = "reasoning_state", case: str = "one_round"
) -> Observation:
    """Return an observation of a suite."""
    return Observation(
        "at-h", "openai-chat", "m", suite, case, Mode.BLOCKING, verdict, HERE, reason
    )


def verdicts(*seen: Observation) -> list[Verdict]:
    """Return the verdicts of a run."""
    return [found.verdict for found in without_reasoning(seen)]


def test_where_no_answer_has_reasoning_none_is_offered() -> None:
    """Nothing is left open, and the reason says of what it was seen."""
    found = without_reasoning([one(Verdict.INCONCLUSIVE, SILENT) for _ in range(6)])
    assert {seen.verdict for seen in found} == {Verdict.UNSUPPORTED}
    assert "no answer of the suite has reasoning" in found[0].reason


def test_two_silent_steps_are_two_of_a_kind() -> None:
    """A conversation of two rounds names each."""
    two = f"{SILENT}; step 2: the reply carries no reasoning state"
    assert verdicts(one(Verdict.INCONCLUSIVE, two)) == [Verdict.UNSUPPORTED]


def test_reasoning_that_came_once_leaves_the_others_open() -> None:
    """A model that reasons now and then has to be asked again."""
    assert verdicts(one(Verdict.CONFORMANT), one(Verdict.INCONCLUSIVE, SILENT)) == [
        Verdict.CONFORMANT,
        Verdict.INCONCLUSIVE,
    ]


def test_a_failure_of_the_suite_leaves_the_others_open() -> None:
    """State that was refused is state."""
    assert verdicts(one(Verdict.FAILED, "refused"), one(Verdict.INCONCLUSIVE, SILENT)) == [
        Verdict.FAILED,
        Verdict.INCONCLUSIVE,
    ]


def test_what_else_is_open_stays_open() -> None:
    """A model that also did not do as it was asked has not been looked at."""
    assert verdicts(
        one(Verdict.INCONCLUSIVE, SILENT),
        one(Verdict.INCONCLUSIVE, f"{CALLS}; {SILENT}"),
        one(Verdict.INCONCLUSIVE, CALLS, suite="single_call"),
    ) == [Verdict.UNSUPPORTED, Verdict.INCONCLUSIVE, Verdict.INCONCLUSIVE]


def test_a_warning_beside_it_counts() -> None:
    """It was hidden behind what was open."""
    warned = replace(
        one(Verdict.INCONCLUSIVE, SILENT),
        findings=(Finding("TC922", Severity.WARNING, "", "The role is sent again."),),
    )
    assert verdicts(warned, one(Verdict.INCONCLUSIVE, SILENT)) == [
        Verdict.NON_STRICT,
        Verdict.UNSUPPORTED,
    ]


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
