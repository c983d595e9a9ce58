"""Asking for a line of the system prompt, of earlier words and of an earlier result."""

from __future__ import annotations

import pytest

from tests.jobs.audit.test_alternatives import target
from toolwire.dialects import DIALECTS, Answer, load_dialect
from toolwire.dialects.reference import answer
from toolwire.dialects.spelt import spelt_out
from toolwire.jobs.audit.control import request_of
from toolwire.jobs.audit.earlier_lines import EARLIER_LINES, SUITE
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import (
    AssistantTurn,
    ResultsTurn,
    ToolCall,
    ToolResult,
    Turn,
    UserTurn,
)
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode, Request
from toolwire.rules import RULES, judge
from toolwire.suites import load_suites
from toolwire.suites.model import Step

ASKED = tuple(RULES["TC775"].severity)
PLACES = {"line_result_1": "TC775", "line_words_1": "TC776", "line_system_1": "TC777"}
LINE, HERE = "Peg: row 6 beside lamp k4w7", "Door: blue, bell p7s5"


def items(name: str) -> list[Item]:
    """Return what asks a dialect."""
    return list(EARLIER_LINES.items([target(name)], load_suites()))


def _turns(item: Item) -> tuple[Turn, ...]:
    """Return the conversation up to the question, as an obedient model makes it."""
    turns: list[Turn] = []
    for place, step in enumerate(item.case.steps):
        turns.append(_turn(step, turns))
        if place < len(item.case.steps) - 1:
            turns.append(_reply(step, place))
    return tuple(turns)


def _turn(step: Step, before: list[Turn]) -> Turn:
    if not step.results:
        return UserTurn(step.user or "")
    (rule,) = step.results
    ((_, content),) = rule.answers
    called = before[-1]
    assert isinstance(called, AssistantTurn)
    return ResultsTurn((ToolResult(called.calls[0].id, rule.tool, content),))


def _reply(step: Step, place: int) -> AssistantTurn:
    if not step.expect.calls:
        return AssistantTurn("Noted.")
    (call,) = spelt_out(step.user or "")
    return AssistantTurn(None, (ToolCall(call.name, f"call_line{place}", call.arguments),))


def request(name: str, case: str) -> Request:
    """Return the request that asks for both lines."""
    item = next(one for one in items(name) if one.case.id == case)
    return request_of(item, item.case.steps[-1], _turns(item))


def found(name: str, case: str, text: str) -> list[str]:
    """Return which rules about such lines speak of an answer."""
    dialect, asked = load_dialect(name), request(name, case)
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    response = dialect.respond(asked, Answer(text=text, turn=2))
    judged = judge(dialect.decode(Exchange(asked, response, evidence)))
    return [one.rule for one in judged if one.rule in {*PLACES.values(), "TC731", "TC510"}]


@pytest.mark.parametrize("name", DIALECTS)
def test_three_places_are_asked_of_in_both_modes(name: str) -> None:
    """Three lines each: of few a model might leave all out."""
    modes = [item.mode for item in items(name)]
    assert modes == ([*Mode] * 9 if name in ASKED else [])


@pytest.mark.parametrize("case", PLACES)
@pytest.mark.parametrize("name", ASKED)
def test_a_line_that_did_not_reach_is_told_of(name: str, case: str) -> None:
    """Who repeats none of both does not do as told, which is no server's fault."""
    assert found(name, case, f"{LINE}\n{HERE}") == []
    assert found(name, case, "Lamp k4w7, bell P7S5.") == []
    assert found(name, case, f"There is no other line. {HERE}") == [PLACES[case]]
    assert found(name, case, "That is all there is to say about it.") == []


@pytest.mark.parametrize("case", PLACES)
@pytest.mark.parametrize("name", ASKED)
def test_the_reference_responder_repeats_both(name: str, case: str) -> None:
    """Wherever the first of them stands."""
    conversation = load_dialect(name).read_request(request(name, case))
    assert conversation is not None
    assert answer(conversation).text == f"{LINE}\n{HERE}"


def test_nothing_is_asked_without_the_suite() -> None:
    """It stands beside the suite of calls and results."""
    others = tuple(suite for suite in load_suites() if suite.id != SUITE)
    assert not list(EARLIER_LINES.items([target("openai-chat")], others))
