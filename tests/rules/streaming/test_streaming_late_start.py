"""A piece of a call that comes before the event which opens it is out of order, and nothing else is wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import load_dialect
from toolwire.model.exchange import Mode
from toolwire.rules import judge
from toolwire.rules.mutate.scenarios import clean

COHERE = load_dialect("cohere-v2")
START, PIECE = b'"tool-call-start"', b'"tool-call-delta"'


@pytest.mark.parametrize("scenario", ["single_call", "no_arguments", "parallel_calls"])
def test_a_late_start_is_told_of_once(scenario: str) -> None:
    """The type, the name and the arguments of the call are there, elsewhere."""
    exchange = clean(COHERE, scenario, Mode.STREAMING)
    events = exchange.response.body.split(b"\n\n")
    first = next(n for n, event in enumerate(events) if START in event)
    second = next(n for n, event in enumerate(events) if PIECE in event)
    assert first < second
    events[first], events[second] = events[second], events[first]
    response = replace(exchange.response, body=b"\n\n".join(events))
    found = judge(COHERE.decode(replace(exchange, response=response)))
    assert {finding.rule for finding in found} == {"TC923"}
