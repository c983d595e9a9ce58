"""Asking what each of two calls of one tool returned."""

from __future__ import annotations

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS, Answer, load_dialect
from toolwire.jobs.audit.beside.one_tool_results import ONE_TOOL_RESULTS, SUITE
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.step_request import request_of
from toolwire.model.conversation import AssistantTurn, ResultsTurn, ToolCall, ToolResult, UserTurn
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode, Request
from toolwire.model.observation import Chance, Severity
from toolwire.rules import RULES, chances, judge
from toolwire.suites import load_suites

ASKED = tuple(name for name in RULES["TC767"].severity if not load_dialect(name).in_words)
PRICES = {"fern": "31 crowns, list 4e19", "ivy": "12 crowns, list 77a0"}


def items(name: str) -> list[Item]:
    """Return what asks a dialect."""
    return list(ONE_TOOL_RESULTS.items([target(name)], load_suites()))


def request(item: Item, *others: str) -> Request:
    """Return the request with both results, of the tool or of others."""
    first, second = item.case.steps
    (tool,) = item.case.tools
    named = dict(zip(PRICES, others or (tool.name, tool.name), strict=True))
    calls = tuple(ToolCall(named[one], f"call_{one}", {"plant": one}) for one in PRICES)
    results = tuple(ToolResult(f"call_{one}", named[one], said) for one, said in PRICES.items())
    turns = (UserTurn(first.user or ""), AssistantTurn(None, calls), ResultsTurn(results))
    return request_of(item, second, turns)


def found(name: str, text: str) -> list[str]:
    """Return which rules about such results speak of an answer."""
    dialect = load_dialect(name)
    asked = request(items(name)[0])
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    response = dialect.respond(asked, Answer(text=text, turn=2))
    judged = judge(dialect.decode(Exchange(asked, response, evidence)))
    return [one.rule for one in judged if one.rule in {"TC731", "TC733", "TC767"}]


@pytest.mark.parametrize("name", DIALECTS)
def test_two_tools_are_asked_of_in_both_modes(name: str) -> None:
    """Where calls are members of an answer; of four, where nothing else asks for two calls of one tool."""
    modes = [item.mode for item in items(name)]
    ordered = RULES["TC709"].severity.get(name) is Severity.WARNING
    assert modes == ([*Mode] * (2 if ordered else 4) if name in ASKED else [])


@pytest.mark.parametrize("name", ASKED)
def test_a_result_in_the_place_of_another_is_told_of(name: str) -> None:
    """A model that leaves one out, or tells one twice beside the other, did so by itself."""
    fern, ivy = PRICES.values()
    assert found(name, f"{fern}; {ivy}") == []
    assert found(name, f"{fern}; {ivy}. Again: {ivy}") == []
    assert found(name, f"The ivy: {ivy}; the fern: {ivy}") == ["TC767"]
    assert found(name, f"The ivy: {ivy}") == ["TC733"]
    assert found(name, f"{ivy}; {fern}") == ["TC767"]
    assert found(name, "Nothing came back.") == ["TC731"]


@pytest.mark.parametrize("name", ASKED)
def test_results_of_two_tools_do_not_acquit(name: str) -> None:
    """A server that keeps results by the tool's name has both of them; one that loses any is counted."""
    dialect, (first, *_) = load_dialect(name), items(name)
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    both = "; ".join(PRICES.values())

    def counted(text: str, *tools: str) -> Chance | None:
        asked = request(first, *tools)
        response = dialect.respond(asked, Answer(text=text, turn=2))
        reading = dialect.decode(Exchange(asked, response, evidence))
        return chances(reading, judge(reading)).get("TC733")

    assert counted(both) == Chance(1, 0, 1)
    assert counted(both, "get_price", "find_book") is None
    assert counted(PRICES["ivy"], "get_price", "find_book") == Chance(1, 1, 0)


def test_nothing_is_asked_without_the_suite() -> None:
    """It stands beside the suite of parallel calls."""
    others = tuple(suite for suite in load_suites() if suite.id != SUITE)
    assert not list(ONE_TOOL_RESULTS.items([target("openai-chat")], others))
