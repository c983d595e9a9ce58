"""Asking for a call of a tool that takes a text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS, Answer, PlannedCall, Refusal, load_dialect
from toolwire.dialects.schemas import validator
from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.jobs.audit.beside.text_tools import SUITE, TEXT_TOOLS
from toolwire.jobs.audit.step_request import request_of
from toolwire.model.conversation import AssistantTurn, ResultsTurn, ToolResult, UserTurn
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode, Request
from toolwire.rules import judge
from toolwire.suites import load_suites

#: Whose requests offer one.
OFFERING = "openai-responses"
CALLED = Answer(calls=(PlannedCall("write_note", {"input": "Plums"}),))


def asked(*, beside: bool = False) -> list[tuple[Mode, Request]]:
    """Return the first requests, with the tool alone or beside a function."""
    items = TEXT_TOOLS.items([target(OFFERING)], load_suites())
    return [
        (item.mode, request_of(item, item.case.steps[0], (UserTurn("Note it."),)))
        for item in items
        if item.case.id.endswith("beside") is beside
    ]


def found(request: Request, answer: Answer) -> list[str]:
    """Return which rules speak of an answer."""
    dialect = load_dialect(OFFERING)
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    exchange = Exchange(request, dialect.respond(request, answer), evidence)
    return [one.rule for one in judge(dialect.decode(exchange))]


@pytest.mark.parametrize("name", DIALECTS)
def test_both_modes_are_asked_where_there_are_such_tools(name: str) -> None:
    """And nobody else is."""
    modes = [item.mode for item in TEXT_TOOLS.items([target(name)], load_suites())]
    assert modes == ([*Mode] * 2 if name == OFFERING else [])


def test_the_tool_is_offered_as_one_that_takes_a_text() -> None:
    """By a request that is right."""
    for _, request in asked():
        body = object_of(parse(request.body))
        assert [object_of(tool)["type"] for tool in body["tools"]] == ["custom"]  # type: ignore[union-attr]
        assert validator(OFFERING, "request").is_valid(body)


def test_a_call_with_a_text_and_a_refusal_are_right() -> None:
    """Who has no such tools may say so."""
    refusal = Refusal(400, "invalid_request", "There are no custom tools.")
    for _, request in asked():
        for right in (CALLED, Answer(refusal=refusal)):
            assert found(request, right) == []


def test_words_in_the_place_of_the_call_are_found() -> None:
    """It is demanded: whose server drops the tool has none to call."""
    for _, request in asked():
        assert found(request, Answer(text="No.")) == ["TC601"]


def test_a_tool_that_is_dropped_from_beside_a_function_is_told() -> None:
    """An answer that tells of no tool at all is information: some servers never tell of any."""
    dialect, evidence = load_dialect(OFFERING), Evidence(EvidenceLevel.DOCUMENTED, "test")
    message = "A tool of the request is not among those the response tells of."
    for beside, severity in ((True, "warning"), (False, "info")):
        for _, request in asked(beside=beside):
            body = object_of(parse(request.body))
            tools = [one for one in items_of(body["tools"]) if object_of(one)["type"] == "function"]
            assert len(tools) == int(beside)
            dropped = replace(request, body=dump({**body, "tools": tools}))
            response = dialect.respond(dropped, Answer(text="No."))
            judged = judge(dialect.decode(Exchange(request, response, evidence)))
            told = [(str(one.severity), one.message) for one in judged if one.rule == "TC133"]
            assert told == [(severity, message)]


def test_the_call_goes_back_with_a_result_of_its_kind() -> None:
    """As the item that it came as."""
    dialect = load_dialect(OFFERING)
    for item in TEXT_TOOLS.items([target(OFFERING)], load_suites()):
        if len(item.case.steps) == 1:
            continue
        request = request_of(item, item.case.steps[0], (UserTurn("Note it."),))
        evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
        reply = dialect.decode(Exchange(request, dialect.respond(request, CALLED), evidence)).reply
        turns = (
            UserTurn("Note it."),
            AssistantTurn(reply.text, reply.tool_calls, reply.echo),
            ResultsTurn((ToolResult(reply.tool_calls[0].id, "write_note", "kept"),)),
        )
        back = object_of(parse(request_of(item, item.case.steps[1], turns).body))
        kinds = [object_of(one).get("type") for one in back["input"]]  # type: ignore[union-attr]
        assert kinds[-2:] == ["custom_tool_call", "custom_tool_call_output"]


def test_nothing_is_asked_without_the_suite() -> None:
    """It stands beside the suite of calls and results."""
    others = tuple(suite for suite in load_suites() if suite.id != SUITE)
    assert not list(TEXT_TOOLS.items([target(OFFERING)], others))
