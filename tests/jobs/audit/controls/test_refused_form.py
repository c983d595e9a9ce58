"""A refusal that blames the tool choice is named by the rule of its forms, any other by none."""

from __future__ import annotations

import pytest

from toolwire.dialects import Answer, Refusal, load_dialect
from toolwire.jobs.audit.controls.refused_form import refused_choice, told
from toolwire.jobs.audit.outcome import Outcome
from toolwire.model.conversation import ChoiceMode, ToolChoice
from toolwire.model.exchange import Mode
from toolwire.model.observation import Verdict
from toolwire.model.reply import Reading
from toolwire.rules.mutate.scenarios import clean
from toolwire.rules.views.probe_answer import answered
from toolwire.suites.model import Expectation, Step

NONE = ToolChoice(ChoiceMode.NONE)
ASKED = Step(Expectation(), "Hello.", choice=NONE)


def refusal(message: str, scenario: str = "required_choice", status: int = 400) -> Reading:
    """Return a refusal of a request that has a tool choice."""
    dialect = load_dialect("anthropic-messages")
    exchange = clean(dialect, scenario, Mode.BLOCKING)
    answer = Answer(refusal=Refusal(status, "invalid_request", message))
    return dialect.decode(answered(answer)(dialect.name, Mode.BLOCKING)(exchange))


@pytest.mark.parametrize(
    "message", ["tool_choice.type: Input should be 'auto'", "The toolChoice is not known."]
)
def test_a_refusal_that_names_the_choice_is_of_its_form(message: str) -> None:
    """A client that sends a documented form learns what to leave out."""
    found = refused_choice(ASKED, refusal(message))
    assert found is not None
    assert found.rule == "TC604"
    outcome = told(Outcome(Verdict.FAILED, "refused"), found)
    assert outcome == Outcome(Verdict.FAILED, "TC604: refused", ("TC604",))


def test_what_a_model_does_not_do_stays_so() -> None:
    """Who says that a feature is absent keeps the format."""
    found = refused_choice(ASKED, refusal("tool_choice"))
    assert found is not None
    absent = Outcome(Verdict.UNSUPPORTED, "refused")
    assert told(absent, found) == absent


@pytest.mark.parametrize(
    ("step", "reading"),
    [
        (ASKED, refusal("The request is not valid.")),
        (ASKED, refusal("tool_choice", status=500)),
        (ASKED, refusal("tool_choice", scenario="single_call")),
        (Step(Expectation(), "Hello."), refusal("tool_choice")),
        (Step(Expectation(), "Hello.", choice=NONE, probe="TC005"), refusal("tool_choice")),
    ],
    ids=["another cause", "a failure", "no choice was sent", "none was asked", "a probe"],
)
def test_another_refusal_is_not(step: Step, reading: Reading) -> None:
    """What is not said of the choice may be about anything."""
    assert refused_choice(step, reading) is None
