"""Blocking v2 responses and errors, real-shaped and hostile."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.hostile import hostile
from toolwire.dialects.cohere_v2 import DIALECT
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject, ToolCall
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode, Request, Response
from toolwire.model.reply import Reading, Reply, Unread, Usage, WireError

EVIDENCE = Evidence(EvidenceLevel.DOCUMENTED, "test")
CALL: JsonObject = {
    "id": "look_up_1",
    "type": "function",
    "function": {"name": "look_up", "arguments": '{"city": "Oslo"}'},
}
JSON = hostile("assistant text", "message content tool_calls function type text delta", leaves=12)


def read(body: bytes | Json, status: int = 200, request: bytes | None = None) -> Reading:
    """Decode a blocking response."""
    data = body if isinstance(body, bytes) else dump(body)
    sent = None if request is None else Request("POST", "https://h/v2/chat", (), request)
    response = Response(status, (("content-type", "application/json"),), data)
    return DIALECT.decode(Exchange(sent, response, EVIDENCE))


def replied(message: JsonObject, **members: Json) -> Reply:
    """Decode a response with this message."""
    return read(
        {"id": "r1", "message": {"role": "assistant", **message}, "finish_reason": "X", **members}
    ).reply


def test_a_call_with_its_plan() -> None:
    """The call has its own text and pointer; the plan is reasoning and not text."""
    reply = replied(
        {"tool_plan": "I will look it up.", "tool_calls": [CALL]},
        finish_reason="TOOL_CALL",
        usage={"tokens": {"input_tokens": 5, "output_tokens": 6}, "cached_tokens": 1},
    )
    assert reply.tool_calls == (
        ToolCall(
            "look_up",
            "look_up_1",
            {"city": "Oslo"},
            '{"city": "Oslo"}',
            pointer="/message/tool_calls/0",
        ),
    )
    assert (reply.text, reply.reasoning) == (None, "I will look it up.")
    assert (reply.stop, reply.stop_pointer, reply.id) == ("TOOL_CALL", "/finish_reason", "r1")
    assert reply.usage == Usage(5, 6)
    assert (reply.complete, reply.unread, reply.error) == (True, (), None)


def test_text_and_thinking_are_kept_apart() -> None:
    """Text parts join, thinking and plan become reasoning, other parts are neither."""
    content: list[Json] = [
        {"type": "thinking", "thinking": "Hm."},
        {"type": "text", "text": "It is "},
        {"type": "image", "text": "no"},
        {"type": "text", "text": "cold."},
    ]
    reply = replied({"content": content, "tool_plan": "Look."})
    assert (reply.text, reply.reasoning) == ("It is cold.", "Hm.\nLook.")
    assert reply.text_pointer == "/message/content"


@pytest.mark.parametrize(
    ("content", "text"),
    [(None, None), ([], None), ([{"type": "text", "text": ""}], ""), ("plain", "plain")],
)
def test_no_text_is_told_from_an_empty_one(content: Json, text: str | None) -> None:
    """An absent part is None, an empty one is empty, a plain string is a text."""
    assert replied({"content": content}).text == text


def test_the_message_goes_back_with_its_own_bytes() -> None:
    """The echo is the message as it stands, spaces, order and unknown members included."""
    message = b'{ "tool_plan":"p",  "role":"assistant", "x": 1.50, "tool_calls":[] }'
    body = b'\xef\xbb\xbf {"finish_reason":"COMPLETE", "message":' + message + b', "id":"1"}'
    assert read(body).reply.echo == message


@pytest.mark.parametrize(
    ("arguments", "call"),
    [
        ("", ToolCall("look_up", "look_up_1", None, "", "empty")),
        ("null", ToolCall("look_up", "look_up_1", None, "null")),
        ({"a": 1}, ToolCall("look_up", "look_up_1", {"a": 1})),
        (None, ToolCall("look_up", "look_up_1")),
    ],
)
def test_arguments_are_observed_not_repaired(arguments: Json, call: ToolCall) -> None:
    """Empty, null and object arguments stay what they are."""
    entry: JsonObject = {**CALL, "function": {"name": "look_up", "arguments": arguments}}
    (found,) = replied({"tool_calls": [entry]}).tool_calls
    assert (found.arguments, found.raw, found.parse_error) == (
        call.arguments,
        call.raw,
        call.parse_error,
    )


def test_what_is_no_call_is_kept_as_unread() -> None:
    """Strays in lists and lists that are none are reported with their place."""
    reply = replied({"tool_calls": [1, CALL, None], "content": ["x"]})
    assert reply.unread == (
        Unread("/message/content/0", "not an object"),
        Unread("/message/tool_calls/0", "not an object"),
        Unread("/message/tool_calls/2", "not an object"),
    )
    assert [call.pointer for call in reply.tool_calls] == ["/message/tool_calls/1"]
    assert replied({"tool_calls": CALL}).unread == (Unread("/message/tool_calls", "not an array"),)


@pytest.mark.parametrize(
    ("status", "body", "error"),
    [
        (400, b'{"message":"no"}', WireError("no", None, "/message")),
        (200, b'{"message":"no"}', WireError("no", None, "/message")),
        (422, b'{"id":"1","message":"bad name"}', WireError("bad name", None, "/message")),
        (500, b'{"error":{"message":"no","type":"t"}}', WireError("no", "t", "/error")),
        (502, b"<html>", WireError("", None, "status")),
        (503, b"", WireError("", None, "status")),
        (429, b"[]", WireError("", None, "status")),
        (400, b'{"message":{"role":"assistant"}}', WireError("", None, "status")),
    ],
)
def test_errors(status: int, body: bytes, error: WireError) -> None:
    """Every failed response has an error, with its text where it has one."""
    reading = read(body, status)
    assert reading.reply.error == error
    assert not reading.ok


def test_a_body_that_is_not_json_is_incomplete() -> None:
    """The reason is kept, and nothing is made up."""
    reading = read(b'{"message": {"role": "assis')
    assert (reading.mode, reading.reply.complete) == (Mode.BLOCKING, False)
    assert reading.body_error
    assert reading.reply.unread == (Unread("", reading.body_error),)
    assert read(b"7").reply.unread == (Unread("", "not an object"),)


def test_the_request_is_read_beside_the_response() -> None:
    """A kept request gives the conversation; a broken one gives none."""
    asked = read(
        {}, request=b'{"model":"m","messages":[{"role":"user","content":"Hi"}]}'
    ).conversation
    assert asked is not None
    assert asked.turns
    assert read({}, request=b"{").conversation is None
    assert read({}).request is None


@given(body=JSON | st.binary(max_size=40), status=st.sampled_from([200, 400]))
def test_nothing_raises(*, body: Json | bytes, status: int) -> None:
    """Whatever a provider sends, there is a reading with facets and a sighting."""
    reading = read(body, status)
    DIALECT.facets(reading)
    DIALECT.recognise(reading.exchange)
    assert (reading.reply.error is not None) >= (status == 400)
