"""Blocking responses and error bodies."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.hostile import hostile
from toolwire.dialects.openai_responses import DIALECT
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject, ToolCall
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Headers, Mode, Response
from toolwire.model.reply import ABSENT, Reading, Unread, Usage, WireError

JSON_TYPE: Headers = (("content-type", "application/json"),)


def read(body: bytes, status: int = 200, headers: Headers = JSON_TYPE) -> Reading:
    """Return the reading of a response whose request was not kept."""
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    return DIALECT.decode(Exchange(None, Response(status, headers, body), evidence))


def message(*texts: str) -> JsonObject:
    """Return a message item."""
    parts: list[Json] = [{"type": "output_text", "text": t, "annotations": []} for t in texts]
    return {"type": "message", "id": "msg_1", "role": "assistant", "content": parts}


def call(identity: str, arguments: Json = "{}", **members: Json) -> JsonObject:
    """Return a call item."""
    return {
        "type": "function_call",
        "id": f"fc_{identity}",
        "call_id": identity,
        "name": "f",
        "arguments": arguments,
        **members,
    }


def answered(*output: Json, **members: Json) -> Reading:
    """Return the reading of a response with these items."""
    body: JsonObject = {"id": "resp_1", "object": "response", "status": "completed", "model": "m"}
    return read(dump({**body, "output": [*output], **members}))


def test_a_whole_response_is_read() -> None:
    """Text, calls, reasoning, stop, counts and identity, each with its place."""
    reading = answered(
        {"type": "reasoning", "id": "rs", "summary": [{"type": "summary_text", "text": "Hm."}]},
        call("call_1", '{"a": 1.50}'),
        message("Let ", "me."),
        call("call_2", "{}"),
        message(" Now."),
        usage={"input_tokens": 7, "output_tokens": 9, "total_tokens": 16},
        error=None,
    )
    reply = reading.reply
    assert (reading.mode, reading.ok, reply.complete) == (Mode.BLOCKING, True, True)
    assert (reply.text, reply.text_pointer) == ("Let me. Now.", "/output/2/content/0/text")
    assert reply.tool_calls == (
        ToolCall("f", "call_1", {"a": 1.5}, '{"a": 1.50}', pointer="/output/1"),
        ToolCall("f", "call_2", {}, "{}", pointer="/output/3"),
    )
    assert (reply.stop, reply.stop_pointer) == ("completed", "/status")
    assert (reply.usage, reply.reasoning) == (Usage(7, 9, 16), "Hm.")
    assert (reply.id, reply.model, reply.unread) == ("resp_1", "m", ())


def test_the_id_of_a_call_is_never_that_of_its_item() -> None:
    """Results refer to `call_id`; without one there is no id, though the item has one."""
    item = call("call_1")
    del item["call_id"]
    assert answered(item).reply.tool_calls[0].id is None
    item = call("call_1")
    del item["id"]
    assert answered(item).reply.tool_calls[0].id == "call_1"


@pytest.mark.parametrize(
    ("arguments", "value", "raw", "fails"),
    [
        ("", None, "", True),
        ('{"a":', None, '{"a":', True),
        ("null", None, "null", False),
        ({"a": 1}, {"a": 1}, None, False),
        (None, None, None, False),
    ],
)
def test_arguments_are_kept_as_they_came(
    arguments: Json, value: Json, raw: str | None, *, fails: bool
) -> None:
    """Text that is not JSON stays with its reason, an object is taken for what it is."""
    (found,) = answered(call("c", arguments)).reply.tool_calls
    assert (found.arguments, found.raw, found.parse_error is not None) == (value, raw, fails)


def test_a_custom_call_has_raw_input() -> None:
    """Free text tools have no arguments to parse."""
    item: JsonObject = {
        "type": "custom_tool_call",
        "id": "ctc_1",
        "call_id": "call_1",
        "name": "sql",
        "input": "{not json",
    }
    assert answered(item).reply.tool_calls == (
        ToolCall("sql", "call_1", raw="{not json", pointer="/output/0", kind="custom"),
    )


@pytest.mark.parametrize(
    "kind", ["web_search_call", "mcp_call", "code_interpreter_call", "tool_search_call", "program"]
)
def test_tools_the_server_runs_are_no_calls(kind: str) -> None:
    """The client has nothing to do for them, whatever members they have."""
    item: JsonObject = {"type": kind, "call_id": "c", "name": "n", "arguments": "{}"}
    assert answered(item).reply.tool_calls == ()


def test_no_text_and_empty_text_are_told_apart() -> None:
    """No message is no text, an empty part is an empty one, a refusal is not text."""
    refusal: JsonObject = {"type": "message", "content": [{"type": "refusal", "refusal": "No."}]}
    assert answered(call("c")).reply.text is None
    assert answered(refusal).reply.text is None
    assert answered(message("")).reply.text == ""


@pytest.mark.parametrize("role", ["user", "system", "developer"])
def test_what_was_asked_is_no_part_of_the_reply(role: str) -> None:
    """Fireworks begins its output with the messages of the input."""
    asked = {**message(), "role": role, "content": [{"type": "input_text", "text": "a"}]}
    assert answered(asked, message("b")).reply.text == "b"


def test_reasoning_is_shown_where_no_summary_is() -> None:
    """Open models send the reasoning itself and leave the summary empty."""
    content: list[Json] = [{"type": "reasoning_text", "text": "I think."}]
    item: JsonObject = {"type": "reasoning", "id": "rs", "summary": [], "content": content}
    assert answered(item).reply.reasoning == "I think."
    summary: list[Json] = [{"type": "summary_text", "text": "Thought."}]
    assert answered({**item, "summary": summary}).reply.reasoning == "Thought."


def test_the_echo_is_the_output_in_its_own_bytes() -> None:
    """Spacing and escapes of the array survive."""
    output = b'[ {"type":"reasoning","id":"rs_1"},\n {"n":1.50,"t":"\\u00e9"} ]'
    assert read(b'{"output":' + output + b',"status":"completed"}').reply.echo == output


@pytest.mark.parametrize(
    ("output", "unread"),
    [
        ([7], (Unread("/output/0", "not an object"),)),
        ({}, (Unread("/output", "not an array"),)),
        (None, ()),
    ],
)
def test_what_is_no_item_is_unread(output: Json, unread: tuple[Unread, ...]) -> None:
    """It is reported with its place."""
    body: JsonObject = {"status": "completed", "output": output}
    assert read(dump(body)).reply.unread == unread


@pytest.mark.parametrize(
    ("status", "body", "error"),
    [
        (
            400,
            {"error": {"message": "No.", "type": "invalid_request_error", "code": "bad"}},
            WireError("No.", "bad", "/error"),
        ),
        (
            401,
            {"error": {"message": "No.", "type": "t", "code": None}},
            WireError("No.", "t", "/error"),
        ),
        (429, {"error": "Slow down.", "code": 429}, WireError("Slow down.", "429", "/error")),
        (500, {"message": "Oh."}, WireError("Oh.", None, "/message")),
        (
            422,
            {"detail": [{"msg": "field required"}]},
            WireError("field required", None, "/detail"),
        ),
        (422, {"detail": "Bad."}, WireError("Bad.", None, "/detail")),
        (502, [], WireError("", None, "status")),
        (
            200,
            {"status": "failed", "error": {"code": "server_error", "message": "Oh."}},
            WireError("Oh.", "server_error", "/error"),
        ),
        (200, {"status": "failed", "error": None}, WireError("", None, "/status")),
    ],
)
def test_errors_in_every_shape(status: int, body: Json, error: WireError) -> None:
    """An error status is an error whatever the body says; so is a failed response."""
    reading = read(dump(body), status)
    assert reading.reply.error == error
    assert not reading.ok


def test_a_body_that_is_no_json_is_kept_with_its_reason() -> None:
    """It is not complete, and with an error status still an error."""
    reading = read(b"<html>", 200)
    assert (reading.body, reading.reply.complete) == (ABSENT, False)
    assert reading.body_error
    assert reading.reply.unread == (Unread("", reading.body_error),)
    assert read(b"<html>", 502).reply.error == WireError("", None, "status")
    assert not read(b"[]").reply.complete


def test_the_first_bytes_decide_how_it_came() -> None:
    """A JSON error under a stream's content type is blocking; an empty stream is a stream."""
    stream: Headers = (("content-type", "text/event-stream"),)
    assert read(b'{"error":{"message":"No."}}', 400, stream).mode is Mode.BLOCKING
    assert read(b"", 200, stream).mode is Mode.STREAMING
    assert read(b"\xef\xbb\xbf : hi\n\n", 200, ()).mode is Mode.STREAMING


WHOLE = dump(
    {
        "id": "resp_1",
        "status": "completed",
        "output": [message("Hé"), call("call_1", '{"a":"é"}')],
        "usage": {"input_tokens": 1},
    }
)


@given(st.integers(0, len(WHOLE) - 1))
def test_a_body_cut_anywhere_is_not_complete(end: int) -> None:
    """Cut at any byte it does not raise and says so."""
    reply = read(WHOLE[:end]).reply
    assert not reply.complete
    assert reply.unread


VALUES = hostile(
    "message function_call reasoning output_text failed",
    "type content text summary call_id name arguments message",
)


@given(
    st.dictionaries(
        st.sampled_from(["id", "status", "output", "usage", "error", "model"]), VALUES, max_size=6
    ),
    st.sampled_from([200, 400, 503]),
)
def test_hostile_bodies_are_read_without_raising(body: JsonObject, status: int) -> None:
    """Whatever stands in the known members, the body is kept and an error status is an error."""
    reading = read(dump(body), status)
    assert reading.body == body
    assert status < 400 or reading.reply.error is not None
    assert all(isinstance(word, str) for word in DIALECT.facets(reading).values())
