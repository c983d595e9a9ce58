"""Blocking bodies and error bodies, with a pointer for everything found."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.hostile import hostile
from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, ToolCall
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Headers, Mode, Response
from toolwire.model.reply import ABSENT, Reading, Unread, Usage, WireError

DIALECT = load_dialect("anthropic-messages")
JSON_TYPE: Headers = (("content-type", "application/json"),)


def read(body: bytes, status: int = 200, headers: Headers = JSON_TYPE) -> Reading:
    """Return the reading of a response whose request was not kept."""
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    return DIALECT.decode(Exchange(None, Response(status, headers, body), evidence))


def message(content: object, **members: object) -> bytes:
    """Return a message body."""
    return dump({"type": "message", "role": "assistant", "content": content, **members})


def test_every_part_of_a_message_is_read() -> None:
    """Text is joined, thinking kept apart, server tools left out, calls have their pointers."""
    reading = read(
        message(
            [
                {"type": "thinking", "thinking": "Hm. ", "signature": "s"},
                {"type": "redacted_thinking", "data": "x"},
                {"type": "text", "text": "One "},
                {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}},
                {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []},
                {"type": "text", "text": "two."},
                {"type": "tool_use", "id": "toolu_1", "name": "add", "input": {"a": 2**70}},
                {"type": "tool_use", "id": "toolu_2", "name": "now", "input": {}},
            ],
            id="msg_1",
            model="m",
            stop_reason="tool_use",
            usage={"input_tokens": 3, "output_tokens": 4},
        )
    )
    reply = reading.reply
    assert (reading.mode, reading.conversation, reading.events) == (Mode.BLOCKING, None, ())
    assert (reply.text, reply.text_pointer, reply.reasoning) == (
        "One two.",
        "/content/2/text",
        "Hm. ",
    )
    assert reply.tool_calls == (
        ToolCall("add", "toolu_1", {"a": 2**70}, pointer="/content/6"),
        ToolCall("now", "toolu_2", {}, pointer="/content/7"),
    )
    assert (reply.id, reply.model) == ("msg_1", "m")
    assert (reply.stop, reply.stop_pointer) == ("tool_use", "/stop_reason")
    assert reply.usage == Usage(3, 4)
    assert reply.complete
    assert reading.ok


def test_the_echo_is_the_content_as_it_stood() -> None:
    """The bytes of the content array, spacing and all."""
    content = b'[ {"type":"text", "text":"\\u0041"} , {"type":"tool_use","input":{"n":1.0e0}} ]'
    assert read(b'{"content" : ' + content + b' ,"type":"message"}').reply.echo == content


def test_no_text_part_and_an_empty_one_differ() -> None:
    """None says that there is no text block, an empty text that there is an empty one."""
    assert read(message([])).reply.text is None
    assert read(message([{"type": "text", "text": ""}])).reply.text == ""


@pytest.mark.parametrize("value", ['{"a": 1}', None, [1], 5])
def test_arguments_that_are_no_object_are_kept_as_they_are(value: Json) -> None:
    """Observed, not repaired: a string of JSON stays a string."""
    call = read(
        message([{"type": "tool_use", "id": 7, "name": None, "input": value}])
    ).reply.tool_calls[0]
    assert (call.arguments, call.raw, call.id, call.name) == (value, None, None, None)


def test_what_is_no_block_is_kept_as_unread() -> None:
    """A content that is no array, and a block that is no object, are reported with a place."""
    assert read(message("hello")).reply.unread == (Unread("/content", "not an array"),)
    mixed = read(message(["x", {"type": "text", "text": "y"}])).reply
    assert mixed.unread == (Unread("/content/0", "not an object"),)
    assert (mixed.text, mixed.text_pointer) == ("y", "/content/1/text")


@pytest.mark.parametrize(
    ("status", "headers", "body", "error"),
    [
        (
            404,
            JSON_TYPE,
            {"type": "error", "error": {"type": "not_found_error", "message": "model: x"}},
            WireError("model: x", "not_found_error", "/error"),
        ),
        (
            200,
            JSON_TYPE,
            {"type": "error", "error": {"type": "overloaded_error", "message": "Busy"}},
            WireError("Busy", "overloaded_error", "/error"),
        ),
        (
            503,
            (*JSON_TYPE, ("X-Amzn-ErrorType", "ThrottlingException:http://x/")),
            {"message": "Slow down"},
            WireError("Slow down", "ThrottlingException", "/message"),
        ),
        (
            400,
            JSON_TYPE,
            [{"error": {"code": 400, "message": "Bad", "status": "INVALID_ARGUMENT"}}],
            WireError("Bad", "INVALID_ARGUMENT", "/0/error"),
        ),
        (429, JSON_TYPE, {"error": {"code": 429}}, WireError("", "429", "/error")),
        (400, JSON_TYPE, {"error": "nope"}, WireError("nope", None, "/error")),
        (500, JSON_TYPE, {"type": "error"}, WireError("", None, "")),
        (
            200,
            JSON_TYPE,
            {"code": 500, "msg": "404 NOT_FOUND", "success": False},
            WireError("404 NOT_FOUND", "500", "/msg"),
        ),
        (500, JSON_TYPE, {"detail": "x"}, WireError("", None, "status")),
        (
            529,
            (("content-type", "text/event-stream"),),
            {"type": "error", "error": {"type": "overloaded_error", "message": "Busy"}},
            WireError("Busy", "overloaded_error", "/error"),
        ),
    ],
)
def test_errors_of_every_host_are_found(
    status: int, headers: Headers, body: Json, error: WireError
) -> None:
    """Anthropic's, Bedrock's, Vertex's and Z.ai's error bodies, whatever status and media type."""
    reading = read(dump(body), status, headers)
    assert reading.reply.error == error
    assert reading.mode is Mode.BLOCKING
    assert not reading.ok


def test_a_body_that_is_not_json_says_why() -> None:
    """An HTML error page is an error without a message, and no reply."""
    reading = read(b"<html>Bad gateway</html>", 502, (("content-type", "text/html"),))
    assert reading.body is ABSENT
    assert reading.body_error
    assert reading.reply.error == WireError("", None, "status")
    assert not reading.reply.complete


WHOLE = message(
    [
        {"type": "text", "text": "é"},
        {"type": "tool_use", "id": "t", "name": "n", "input": {"a": [1]}},
    ],
    stop_reason="tool_use",
)


@given(st.integers(0, len(WHOLE) - 1))
def test_a_body_cut_anywhere_is_not_complete(length: int) -> None:
    """A cut body yields no reply and does not raise."""
    reading = read(WHOLE[:length])
    assert not reading.reply.complete
    assert reading.body_error
    assert reading.reply.tool_calls == ()


JSON = hostile(
    "text tool_use thinking error",
    "type content text id name input usage error message stop_reason input_tokens",
    leaves=25,
)


@given(JSON, st.sampled_from([200, 400]))
def test_hostile_bodies_are_read_without_raising(value: Json, status: int) -> None:
    """Any JSON at all becomes a reading whose body is that JSON."""
    reading = read(dump(value), status)
    assert reading.body == value
    assert DIALECT.facets(reading).keys() <= {
        "call_field",
        "arguments",
        "no_arguments",
        "id_field",
        "id_pattern",
        "stop_field",
        "stop_on_call",
        "text_beside_call",
        "error_field",
    }
    assert status == 200 or reading.reply.error is not None


@given(
    st.binary(max_size=60),
    st.sampled_from(
        ["application/json", "text/event-stream", "application/vnd.amazon.eventstream", ""]
    ),
)
def test_noise_is_read_without_raising(body: bytes, media: str) -> None:
    """Bytes that mean nothing never make a complete stream or a call."""
    reading = read(body, 200, (("content-type", media),))
    assert reading.reply.tool_calls == ()
    assert reading.mode is Mode.BLOCKING or not reading.reply.complete


def test_deep_nesting_is_refused_not_followed() -> None:
    """A body nested ten thousand deep is reported as unreadable."""
    reading = read(b'{"content":' + b"[" * 10_000 + b"]" * 10_000 + b"}")
    assert reading.body is ABSENT
    assert reading.body_error == "nested too deeply"
