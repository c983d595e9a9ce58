"""Facets of v1: what is seen, and nothing that is not."""

from __future__ import annotations

from dataclasses import replace

from harness.conversation import (
    AssistantTurn,
    Conversation,
    JsonObject,
    ResultsTurn,
    Tool,
    ToolCall,
    ToolResult,
    UserTurn,
)
from harness.dialects.cohere_v1 import DIALECT
from harness.dialects.dialect import Answer, PlannedCall, Refusal
from harness.exchange import Endpoint, Evidence, EvidenceLevel, Exchange, Fidelity, Response
from harness.json_text import dump
from harness.observation import FACETS

ENDPOINT = Endpoint("https://api.cohere.com", "m1")
EVIDENCE = Evidence(EvidenceLevel.DOCUMENTED, "test")
ASK = Conversation((UserTurn("?"),), (Tool("a", parameters={"type": "object"}),))
CALL = Answer(calls=(PlannedCall("a", {}),))
HISTORY = (
    UserTurn("?"),
    AssistantTurn(None, (ToolCall("a", None, {}),)),
    ResultsTurn((ToolResult(None, "a", "1"),)),
)


def exchange(conversation: Conversation, answer: Answer, endpoint: Endpoint = ENDPOINT) -> Exchange:
    """Encode and respond."""
    request = DIALECT.encode(conversation, endpoint)
    return Exchange(request, DIALECT.respond(request, answer), EVIDENCE)


def shown(found: Exchange) -> dict[str, str]:
    """Decode and describe."""
    facets = dict(DIALECT.facets(DIALECT.decode(found)))
    assert facets.keys() <= FACETS.keys()
    return facets


def test_a_call_shows_the_format() -> None:
    """Every cell that one blocking exchange can fill is filled."""
    assert shown(exchange(replace(ASK, turns=HISTORY), CALL)) == {
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
    assert shown(exchange(later, Answer(text="x")))["result_field"] == "role: TOOL"


def test_text_beside_a_call() -> None:
    """The plan of multi-step use is text."""
    assert shown(exchange(ASK, replace(CALL, text="Now.")))["text_beside_call"] == "text"


def test_framing() -> None:
    """Lines and server-sent events are told apart, but not where framing was put together."""
    streamed = exchange(replace(ASK, stream=True), CALL)
    assert shown(streamed)["framing"] == "NDJSON, event_type inside"
    assert "framing" not in shown(replace(streamed, fidelity=Fidelity.REBUILT))
    sse = replace(ENDPOINT, headers=(("accepts", "text/event-stream"),))
    found = shown(exchange(replace(ASK, stream=True), CALL, sse))
    assert found["framing"] == "SSE, event_type inside"
    assert found["arguments"] == "object"


def test_ids_and_text_arguments_of_imitators_are_shown() -> None:
    """An id that is there is shown as one; absence is not told of an SDK's objects."""
    call: JsonObject = {"id": "a_123", "name": "a", "parameters": "{}"}
    response = Response(200, (), dump({"text": "x", "tool_calls": [call]}))
    facets = shown(Exchange(None, response, EVIDENCE))
    assert (facets["id_field"], facets["arguments"]) == ("id", "JSON string")
    bare = Response(200, (), dump({"text": "x", "tool_calls": [{"name": "a"}]}))
    dumped = shown(Exchange(None, bare, EVIDENCE, Fidelity.DUMPED))
    assert {"id_field", "arguments", "no_arguments"}.isdisjoint(dumped)


def test_errors_show_their_members_and_nothing_of_the_request() -> None:
    """A refused request proves nothing about what the server takes."""
    answer = Answer(refusal=Refusal(400, "invalid_request", "No."))
    assert shown(exchange(ASK, answer)) == {"error_field": "{message,id}"}
    assert shown(Exchange(None, Response(500, (), b"<html>"), EVIDENCE)) == {}
