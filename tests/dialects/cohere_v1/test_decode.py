"""Blocking v1 responses and errors."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.hostile import hostile
from toolwire.dialects.cohere_v1 import DIALECT
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject, ToolCall
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode, Response
from toolwire.model.reply import Reading, Unread, Usage, WireError

EVIDENCE = Evidence(EvidenceLevel.DOCUMENTED, "test")
CALL: JsonObject = {"name": "look_up", "parameters": {"city": "Oslo"}}


def read(body: bytes | Json, status: int = 200) -> Reading:
    """Decode a blocking response."""
    data = body if isinstance(body, bytes) else dump(body)
    response = Response(status, (("content-type", "application/json"),), data)
    return DIALECT.decode(Exchange(None, response, EVIDENCE))


def test_calls_have_objects_and_no_ids() -> None:
    """Parameters are values; words beside a call are text; counts stand in meta."""
    reply = read(
        {
            "response_id": "r",
            "text": "I will look.",
            "generation_id": "g",
            "tool_calls": [CALL, {"name": "now", "parameters": {}}],
            "finish_reason": "COMPLETE",
            "meta": {"billed_units": {"input_tokens": 5, "output_tokens": 6}},
        }
    ).reply
    assert reply.tool_calls == (
        ToolCall("look_up", None, {"city": "Oslo"}, pointer="/tool_calls/0"),
        ToolCall("now", None, {}, pointer="/tool_calls/1"),
    )
    assert (reply.text, reply.text_pointer, reply.reasoning) == ("I will look.", "/text", None)
    assert (reply.stop, reply.stop_pointer, reply.id) == ("COMPLETE", "/finish_reason", "g")
    assert reply.usage == Usage(5, 6)
    assert (reply.complete, reply.unread, reply.error) == (True, (), None)


def test_a_text_stays_empty() -> None:
    """The empty text of a single-step call is observed as one."""
    assert read({"text": "", "tool_calls": [CALL]}).reply.text == ""
    assert read({"tool_calls": None}).reply.text is None


def test_the_last_entry_of_the_history_goes_back_with_its_own_bytes() -> None:
    """The documented loop sends the returned history; its last entry is the reply."""
    entry = b'{"role" : "CHATBOT", "message":"x", "tool_calls":[ {"name":"a"} ], "n":1.50}'
    body = b'{"text":"x","chat_history":[{"role":"USER","message":"?"}, ' + entry + b"]}"
    assert read(body).reply.echo == entry


@pytest.mark.parametrize(
    ("body", "echo"),
    [
        (
            b'{"text":"a\\u00e9", "tool_calls":[{"name":"a","parameters":{"x":1.50}}]}',
            b'{"role":"CHATBOT","message":"a\\u00e9","tool_calls":[{"name":"a","parameters":{"x":1.50}}]}',
        ),
        (
            b'{"text":"","chat_history":[{"role":"USER","message":"?"}],"tool_calls":[]}',
            b'{"role":"CHATBOT","message":""}',
        ),
        (b'{"text":null}', None),
        (b"{}", None),
    ],
)
def test_without_a_history_the_entry_is_made_of_what_is_there(
    body: bytes, echo: bytes | None
) -> None:
    """Text and calls keep their bytes; nothing is made of nothing."""
    assert read(body).reply.echo == echo


def test_what_is_no_call_is_kept_as_unread() -> None:
    """Strays in the list, and a list that is none, are reported with their place."""
    assert read({"text": "", "tool_calls": [1, CALL]}).reply.unread == (
        Unread("/tool_calls/0", "not an object"),
    )
    assert read({"text": "", "tool_calls": CALL}).reply.unread == (
        Unread("/tool_calls", "not an array"),
    )


@pytest.mark.parametrize("parameters", ['{"x":1}', None, [1]])
def test_parameters_are_observed_not_repaired(parameters: Json) -> None:
    """What is not an object stays what it is, also a text that looks like one."""
    (call,) = read(
        {"text": "", "tool_calls": [{"name": "a", "parameters": parameters}]}
    ).reply.tool_calls
    assert (call.arguments, call.raw, call.parse_error) == (parameters, None, None)


@pytest.mark.parametrize(
    ("status", "body", "error"),
    [
        (400, b'{"message":"no"}', WireError("no", None, "/message")),
        (200, b'{"message":"no"}', WireError("no", None, "/message")),
        (200, b'{"text":"x","message":"extra"}', None),
        (500, b"<html>", WireError("", None, "status")),
    ],
)
def test_errors(status: int, body: bytes, error: WireError | None) -> None:
    """Every failed response has an error; a text beside a message is an answer."""
    reading = read(body, status)
    assert reading.reply.error == error
    assert reading.ok is (error is None)


def test_a_body_that_is_not_json_is_incomplete() -> None:
    """The reason is kept, and nothing is made up."""
    reading = read(b'{"text": "Hel')
    assert (reading.mode, reading.reply.complete) == (Mode.BLOCKING, False)
    assert reading.reply.unread == (Unread("", reading.body_error or "?"),)
    assert read(b"7").reply.unread == (Unread("", "not an object"),)


def test_a_body_over_several_lines_is_blocking() -> None:
    """Indented JSON is one document, also when it speaks of an event_type inside."""
    reading = read(
        b'{\n "text": "x",\n "tool_calls": [\n {"name": "a", "parameters": {"event_type": 1}}]\n}'
    )
    assert (reading.mode, reading.reply.text) == (Mode.BLOCKING, "x")
    one_line = read({"text": "x", "tool_calls": [{"name": "a", "parameters": {"event_type": 1}}]})
    assert one_line.mode is Mode.BLOCKING


@given(
    body=hostile(
        "COMPLETE CHATBOT",
        "text tool_calls chat_history role name parameters event_type",
        leaves=12,
    )
    | st.binary(max_size=40),
    status=st.sampled_from([200, 400]),
)
def test_nothing_raises(*, body: Json | bytes, status: int) -> None:
    """Whatever a provider sends, there is a reading with facets and a sighting."""
    reading = read(body, status)
    DIALECT.facets(reading)
    DIALECT.recognise(reading.exchange)
    assert reading.ok is False or status == 200
