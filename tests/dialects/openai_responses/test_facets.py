"""What one reading shows of the format."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects.openai_responses import DIALECT
from toolwire.io.framing import sse
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Fidelity, Request, Response
from toolwire.model.observation import FACETS

CALL: JsonObject = {
    "type": "function_call",
    "id": "fc_1",
    "call_id": "call_1a",
    "name": "f",
    "arguments": '{"a":1}',
}
MESSAGE: JsonObject = {"type": "message", "content": [{"type": "output_text", "text": "Hi."}]}


def shown(response: Json, request: JsonObject | None = None, status: int = 200) -> dict[str, str]:
    """Return the facets of a blocking exchange."""
    return dict(DIALECT.facets(DIALECT.decode(exchange(dump(response), request, status))))


def exchange(body: bytes, request: JsonObject | None = None, status: int = 200) -> Exchange:
    """Return an exchange of these bodies."""
    sent = None if request is None else Request("POST", "https://x.invalid", (), dump(request))
    return Exchange(sent, Response(status, (), body), Evidence(EvidenceLevel.DOCUMENTED, "test"))


def answer(*output: Json) -> JsonObject:
    """Return a finished response with these items."""
    return {"status": "completed", "output": [*output]}


def test_a_call_shows_where_it_sits_and_how_it_is_told() -> None:
    """Every cell that one call with its request can fill, and nothing that is no facet."""
    request: JsonObject = {
        "input": [
            {"role": "user", "content": "q"},
            {"type": "function_call_output", "call_id": "call_0", "output": "x"},
        ],
        "tools": [{"type": "web_search"}, {"type": "function", "name": "f", "parameters": {}}],
    }
    found = shown(answer(CALL), request)
    assert found == {
        "call_field": "output[].function_call",
        "arguments": "JSON string",
        "id_field": "call_id",
        "id_pattern": "call_[0-9a-f]{2}",
        "stop_field": "status",
        "stop_on_call": "completed",
        "text_beside_call": "absent",
        "definition_field": "tools[] (flat)",
        "schema_field": "parameters",
        "result_field": "input[].function_call_output",
        "result_id_field": "call_id",
    }
    assert found.keys() <= FACETS.keys()


@pytest.mark.parametrize(
    ("changes", "key", "word"),
    [
        ({"arguments": "{}"}, "no_arguments", '"{}"'),
        ({"arguments": ""}, "no_arguments", '""'),
        ({"arguments": {}}, "no_arguments", "{}"),
        ({"arguments": {"a": 1}}, "arguments", "object"),
        ({"arguments": {"a": 1}}, "no_arguments", None),
        ({"arguments": None}, "arguments", None),
        ({"call_id": None}, "id_field", "absent"),
        ({"call_id": None}, "id_pattern", None),
        ({"type": "custom_tool_call", "input": "x"}, "call_field", "output[].custom_tool_call"),
        ({"type": "custom_tool_call", "input": "x"}, "arguments", None),
    ],
)
def test_each_way_of_writing_a_call(changes: JsonObject, key: str, word: str | None) -> None:
    """Only what is there is said; a custom call says nothing about arguments."""
    assert shown(answer({**CALL, **changes})).get(key) == word


def test_text_beside_a_call() -> None:
    """Text is an item of its own and may be empty."""
    empty: JsonObject = {"type": "message", "content": [{"type": "output_text", "text": ""}]}
    assert shown(answer(MESSAGE, CALL))["text_beside_call"] == "text"
    assert shown(answer(empty, CALL))["text_beside_call"] == '""'
    assert shown(answer(MESSAGE)).keys() == {"stop_field"}


def test_a_tool_in_the_chat_shape_shows_no_definition() -> None:
    """What a server passes over is not how it takes tools; nor is what it refused."""
    nested: JsonObject = {"input": "q", "tools": [{"type": "function", "function": {"name": "f"}}]}
    flat: JsonObject = {"input": "q", "tools": [{"type": "function", "name": "f"}]}
    assert "definition_field" not in shown(answer(), nested)
    assert "definition_field" not in shown({"error": {"message": "No."}}, flat, 400)
    assert "schema_field" not in shown(answer(), flat)


@pytest.mark.parametrize(
    ("body", "word"),
    [
        ({"error": {"code": 1, "message": "m", "x y": 2, "aa": 3}}, "error{message,code,aa}"),
        ({"error": "No."}, "error: text"),
        ({"message": "No.", "code": 1}, "{message,code}"),
        ({"detail": "No."}, "detail"),
        ([], None),
    ],
)
def test_error_bodies(body: Json, word: str | None) -> None:
    """The members of the error, in one order, without odd names."""
    assert shown(body, status=400).get("error_field") == word


@pytest.mark.parametrize(
    ("name", "end", "word"),
    [
        ("response.completed", b"", "SSE, named events"),
        (None, b"", "SSE, data only"),
        (None, sse.encode("[DONE]"), "SSE, data only, [DONE]"),
    ],
)
def test_framing(name: str | None, end: bytes, word: str) -> None:
    """Named or not, with the end marker or not; not told where frames were rebuilt."""
    event: JsonObject = {"type": "response.completed", "response": answer(CALL)}
    streamed = exchange(sse.encode(dump(event).decode(), name) + end)
    assert DIALECT.facets(DIALECT.decode(streamed))["framing"] == word
    rebuilt = replace(streamed, fidelity=Fidelity.REBUILT)
    assert "framing" not in DIALECT.facets(DIALECT.decode(rebuilt))


@pytest.mark.parametrize(
    ("event", "word"),
    [
        ({"type": "response.failed", "response": {"error": {"code": "x"}}}, "error{code}"),
        ({"type": "error", "message": "m", "code": "x"}, "{message,type,code}"),
        ({"type": "error", "error": {"message": "m"}}, "error{message}"),
    ],
)
def test_errors_in_a_stream(event: JsonObject, word: str) -> None:
    """The holder is the event or its response."""
    reading = DIALECT.decode(exchange(sse.encode(dump(event).decode())))
    assert DIALECT.facets(reading)["error_field"] == word


def test_words_of_the_wire_do_not_pass_into_cells() -> None:
    """A stop that is no short word, and an id of odd characters, are only named `other`."""
    wild: JsonObject = {"status": "<script>", "output": [{**CALL, "call_id": "<b>"}]}
    found = shown(wild)
    assert (found["stop_on_call"], found["id_pattern"]) == ("other", "other")
