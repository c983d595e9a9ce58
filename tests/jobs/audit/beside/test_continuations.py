"""What asks a target to go on from an answer that it was to keep."""

from __future__ import annotations

from functools import cache

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS, load_dialect
from toolwire.dialects.schemas import validator
from toolwire.io.json_text import items_of, object_of, parse
from toolwire.jobs.audit.beside.continuations import CONTINUATIONS, SUITE
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.step_request import request_of
from toolwire.model.conversation import (
    AssistantTurn,
    JsonObject,
    ResultsTurn,
    ToolCall,
    ToolResult,
    UserTurn,
)
from toolwire.model.exchange import Mode
from toolwire.suites import load_suites

#: The only format whose servers keep answers.
KEEPS = "openai-responses"
TURNS = (
    UserTurn("Weather in Lima?"),
    AssistantTurn(None, (ToolCall("get_weather", "call_1", {}, "{}"),), None, "resp_1"),
    ResultsTurn((ToolResult("call_1", "get_weather", "19 C"),)),
)


@cache
def asked(name: str) -> tuple[Item, ...]:
    """Return what asks a dialect."""
    return tuple(CONTINUATIONS.items([target(name)], load_suites()))


def sent(item: Item, *, probing: bool = True) -> JsonObject:
    """Return the body of the second request."""
    request = request_of(item, item.case.steps[1], TURNS, probing=probing)
    return object_of(parse(request.body))


@pytest.mark.parametrize("name", DIALECTS)
def test_who_keeps_answers_is_asked_in_both_modes(name: str) -> None:
    """And nobody else is."""
    modes = [item.mode for item in asked(name)]
    assert modes == ([*Mode] if name == KEEPS else [])
    assert bool(load_dialect(name).wire.keeps) is (name == KEEPS)


def test_the_history_is_named_and_not_sent() -> None:
    """Only what came since the answer goes, and the request is right by the published type."""
    for item in asked(KEEPS):
        body = sent(item)
        assert body["previous_response_id"] == "resp_1"
        assert body["store"] is True
        assert [object_of(one)["type"] for one in items_of(body["input"])] == [
            "function_call_output"
        ]
        assert validator(KEEPS, "request").is_valid(body)


def test_the_control_sends_the_history() -> None:
    """What is refused in both forms is not refused for being gone on from."""
    body = sent(asked(KEEPS)[0], probing=False)
    assert "previous_response_id" not in body
    assert len(items_of(body["input"])) == len(TURNS)


def test_an_answer_without_the_result_shows_nothing() -> None:
    """A server that begins anew is no model that did as told."""
    for item in asked(KEEPS):
        (mark,) = item.case.steps[1].expect.text
        ((_, result),) = item.case.steps[1].results[0].answers
        assert str(mark.value) in result


def test_nothing_is_asked_without_the_suite() -> None:
    """They are added to it."""
    others = tuple(suite for suite in load_suites() if suite.id != SUITE)
    assert not list(CONTINUATIONS.items([target(KEEPS)], others))
