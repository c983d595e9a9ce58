"""Which rule names the refusal of a right request."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import Answer, Refusal, load_dialect
from toolwire.jobs.audit.judge import judge
from toolwire.jobs.audit.refused_demand import refused_demand
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity, Verdict
from toolwire.model.reply import Reading
from toolwire.rules.mutate.scenarios import clean
from toolwire.suites.model import Expectation, Step


def refused(scenario: str, dialect: str = "openai-chat", status: int = 400) -> Reading:
    """Read a refusal of a scenario's request."""
    spoken = load_dialect(dialect)
    exchange = clean(spoken, scenario, Mode.BLOCKING)
    assert exchange.request is not None
    no = Answer(refusal=Refusal(status, "invalid_request", "Only auto is taken."))
    return spoken.decode(replace(exchange, response=spoken.respond(exchange.request, no)))


@pytest.mark.parametrize("dialect", ["anthropic-messages", "gemini-generate", "openai-chat"])
@pytest.mark.parametrize(
    ("scenario", "rule"),
    [
        ("required_choice", "TC604"),
        ("named_choice", "TC604"),
        ("none_choice", "TC604"),
        ("round_trip", "TC701"),
        ("asked_again", "TC701"),
    ],
)
def test_what_was_refused_is_named(dialect: str, scenario: str, rule: str) -> None:
    """A choice and a history of calls have rules that say they are to be taken."""
    found = refused_demand(refused(scenario, dialect))
    assert found is not None
    assert (found.rule, found.severity, found.actual) == (rule, Severity.ERROR, 400)


@pytest.mark.parametrize(
    "read",
    [
        refused("single_call"),  # what of it was refused nobody knows
        refused("required_choice", status=500),  # a failure says nothing of the choice
        refused("legacy_forced"),  # functions have a facet of their own
        replace(refused("required_choice"), conversation=None),
    ],
    ids=["plain", "failure", "functions", "unread"],
)
def test_what_is_not_known_is_not_named(read: Reading) -> None:
    """Such a refusal is told as the case that was not met."""
    assert refused_demand(read) is None


def test_a_case_that_was_refused_has_the_finding() -> None:
    """It fails as before, and says by which rule."""
    step = Step(Expectation(), user="Weather?")
    result = judge(step, refused("required_choice"))
    assert [one.rule for one in result.findings] == ["TC604"]
    assert {one.verdict for one in result.outcomes} == {Verdict.FAILED}


def test_a_refusal_that_was_demanded_is_no_fault() -> None:
    """What is wrong on purpose is to be refused."""
    step = Step(Expectation(refused=True), user="Weather?")
    assert judge(step, refused("required_choice")).findings == ()
