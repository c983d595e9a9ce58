"""Asking what stands in a result that is an object with objects in it."""

from __future__ import annotations

from json import dumps as dumped

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS, Answer, Refusal, load_dialect
from toolwire.dialects.schemas import validator
from toolwire.io.json_text import parse
from toolwire.jobs.audit.beside.nested_results import NESTED_RESULTS, SUITE
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.step_request import request_of
from toolwire.model.conversation import (
    AssistantTurn,
    Json,
    JsonObject,
    ResultsTurn,
    ToolCall,
    ToolResult,
    UserTurn,
)
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode, Request
from toolwire.rules import RULES, judge
from toolwire.suites import load_suites

ASKED = tuple(RULES["TC766"].severity)
RETURNED = "high at 06:40, gauge 2f7c"


def requests(name: str) -> list[Request]:
    """Return what is asked of a dialect with the result."""
    return [_request(item) for item in NESTED_RESULTS.items([target(name)], load_suites())]


def _request(item: Item, result: ToolResult | None = None) -> Request:
    first, second = item.case.steps
    tool = item.case.tools[0].name
    turns = (
        UserTurn(first.user or ""),
        AssistantTurn(None, (ToolCall(tool, "call_1", {"harbour": "Whitby"}),)),
        ResultsTurn((result or ToolResult("call_1", tool, RETURNED),)),
    )
    return request_of(item, second, turns)


def found(name: str, request: Request, answer: Answer) -> list[str]:
    """Return whether the rule speaks of an answer."""
    dialect = load_dialect(name)
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    exchange = Exchange(request, dialect.respond(request, answer), evidence)
    judged = judge(dialect.decode(exchange), "TC766")
    return [one.rule for one in judged if one.rule == "TC766"]


@pytest.mark.parametrize("name", DIALECTS)
def test_who_has_results_that_are_objects_is_asked(name: str) -> None:
    """Twice in both modes."""
    modes = [item.mode for item in NESTED_RESULTS.items([target(name)], load_suites())]
    assert modes == ([*Mode, *Mode] if name in ASKED else [])


@pytest.mark.parametrize("name", ASKED)
def test_what_stands_inside_is_to_be_told(name: str) -> None:
    """Each request is right by the published type; a model may say it in words of its own."""
    for request in requests(name):
        assert validator(name, "request").is_valid(parse(request.body))
        for right in (RETURNED, "The tide is high, says gauge 2F7C."):
            assert found(name, request, Answer(text=right, turn=1)) == []
        for wrong in ("[object Object]", "The tool returned nothing.", ""):
            assert found(name, request, Answer(text=wrong, turn=1)) == ["TC766"]


@pytest.mark.parametrize("name", ASKED)
def test_a_refusal_is_judged_where_an_object_was_sent(name: str) -> None:
    """Not of a history whose call was broken, so that a failure stands where the result would."""
    no = Answer(refusal=Refusal(400, "invalid_request", "no"))
    failed = ToolResult("call_1", "get_tide", "There is no such tool.", error=True)
    for item in NESTED_RESULTS.items([target(name)], load_suites()):
        request = _request(item, failed)
        sent = bool(objects_with(parse(request.body), "reading"))
        assert not (sent and name == "gemini-generate")
        assert found(name, request, no) == ["TC766"] * sent
        assert found(name, _request(item), no) == ["TC766"]


@pytest.mark.parametrize("name", ASKED)
def test_an_object_is_no_text_of_a_program(name: str) -> None:
    """JSON is right however it is written, and so is a part of it; what one model writes so a run tells."""
    for request in requests(name):
        sent = parse(request.body)
        (held,) = objects_with(sent, "final")
        (whole,) = objects_with(sent, "unit")
        for right in (dumped(whole), dumped(whole, indent=2), f"`final` is True, and {RETURNED}"):
            assert found(name, request, Answer(text=right, turn=1)) == []
        # The unit beside it was lost.
        assert found(name, request, Answer(text=dumped(held), turn=1)) == ["TC766"]
        go = f"map[final:true text:{held['text']} values:[18 0.5]]"
        java = f"{{text={held['text']}, values=[18, 0.5], final=true}}"
        for wrong in (f"It is {held!r}.", go, java):
            assert found(name, request, Answer(text=wrong, turn=1)) == ["TC766"]


def objects_with(value: Json, name: str) -> list[JsonObject]:
    """Return the objects that have a member, wherever they stand."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    mine = [value] if isinstance(value, dict) and name in value else []
    return [*mine, *(one for each in inner for one in objects_with(each, name))]


def test_nothing_is_asked_without_the_suite() -> None:
    """It stands beside the suite of histories."""
    others = tuple(suite for suite in load_suites() if suite.id != SUITE)
    assert not list(NESTED_RESULTS.items([target("gemini-generate")], others))
