"""Thoughts with nothing behind them, where a call was written out (TC660)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import Answer, load_dialect
from toolwire.model.exchange import Mode
from toolwire.rules import RULES, judge
from toolwire.rules.mutate.scenarios import SCENARIOS, clean

THOUGHT = "Paris is meant."
DIALECTS = tuple(RULES["TC660"].severity)


def told(name: str, scenario: str, answer: Answer) -> set[str]:
    """Return what is found of another answer to a scenario."""
    dialect = load_dialect(name)
    exchange = clean(dialect, scenario, Mode.BLOCKING)
    assert exchange.request is not None
    other = replace(exchange, response=dialect.respond(exchange.request, answer))
    return {one.rule for one in judge(dialect.decode(other))}


@pytest.mark.parametrize("name", DIALECTS)
def test_thoughts_alone_are_told_and_counted_over_the_run(name: str) -> None:
    """Words, a call or a cut behind them are not, nor an answer without thoughts."""
    assert "TC660" in told(name, "spelt_out", Answer(reasoning=THOUGHT))
    _, planned = SCENARIOS["spelt_out"]
    for right in (
        replace(planned, reasoning=THOUGHT),
        Answer(reasoning=THOUGHT, text="I would rather not."),
        Answer(reasoning=THOUGHT, cut=True),
        Answer(text="No."),
    ):
        assert "TC660" not in told(name, "spelt_out", right)


@pytest.mark.parametrize("name", DIALECTS)
def test_where_no_call_was_written_out_thoughts_may_stand_alone(name: str) -> None:
    """Whether a model calls by itself is its own affair."""
    assert "TC660" not in told(name, "single_call", Answer(reasoning=THOUGHT))
