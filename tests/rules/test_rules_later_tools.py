"""Tools that are offered behind the first, and never called (TC650)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import Answer, load_dialect
from toolwire.model.exchange import Mode
from toolwire.rules import RULES, judge
from toolwire.rules.mutate.scenarios import SCENARIOS, clean

DIALECTS = tuple(RULES["TC650"].severity)
_, PLANNED = SCENARIOS["spelt_apart"]


def told(name: str, scenario: str, answer: Answer) -> bool:
    """Return whether the rule speaks of another answer to a scenario."""
    dialect = load_dialect(name)
    exchange = clean(dialect, scenario, Mode.BLOCKING)
    assert exchange.request is not None
    other = replace(exchange, response=dialect.respond(exchange.request, answer))
    return "TC650" in {one.rule for one in judge(dialect.decode(other))}


@pytest.mark.parametrize("name", DIALECTS)
def test_the_first_tool_alone_is_told(name: str) -> None:
    """Both, the other one alone, none, or a reply that was cut are not."""
    first, second = PLANNED.calls
    assert told(name, "spelt_apart", Answer(calls=(first,)))
    for right in (
        PLANNED,
        Answer(calls=(first, first)),
        Answer(calls=(second,)),
        Answer(text="I would rather not."),
        Answer(calls=(first,), cut=True),
    ):
        assert not told(name, "spelt_apart", right)


@pytest.mark.parametrize("name", DIALECTS)
def test_where_one_tool_is_asked_for_it_may_be_the_first(name: str) -> None:
    """Two calls of one tool are another rule's."""
    _, alike = SCENARIOS["spelt_alike"]
    assert not told(name, "spelt_alike", replace(alike, calls=alike.calls[:1]))
