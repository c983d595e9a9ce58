"""Calls in a member that the format does not have are one cause; that none came follows from it."""

from __future__ import annotations

import pytest

from toolwire.dialects import load_dialect
from toolwire.model.exchange import Mode
from toolwire.rules import judge
from toolwire.rules.mutate.edit import raw_body
from toolwire.rules.mutate.scenarios import clean
from toolwire.rules.views.misplaced_calls import has_misplaced_calls

GEMINI = load_dialect("gemini-generate")


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("scenario", ["spelt_out", "spelt_alone", "second_call", "chained"])
def test_a_misnamed_call_is_one_cause(scenario: str, mode: Mode) -> None:
    """What a run lacks where calls were written out or thought out is not told besides."""
    exchange = clean(GEMINI, scenario, mode)
    renamed = raw_body(lambda body: body.replace(b"functionCall", b"function_call"))
    reading = GEMINI.decode(renamed(exchange))
    assert has_misplaced_calls(reading)
    assert not has_misplaced_calls(GEMINI.decode(exchange))
    # Drift is told of as such.
    assert {one.rule for one in judge(reading)} - {"TC190"} == {"TC191"}
