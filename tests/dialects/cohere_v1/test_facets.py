"""Facets of v1: what is seen, and nothing that is not."""

from __future__ import annotations

from dataclasses import replace

from tests.support.lanes import LANES
from tests.support.wire import EVIDENCE
from toolwire.dialects import Answer, PlannedCall, Refusal
from toolwire.io.json_text import dump
from toolwire.model.conversation import (
    AssistantTurn,
    Conversation,
    JsonObject,
    ResultsTurn,
    Tool,
    ToolCall,
    ToolResult,
    UserTurn,
)
from toolwire.model.exchange import Exchange, Fidelity, Response

WIRE = LANES["cohere-v1"].wire
ASK = Conversation((UserTurn("?"),), (Tool("a", parameters={"type": "object"}),))
CALL = Answer(calls=(PlannedCall("a", {}),))
HISTORY = (
    UserTurn("?"),
    AssistantTurn(None, (ToolCall("a", None, {}),)),
    ResultsTurn((ToolResult(None, "a", "1"),)),
)


def test_a_call_shows_the_format() -> None:
    """Every cell that one blocking exchange can fill is filled."""
    assert WIRE.shown(WIRE.exchange(CALL, replace(ASK, turns=HISTORY))) == {
        "call_field": "tool_calls[]",
        "arguments": "object",
        "no_arguments": "{}",
        "id_field": "absent",
        "stop_field": "finish_reason",
        "stop_on_call": "COMPLETE",
        "text_beside_call": '""',
        "definition_field": "tools[]",
        "schema_field": "parameter_definitions",
        "result_field": "tool_results[].outputs[]",
        "result_id_field": "absent (call repeated)",
    }


def test_results_in_the_history_are_a_role() -> None:
    """Results of earlier turns stand in the history."""
    later = replace(ASK, turns=(*HISTORY, UserTurn("!")))
    assert WIRE.shown(WIRE.exchange(Answer(text="x"), later))["result_field"] == "role: TOOL"


def test_text_beside_a_call() -> None:
    """The plan of multi-step use is text."""
    assert WIRE.shown(WIRE.exchange(replace(CALL, text="Now."), ASK))["text_beside_call"] == "text"


def test_framing() -> None:
    """Lines and server-sent events are told apart, but not where framing was put together."""
    streamed = WIRE.exchange(CALL, replace(ASK, stream=True))
    assert WIRE.shown(streamed)["framing"] == "NDJSON, event_type inside"
    assert "framing" not in WIRE.shown(replace(streamed, fidelity=Fidelity.REBUILT))
    endpoint = replace(WIRE.endpoint, headers=(("accepts", "text/event-stream"),))
    found = WIRE.shown(replace(WIRE, endpoint=endpoint).exchange(CALL, replace(ASK, stream=True)))
    assert found["framing"] == "SSE, event_type inside"
    assert found["arguments"] == "object"


def test_ids_and_text_arguments_of_imitators_are_shown() -> None:
    """An id that is there is shown as one; absence is not told of an SDK's objects."""
    call: JsonObject = {"id": "a_123", "name": "a", "parameters": "{}"}
    response = Response(200, (), dump({"text": "x", "tool_calls": [call]}))
    facets = WIRE.shown(Exchange(None, response, EVIDENCE))
    assert (facets["id_field"], facets["arguments"]) == ("id", "JSON string")
    bare = Response(200, (), dump({"text": "x", "tool_calls": [{"name": "a"}]}))
    dumped = WIRE.shown(Exchange(None, bare, EVIDENCE, Fidelity.DUMPED))
    assert {"id_field", "arguments", "no_arguments"}.isdisjoint(dumped)


def test_errors_show_their_members_and_nothing_of_the_request() -> None:
    """A refused request proves nothing about what the server takes."""
    answer = Answer(refusal=Refusal(400, "invalid_request", "No."))
    assert WIRE.shown(WIRE.exchange(answer, ASK)) == {"error_field": "{message,id}"}
    assert WIRE.shown(Exchange(None, Response(500, (), b"<html>"), EVIDENCE)) == {}
