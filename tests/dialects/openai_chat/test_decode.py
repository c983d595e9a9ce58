"""Blocking and error bodies to readings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.hostile import hostile
from toolwire.dialects.openai_chat.decode import decode
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject, ToolCall
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode, Request, Response
from toolwire.model.reply import ABSENT, Reading, Unread, Usage, WireError

EVIDENCE = Evidence(EvidenceLevel.DOCUMENTED, "test")
JSON_TYPE = (("Content-Type", "application/json"),)


def read(
    body: bytes, status: int = 200, headers: tuple[tuple[str, str], ...] = JSON_TYPE
) -> Reading:
    """Decode a response without a request."""
    return decode(Exchange(None, Response(status, headers, body), EVIDENCE))


def completion(message: Json, **choice: Json) -> bytes:
    """Write a completion with one choice."""
    first: JsonObject = {"index": 0, "message": message, "finish_reason": "tool_calls", **choice}
    return dump({"id": "r1", "model": "m1", "choices": [first]})


def call(arguments: Json, **members: Json) -> JsonObject:
    """Write one tool call."""
    function: JsonObject = {"name": "get_time", "arguments": arguments}
    return {"id": "c1", "type": "function", "function": function, **members}


def test_everything_in_a_completion_is_read_with_its_place() -> None:
    """Text, calls, stop, usage, reasoning, ids and the bytes to echo come from the body."""
    body = (
        b'{"id":"r1","model":"m1","choices":[{"message": {"role":"assistant", "content":"hi",'
        b'"reasoning_content":"hm","tool_calls":[{"id":"c1","type":"function","function":'
        b'{"name":"get_time","arguments":"{\\"a\\": 1}"}}]},"finish_reason":"tool_calls"},'
        b'{"message":{"content":"second choice"}}],'
        b'"usage":{"prompt_tokens":3,"completion_tokens":4,"total_tokens":7}}'
    )
    reading = read(body)
    reply = reading.reply
    assert (reading.dialect, reading.mode, reading.events) == ("openai-chat", Mode.BLOCKING, ())
    assert (reply.text, reply.text_pointer) == ("hi", "/choices/0/message/content")
    assert (reply.stop, reply.stop_pointer) == ("tool_calls", "/choices/0/finish_reason")
    assert reply.tool_calls == (
        ToolCall("get_time", "c1", {"a": 1}, '{"a": 1}', None, "/choices/0/message/tool_calls/0"),
    )
    assert (reply.id, reply.model, reply.reasoning) == ("r1", "m1", "hm")
    assert reply.usage == Usage(3, 4, 7)
    assert reply.echo is not None
    assert reply.echo in body
    assert reply.echo.startswith(b'{"role":"assistant", "content"')
    assert reply.complete
    assert reading.ok


@pytest.mark.parametrize(
    ("arguments", "value", "raw"),
    [
        ("{}", {}, "{}"),
        ('{"a":1}', {"a": 1}, '{"a":1}'),
        ("null", None, "null"),
        ({"a": 1}, {"a": 1}, None),
        (None, None, None),
    ],
)
def test_arguments_are_kept_as_written(arguments: Json, value: Json, raw: str | None) -> None:
    """Text is parsed and kept, an object stands for itself, null is nothing."""
    (found,) = read(completion({"tool_calls": [call(arguments)]})).reply.tool_calls
    assert (found.arguments, found.raw, found.parse_error) == (value, raw, None)


@pytest.mark.parametrize("text", ["", "{", "{}{}", '{"a": NaN}', "{}<|end|>", "{'a': 1}"])
def test_arguments_that_are_not_json_are_kept_with_the_reason(text: str) -> None:
    """Nothing is repaired: the text stays, the value is None, and the reason is given."""
    (found,) = read(completion({"tool_calls": [call(text)]})).reply.tool_calls
    assert (found.arguments, found.raw) == (None, text)
    assert found.parse_error


def test_odd_calls() -> None:
    """Free text tools, missing members, wrong types, legacy and empty calls are told apart."""
    message: JsonObject = {
        "tool_calls": [
            {"id": "c1", "type": "custom", "custom": {"name": "calc", "input": "4 + 4"}},
            {"id": 0, "function": {"name": None}},
            {},
            "nonsense",
        ],
        "function_call": {"name": "old", "arguments": "{}"},
    }
    reply = read(completion(message)).reply
    at = "/choices/0/message"
    assert reply.tool_calls == (
        ToolCall("calc", "c1", raw="4 + 4", pointer=f"{at}/tool_calls/0", kind="custom"),
        ToolCall(None, pointer=f"{at}/tool_calls/1"),
        ToolCall(None, pointer=f"{at}/tool_calls/2"),
        ToolCall("old", None, {}, "{}", pointer=f"{at}/function_call", kind="legacy"),
    )
    assert reply.unread == (Unread(f"{at}/tool_calls/3", "not an object"),)
    hollow: JsonObject = {"content": "Hi", "function_call": {"name": "", "arguments": ""}}
    assert read(completion(hollow)).reply.tool_calls == ()
    (unread,) = read(completion({"tool_calls": {"id": "c1"}})).reply.unread
    assert unread == Unread(f"{at}/tool_calls", "not an array")


@pytest.mark.parametrize(
    ("message", "text", "reasoning"),
    [
        ({"content": None}, None, None),
        ({"content": ""}, "", None),
        ({}, None, None),
        ({"content": "a", "reasoning": "r"}, "a", "r"),
        ({"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}, "ab", None),
        (
            {
                "content": [
                    {"type": "thinking", "thinking": [{"type": "text", "text": "t"}]},
                    {"type": "text", "text": "a"},
                ]
            },
            "a",
            "t",
        ),
        ({"content": [{"type": "reference", "reference_ids": [1]}]}, None, None),
        ({"content": 5}, None, None),
    ],
)
def test_text_and_reasoning(message: JsonObject, text: str | None, reasoning: str | None) -> None:
    """No text, empty text and text differ; parts are joined; reasoning stays apart."""
    reply = read(completion(message)).reply
    assert (reply.text, reply.reasoning) == (text, reasoning)
    assert bool(reply.text_pointer) is (text is not None)


@pytest.mark.parametrize(
    ("body", "error"),
    [
        (
            {"error": {"message": "m", "type": "t", "param": None, "code": "c"}},
            WireError("m", "c", "/error"),
        ),
        ({"error": {"message": "m", "type": "t", "code": None}}, WireError("m", "t", "/error")),
        ({"error": {"message": "m", "code": 404}}, WireError("m", "404", "/error")),
        ([{"error": {"message": "m", "code": 400}}], WireError("m", "400", "/0/error")),
        ({"error": "m", "code": "c"}, WireError("m", "c", "/error")),
        ({"error": "m", "error_type": "validation"}, WireError("m", "validation", "/error")),
        ({"object": "error", "message": "m", "type": "t", "code": 3}, WireError("m", "3", "")),
        ({"message": "m"}, WireError("m", None, "")),
        ({"detail": "Not Found"}, WireError("Not Found", None, "/detail")),
        (
            {"detail": [{"loc": ["body"], "msg": "m", "type": "missing"}]},
            WireError("m", "missing", "/detail"),
        ),
        ({}, WireError("", None, "")),
        ([], WireError("", None, "")),
        ("text", WireError("", None, "")),
    ],
)
def test_error_bodies(body: Json, error: WireError) -> None:
    """Every shape of error body gives its message, its word and its place."""
    reading = read(dump(body), status=400)
    assert reading.reply.error == error
    assert reading.mode is Mode.BLOCKING
    assert not reading.ok


def test_an_error_body_behind_status_200_is_an_error() -> None:
    """A provider that hides its failure behind 200 is still seen to fail."""
    assert read(b'{"error":{"message":"m","code":502}}').reply.error == (
        WireError("m", "502", "/error")
    )
    assert read(b'{"choices":[],"error":null}').reply.error is None


@pytest.mark.parametrize(
    ("body", "error"),
    [
        (
            {"choices": None, "base_resp": {"status_code": 1004, "status_msg": "no key"}},
            WireError("no key", "1004", "/base_resp"),
        ),
        ({"base_resp": {"status_code": 1008}}, WireError("", "1008", "/base_resp")),
        ({"code": 500, "msg": "gone", "success": False}, WireError("gone", "500", "/msg")),
        ({"code": 200, "msg": "fine", "success": True}, None),
        ({"success": False}, None),
        ({"choices": None, "base_resp": {"status_code": 0, "status_msg": ""}}, None),
        ({"choices": [{"index": 0}], "base_resp": {"status_code": 1027}}, None),
    ],
)
def test_what_gateways_refuse_with_200_is_an_error(body: Json, error: WireError | None) -> None:
    """MiniMax says it in base_resp and Z.ai in success, beside no choices."""
    assert read(dump(body)).reply.error == error


@pytest.mark.parametrize("body", [b"", b"<html>", b"{", b'{"a":1} x', b"\xff\xfe", b"[" * 10_000])
def test_a_body_that_is_not_json_is_kept_as_unread(body: bytes) -> None:
    """The reason is given, the reply is not complete, and an error status stays an error."""
    reading = read(body)
    assert reading.body is ABSENT
    assert reading.body_error
    assert [part.pointer for part in reading.reply.unread] == [""]
    assert not reading.reply.complete
    assert read(body, status=502).reply.error == WireError("", None, "")


@pytest.mark.parametrize(
    ("body", "content_type", "mode"),
    [
        (b'{"choices":[]}', "text/event-stream", Mode.BLOCKING),
        (b'\xef\xbb\xbf {"choices":[]}', "text/event-stream", Mode.BLOCKING),
        (b"data: [DONE]\n\n", "application/json", Mode.STREAMING),
        (b": keep-alive\n\n", "", Mode.STREAMING),
        (b"\n data: x", "text/plain", Mode.STREAMING),
        (b"", "Text/Event-Stream; charset=utf-8", Mode.STREAMING),
        (b"", "application/json", Mode.BLOCKING),
        (b" " * 300 + b'{"choices":[]}', "application/json", Mode.BLOCKING),
    ],
)
def test_framing_decides_the_mode(body: bytes, content_type: str, mode: Mode) -> None:
    """First bytes come before the content type, and the content type before nothing."""
    assert read(body, headers=(("content-type", content_type),)).mode is mode


def test_the_request_is_read_beside_the_response() -> None:
    """The request is there in neutral terms and as JSON, or None when it is not JSON."""
    response = Response(200, JSON_TYPE, completion({"content": "a"}))
    body = b'{"messages":[{"role":"user","content":"a"}],"stream":true}'
    reading = decode(Exchange(Request("POST", "", (), body), response, EVIDENCE))
    assert reading.conversation is not None
    assert reading.conversation.stream
    assert reading.request == {"messages": [{"role": "user", "content": "a"}], "stream": True}
    odd = decode(Exchange(Request("POST", "", (), b"--form--"), response, EVIDENCE))
    assert (odd.conversation, odd.request) == (None, None)


JSON = hostile(
    "stop text",
    "choices message content tool_calls function custom name arguments function_call finish_reason usage error detail id type",
    leaves=25,
)


@given(JSON, JSON, st.sampled_from([200, 400]))
def test_any_json_body_can_be_read(body: Json, message: Json, status: int) -> None:
    """Nothing a provider sends raises, at the top or inside a message."""
    read(dump(body), status=status)
    read(completion(message), status=status)


@given(st.binary(max_size=200))
def test_any_bytes_can_be_read(body: bytes) -> None:
    """Nothing a provider sends raises, JSON or not."""
    assert read(body).dialect == "openai-chat"
