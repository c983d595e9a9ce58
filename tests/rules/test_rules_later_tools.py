"""Tools of which one place alone is called (TC650, TC653), and tools that are never called (TC654)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import Answer, load_dialect
from toolwire.model.exchange import Mode
from toolwire.rules import RULES, judge
from toolwire.rules.mutate.scenarios import SCENARIOS, clean

DIALECTS = tuple(RULES["TC650"].severity)
_, PLANNED = SCENARIOS["spelt_apart"]


def told(name: str, scenario: str, answer: Answer, rule: str = "TC650") -> bool:
    """Return whether a rule speaks of another answer to a scenario."""
    dialect = load_dialect(name)
    exchange = clean(dialect, scenario, Mode.BLOCKING)
    assert exchange.request is not None
    other = replace(exchange, response=dialect.respond(exchange.request, answer))
    return rule in {one.rule for one in judge(dialect.decode(other))}


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


@pytest.mark.parametrize("name", DIALECTS)
def test_the_last_tool_alone_is_told(name: str) -> None:
    """Both, the other one alone, none, or a reply that was cut are not."""
    first, last = PLANNED.calls
    assert told(name, "spelt_apart", Answer(calls=(last,)), "TC653")
    for right in (
        PLANNED,
        Answer(calls=(last, last)),
        Answer(calls=(first,)),
        Answer(text="I would rather not."),
        Answer(calls=(last,), cut=True),
    ):
        assert not told(name, "spelt_apart", right, "TC653")


@pytest.mark.parametrize("name", DIALECTS)
def test_words_in_the_place_of_a_written_call_are_told(name: str) -> None:
    """A call, a reply that was cut, a call that stands in the words, and a prompt without calls are not."""
    _, alone = SCENARIOS["spelt_alone"]
    assert told(name, "spelt_alone", Answer(text="One moment."), "TC654")
    (call,) = alone.calls
    leaked = f'<tool_call>{{"name": "{call.name}", "arguments": {{}}}}</tool_call>'
    for right in (alone, Answer(text="One mo", cut=True), Answer(text=leaked)):
        assert not told(name, "spelt_alone", right, "TC654")
    assert not told(name, "plain_text", Answer(text="One moment."), "TC654")
