"""A call of the tool that Command R's template has of its own says that no tool is needed."""

from __future__ import annotations

import pytest

from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.model.exchange import Endpoint, Evidence, EvidenceLevel, Exchange
from toolwire.model.observation import Finding, Severity
from toolwire.rules import judge
from toolwire.rules.mutate.scenarios import SCENARIOS

_PLACE = Endpoint("https://api.example.invalid", "reference-model")


def told(dialect: str, name: str) -> list[Finding]:
    """Return what is said of a live answer with a call by a name."""
    wire = load_dialect(dialect)
    request = wire.encode(SCENARIOS["single_call"][0], _PLACE)
    response = wire.respond(request, Answer(calls=(PlannedCall(name, {}),)))
    exchange = Exchange(request, response, Evidence(EvidenceLevel.LIVE, "test"))
    return [one for one in judge(wire.decode(exchange)) if one.rule == "TC115"]


@pytest.mark.parametrize("dialect", ["cohere-v1", "cohere-v2", "openai-chat"])
@pytest.mark.parametrize("name", ["directly-answer", "directly_answer"])
def test_a_call_that_says_that_no_tool_is_needed_is_told_of_a_single_answer(
    dialect: str, name: str
) -> None:
    """No model makes the name up: the server passes on what its template has."""
    (found,) = told(dialect, name)
    assert (found.severity, found.variance) == (Severity.WARNING, False)


@pytest.mark.parametrize("dialect", ["cohere-v1", "cohere-v2", "openai-chat"])
def test_any_other_name_that_was_not_offered_may_be_the_models_own(dialect: str) -> None:
    """A run tells."""
    (found,) = told(dialect, "answer_directly")
    assert found.variance
