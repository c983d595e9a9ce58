"""Facets tell what one reading shows and nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from toolwire.dialects.gemini_generate import DIALECT
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Fidelity, Request, Response
from toolwire.model.observation import FACETS

EVIDENCE = Evidence(EvidenceLevel.DOCUMENTED, "test")
URL = "https://host.invalid/v1beta/models/m:generateContent"
ASKED = {
    "contents": [
        {"role": "user", "parts": [{"text": "?"}]},
        {"role": "model", "parts": [{"functionCall": {"id": "xk12qd34", "name": "find"}}]},
        {
            "role": "user",
            "parts": [{"functionResponse": {"id": "xk12qd34", "name": "find", "response": {}}}],
        },
    ],
    "tools": [{"functionDeclarations": [{"name": "find", "parameters": {"type": "OBJECT"}}]}],
}


def answer(*parts: Json, stop: Json = "STOP") -> JsonObject:
    """Return a response message with these parts."""
    return {"candidates": [{"content": {"parts": list(parts)}, "finishReason": stop}]}


def seen(
    body: bytes, asked: JsonObject | None = None, status: int = 200, **changes: dict[str, Any]
) -> dict[str, str]:
    """Return the facets of a response, and of its request when one is given."""
    request = None if asked is None else Request("POST", URL, (), dump(asked))
    exchange = Exchange(request, Response(status, (), body), EVIDENCE)
    found = DIALECT.facets(DIALECT.decode(replace(exchange, **changes)))
    assert set(found) <= set(FACETS)
    return dict(found)


def test_a_full_exchange_shows_every_facet_of_its_mode() -> None:
    """Request and response facts are told in the matrix's own words."""
    call = {"functionCall": {"id": "xk12qd34", "name": "find", "args": {"q": 1}}}
    empty = {"functionCall": {"id": "ef56gh78", "name": "now", "args": {}}}
    assert seen(dump(answer({"text": "a"}, call, empty)), ASKED) == {
        "call_field": "candidates[].content.parts[].functionCall",
        "id_field": "id",
        "id_pattern": "[a-z0-9]{8}",
        "arguments": "object",
        "no_arguments": "{}",
        "stop_field": "finishReason",
        "stop_on_call": "STOP",
        "text_beside_call": "text",
        "definition_field": "tools[].functionDeclarations[]",
        "schema_field": "parameters",
        "result_field": "role: user, parts[].functionResponse",
        "result_id_field": "id",
    }


def test_a_plain_reply_shows_little() -> None:
    """Nothing is said of calls when there are none."""
    assert seen(dump(answer({"text": "a"}))) == {"stop_field": "finishReason"}


def test_absence_is_told_only_where_it_can_be_known() -> None:
    """Absent ids, arguments and text are facts on the wire, not in an SDK's dump."""
    body = dump(answer({"functionCall": {"name": "now"}}))
    found = seen(body)
    assert found["id_field"] == found["no_arguments"] == found["text_beside_call"] == "absent"
    dumped = seen(body, fidelity=Fidelity.DUMPED)
    assert {"id_field", "no_arguments", "text_beside_call"}.isdisjoint(dumped)


@pytest.mark.parametrize(
    ("body", "framing"),
    [
        (b"data: {}\n\n", "SSE, data only"),
        (b"event: x\ndata: {}\n\n", "SSE, named events"),
        (b"data: {}\n\ndata: [DONE]\n\n", "SSE, data only, [DONE]"),
        (b"[{}]", "JSON array"),
    ],
)
def test_the_framing_is_named(body: bytes, framing: str) -> None:
    """Streams are named by what frames them, unless the framing was rebuilt."""
    assert seen(body)["framing"] == framing
    assert "framing" not in seen(body, fidelity=Fidelity.REBUILT)


def test_streamed_arguments_are_named() -> None:
    """Calls whose arguments come in pieces are told apart from whole ones."""
    parts = [{"functionCall": {"name": "a", "partialArgs": [], "willContinue": True}}]
    found = seen(b"data: " + dump(answer(*parts)) + b"\n\n")
    assert found["arguments"] == "partialArgs"
    assert "no_arguments" not in found


@pytest.mark.parametrize(
    ("content", "field", "id_field"),
    [
        (
            {"role": "function", "parts": [{"functionResponse": {"name": "a"}}]},
            "role: function, parts[].functionResponse",
            "name",
        ),
        (
            {"parts": [{"function_response": {"name": "a", "id": "b"}}]},
            "no role, parts[].function_response",
            "id",
        ),
        (
            {"role": "<b>", "parts": [{"functionResponse": {"name": "a"}}]},
            "other role, parts[].functionResponse",
            "name",
        ),
    ],
)
def test_results_are_told_as_sent(content: JsonObject, field: str, id_field: str) -> None:
    """Role and spelling of results are those of the request, in our words."""
    asked = {"contents": [content]}
    found = seen(dump(answer({"text": "a"})), asked)
    assert (found["result_field"], found["result_id_field"]) == (field, id_field)


def test_a_refused_request_shows_nothing_of_its_form() -> None:
    """What a server refused is no evidence of what it takes."""
    error = {"error": {"code": 400, "message": "No.", "status": "INVALID_ARGUMENT"}}
    assert seen(dump(error), ASKED, status=400) == {"error_field": "error{code,message,status}"}
    assert seen(dump([error]), status=400) == {"error_field": "[error{code,message,status}]"}
    assert seen(b"data: " + dump(error) + b"\n\n")["error_field"] == "error{code,message,status}"
    assert seen(b'{"error":"no"}', status=400) == {"error_field": "error: text"}
    assert seen(b"", status=500) == {}


def test_no_text_of_the_wire_becomes_a_facet() -> None:
    """A hostile stop reason or id is described, not repeated."""
    call = {"functionCall": {"id": "<script>", "name": "find", "args": {}}}
    found = seen(dump(answer(call, stop="<script>")))
    assert "<" not in "".join(found.values())
    assert found["stop_on_call"] == found["id_pattern"] == "other"
