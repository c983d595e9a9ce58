"""Facets of v2: what is seen, and nothing that is not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.lanes import LANES
from tests.support.wire import EVIDENCE
from toolwire.dialects import Answer, PlannedCall, Refusal
from toolwire.io.json_text import dump
from toolwire.model.conversation import (
    AssistantTurn,
    Conversation,
    Json,
    JsonObject,
    ResultsTurn,
    Tool,
    ToolResult,
    UserTurn,
)
from toolwire.model.exchange import Exchange, Fidelity, Response

WIRE = LANES["cohere-v2"].wire
ASK = Conversation((UserTurn("?"),), (Tool("a"),))
CALL = Answer(text="Now.", calls=(PlannedCall("a", {}),))


def test_a_call_shows_the_format() -> None:
    """Every cell that one blocking exchange can fill is filled."""
    turns = (UserTurn("?"), AssistantTurn("x"), ResultsTurn((ToolResult("i", "a", "1"),)))
    assert WIRE.shown(WIRE.exchange(CALL, replace(ASK, turns=turns))) == {
        "call_field": "message.tool_calls[]",
        "arguments": "JSON string",
        "no_arguments": '"{}"',
        "id_field": "id",
        "id_pattern": "<name>_[a-z0-9]{12}",
        "stop_field": "finish_reason",
        "stop_on_call": "TOOL_CALL",
        "text_beside_call": "absent",
        "definition_field": "tools[].function",
        "schema_field": "parameters",
        "result_field": "role: tool",
        "result_id_field": "tool_call_id",
    }


def test_the_id_pattern_names_the_tool() -> None:
    """The tool's name in an id is shown as such."""
    called = WIRE.exchange(Answer(calls=(PlannedCall("get_weather", {"x": 1}),)), ASK)
    assert WIRE.shown(called)["id_pattern"] == "<name>_[a-z0-9]{12}"
    assert "no_arguments" not in WIRE.shown(called)


def test_framing() -> None:
    """Named events with their end marker are shown, but not where framing was put together."""
    streamed = WIRE.exchange(CALL, replace(ASK, stream=True))
    assert WIRE.shown(streamed)["framing"] == "SSE, named events, [DONE]"
    assert "framing" not in WIRE.shown(replace(streamed, fidelity=Fidelity.REBUILT))
    body = b'data: {"type":"message-start"}\n\n'
    assert (
        WIRE.shown(Exchange(None, Response(200, (), body), EVIDENCE))["framing"] == "SSE, data only"
    )


@pytest.mark.parametrize(
    ("message", "word"),
    [
        ({"content": None}, "null"),
        ({}, "absent"),
        ({"content": []}, "absent"),
        ({"content": [{"type": "text", "text": ""}]}, '""'),
        ({"content": "x"}, "text"),
        ({"tool_plan": "x"}, "absent"),
    ],
)
def test_content_beside_a_call(message: JsonObject, word: str) -> None:
    """The plan is not content; null and absent are told apart."""
    call: Json = {"id": "1", "function": {"name": "a", "arguments": {}}}
    body = dump({"message": {**message, "tool_calls": [call]}})
    facets = WIRE.shown(Exchange(None, Response(200, (), body), EVIDENCE))
    assert facets["text_beside_call"] == word
    assert facets["arguments"] == "object"


def test_errors_show_their_members_and_nothing_of_the_request() -> None:
    """A refused request proves nothing about what the server takes."""
    answer = Answer(refusal=Refusal(400, "invalid_request", "No."))
    assert WIRE.shown(WIRE.exchange(answer, ASK)) == {"error_field": "{message,id}"}
    assert WIRE.shown(Exchange(None, Response(500, (), b"<html>"), EVIDENCE)) == {}
    streamed = Response(200, (), b'data: {"error":"x"}\n\n')
    assert WIRE.shown(Exchange(None, streamed, EVIDENCE))["error_field"] == "{error}"
