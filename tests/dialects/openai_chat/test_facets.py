"""Facets of Chat Completions readings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects.openai_chat import DIALECT
from toolwire.io.framing import sse
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import (
    Evidence,
    EvidenceLevel,
    Exchange,
    Fidelity,
    Mode,
    Request,
    Response,
)
from toolwire.model.observation import FACETS
from toolwire.rules.mutate.scenarios import clean, every_clean

EVIDENCE = Evidence(EvidenceLevel.IMPORTED, "test")


def shown(
    body: bytes, request: Json = None, fidelity: Fidelity = Fidelity.WIRE, status: int = 200
) -> dict[str, str]:
    """Return the facets of one exchange."""
    asked = None if request is None else Request("POST", "", (), dump(request))
    exchange = Exchange(asked, Response(status, (), body), EVIDENCE, fidelity)
    return dict(DIALECT.facets(DIALECT.decode(exchange)))


def completion(message: JsonObject, stop: Json = "tool_calls") -> bytes:
    """Write a completion of one choice."""
    return dump({"choices": [{"message": message, "finish_reason": stop}]})


def with_call(function: JsonObject, **members: Json) -> bytes:
    """Write a completion with one call."""
    return completion({"tool_calls": [{"id": "c_1", "function": function}], **members})


@pytest.mark.parametrize("mode", list(Mode))
def test_facets_of_the_reference(mode: Mode) -> None:
    """Both modes show the same facts in the same words, streams their framing besides."""
    found = dict(DIALECT.facets(DIALECT.decode(clean(DIALECT, "single_call", mode))))
    assert found.pop("framing", None) == (
        "SSE, data only, [DONE]" if mode is Mode.STREAMING else None
    )
    assert found == {
        "call_field": "choices[].message.tool_calls[]",
        "arguments": "JSON string",
        "id_field": "id",
        "id_pattern": "call_[A-Za-z0-9]{24}",
        "stop_field": "choices[].finish_reason",
        "stop_on_call": "tool_calls",
        "text_beside_call": "null",
        "definition_field": "tools[].function",
        "schema_field": "parameters",
    }


def test_only_known_facets_are_named() -> None:
    """Every clean exchange shows facets of the table only, and each facet is shown somewhere."""
    seen = {
        key
        for _, _, exchange in every_clean(DIALECT)
        for key in DIALECT.facets(DIALECT.decode(exchange))
    }
    assert seen == set(FACETS)


@pytest.mark.parametrize(
    ("function", "word"),
    [
        ({"name": "a", "arguments": "{}"}, '"{}"'),
        ({"name": "a", "arguments": " {} "}, '"{}"'),
        ({"name": "a", "arguments": ""}, '""'),
        ({"name": "a", "arguments": "null"}, '"null"'),
        ({"name": "a", "arguments": {}}, "{}"),
        ({"name": "a", "arguments": None}, "null"),
        ({"name": "a"}, "absent"),
        ({"name": "a", "arguments": '{"x":1}'}, None),
    ],
)
def test_how_no_arguments_are_written(function: JsonObject, word: str | None) -> None:
    """All ways to write no arguments are told apart, in both modes."""
    assert shown(with_call(function)).get("no_arguments") == word
    event = {"choices": [{"delta": {"tool_calls": [{"index": 0, "function": function}]}}]}
    assert shown(sse.encode(dump(event).decode())).get("no_arguments") == word


@pytest.mark.parametrize(
    ("members", "word"),
    [
        ({"content": None}, "null"),
        ({"content": ""}, '""'),
        ({"content": "a"}, "text"),
        ({}, "absent"),
    ],
)
def test_text_beside_a_call(members: JsonObject, word: str) -> None:
    """Null, empty, text and nothing at all are told apart, in both modes."""
    function: JsonObject = {"name": "a", "arguments": "{}"}
    assert shown(with_call(function, **members))["text_beside_call"] == word
    delta: JsonObject = {"tool_calls": [{"index": 0, "function": function}], **members}
    event = dump({"choices": [{"delta": delta}]}).decode()
    assert shown(sse.encode(event))["text_beside_call"] == word


def test_stored_objects_say_nothing_about_absence() -> None:
    """Where absent keys may show as null, neither is claimed."""
    body = with_call({"name": "a", "arguments": None}, content=None)
    found = shown(body, fidelity=Fidelity.DUMPED)
    assert {"no_arguments", "text_beside_call"}.isdisjoint(found)
    stream = sse.encode(dump({"choices": []}).decode())
    assert "framing" not in shown(stream, fidelity=Fidelity.REBUILT)
    assert shown(stream)["framing"] == "SSE, data only"


def test_native_arguments_and_missing_ids() -> None:
    """Objects instead of text, calls without ids, and odd stop words are shown as such."""
    found = shown(
        completion({"tool_calls": [{"function": {"name": "a", "arguments": {"x": 1}}}]}, "<b>")
    )
    assert (found["arguments"], found["id_field"]) == ("object", "absent")
    assert found["stop_on_call"] == "other"
    assert "id_pattern" not in found


def test_results_and_legacy_requests() -> None:
    """How results go back and tools are defined is read from the request."""
    tool: JsonObject = {"role": "tool", "tool_call_id": "c1", "content": ""}
    found = shown(completion({"content": "a"}), {"messages": [tool]})
    assert (found["result_field"], found["result_id_field"]) == ("role: tool", "tool_call_id")
    old: JsonObject = {"role": "function", "name": "a", "content": ""}
    legacy = shown(
        completion({"function_call": {"name": "a", "arguments": "{}"}}, "function_call"),
        {"messages": [old], "functions": [{"name": "a"}]},
    )
    assert legacy["call_field"] == "choices[].message.function_call"
    assert (legacy["result_field"], legacy["result_id_field"]) == ("role: function", "name")
    assert legacy["definition_field"] == "functions[]"
    assert "id_field" not in legacy


@pytest.mark.parametrize(
    ("body", "word"),
    [
        (
            {"error": {"code": None, "message": "m", "param": None, "type": "t"}},
            "error{message,type,param,code}",
        ),
        ({"error": {"message": "m", "<script>": 1, "b": 1, "a": 1}}, "error{message,a,b}"),
        ({"error": "m"}, "error: text"),
        ([{"error": {"message": "m"}}], "[error{message}]"),
        ({"object": "error", "message": "m"}, "{message,object}"),
        ({"detail": "m"}, "detail"),
        ({}, None),
        ([], None),
    ],
)
def test_error_bodies(body: Json, word: str | None) -> None:
    """The shape of an error is told by its member names, harmless ones only."""
    assert shown(dump(body), status=400).get("error_field") == word


def test_an_error_event_has_a_shape_too() -> None:
    """Errors in a stream are described as error bodies are."""
    found = shown(sse.encode('{"error":{"message":"m","code":1}}', "error"))
    assert (found["error_field"], found["framing"]) == ("error{message,code}", "SSE, named events")


def test_facets_hold_no_word_from_the_wire() -> None:
    """Hostile names and ids never reach a cell of the matrix."""
    hostile = "<script>alert(1)</script>"
    call: JsonObject = {"id": hostile, "function": {"name": hostile, "arguments": hostile}}
    exchange = Exchange(
        None, Response(200, (), completion({"tool_calls": [call]}, hostile)), EVIDENCE
    )
    words = DIALECT.facets(DIALECT.decode(replace(exchange))).values()
    assert not any("<script>" in word for word in words)
