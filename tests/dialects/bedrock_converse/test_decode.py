"""Blocking responses and errors of Converse."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.hostile import hostile
from toolwire.dialects.bedrock_converse import DIALECT
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject, ToolCall
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Headers, Mode, Response
from toolwire.model.reply import ABSENT, Reading, Unread, Usage, WireError
from toolwire.rules.views.native import native_calls

JSON_TYPE: Headers = (("content-type", "application/json"),)


def read(body: bytes, headers: Headers = JSON_TYPE, status: int = 200) -> Reading:
    """Return the reading of a response whose request was not kept."""
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    return DIALECT.decode(Exchange(None, Response(status, headers, body), evidence))


def message(content: Json, **members: Json) -> bytes:
    """Write a response with that content."""
    output: JsonObject = {"message": {"role": "assistant", "content": content}}
    return dump({"output": output, "stopReason": "tool_use", **members})


def use(**members: Json) -> JsonObject:
    """Return a call block."""
    return {"toolUse": {"toolUseId": "tooluse_1", "name": "add", "input": {"a": 1}, **members}}


@pytest.mark.parametrize("text", ["Hm.", ""])
def test_a_call_that_is_null_beside_a_text_is_none(text: str) -> None:
    """The text may be empty. Where nothing else stands beside it, it is what came in place of a call."""
    said: list[Json] = [{"text": text, "toolUse": None}, use()]
    pointers = [pointer for pointer, _ in native_calls(read(message(said)))]
    assert pointers == ["/output/message/content/1/toolUse"]
    alone: list[Json] = [{"text": None, "toolUse": None}]
    assert len(native_calls(read(message(alone)))) == 1


def test_a_member_of_a_block_that_is_null_is_none() -> None:
    """SDKs drop it, and send the message back without; in its own place a call that is none is unread."""
    content: list[Json] = [{"text": "Hm.", "toolUse": None}, {"text": None, **use()}]
    reply = read(message(content)).reply
    assert (reply.text, len(reply.tool_calls), reply.unread) == ("Hm.", 1, ())
    assert reply.echo == dump([{"text": "Hm."}, use()])
    assert read(message([{"toolUse": "add"}])).reply.unread != ()


def test_every_part_of_a_message_is_read() -> None:
    """Reasoning, text, cited text, calls, stop and usage, each with its place."""
    content: list[Json] = [
        {"reasoningContent": {"reasoningText": {"text": "Hm. ", "signature": "c2ln"}}},
        {"reasoningContent": {"redactedContent": "AAAA"}},
        {"reasoningContent": {"reasoningText": {"text": "So."}}},
        {"text": "One "},
        {"citationsContent": {"content": [{"text": "two"}, {"text": "."}], "citations": []}},
        use(),
        use(toolUseId="tooluse_2", name="now", input={}, type="tool_use"),
    ]
    usage: JsonObject = {"inputTokens": 5, "outputTokens": 7, "totalTokens": 12}
    reading = read(message(content, usage=usage))
    reply = reading.reply
    assert (reading.mode, reading.dialect) == (Mode.BLOCKING, "bedrock-converse")
    assert (reply.text, reply.text_pointer) == ("One two.", "/output/message/content/3/text")
    assert reply.reasoning == "Hm. So."
    assert reply.tool_calls == (
        ToolCall("add", "tooluse_1", {"a": 1}, pointer="/output/message/content/5/toolUse"),
        ToolCall("now", "tooluse_2", {}, pointer="/output/message/content/6/toolUse"),
    )
    assert (reply.stop, reply.stop_pointer) == ("tool_use", "/stopReason")
    assert reply.usage == Usage(5, 7, 12)
    assert reply.echo == dump(content)
    assert (reply.complete, reply.unread, reading.ok) == (True, (), True)


def test_the_services_own_calls_are_left_out() -> None:
    """A server tool's call and its result are in the echo, and not for the client to run."""
    served = use(type="server_tool_use")
    result: JsonObject = {"toolResult": {"toolUseId": "tooluse_1", "content": [{"text": "x"}]}}
    reply = read(message([served, result, {"text": "Done."}])).reply
    assert (reply.tool_calls, reply.text) == ((), "Done.")
    assert b"server_tool_use" in (reply.echo or b"")


def test_the_echo_keeps_every_byte_of_the_content() -> None:
    """Spacing, number spelling and unknown members survive."""
    content = b'[ {"toolUse": {"input": {"n": 1.50, "m": 1E2}, "new": 1}} ]'
    body = b'{"output":{"message":{"content":' + content + b"}}}"
    assert read(body).reply.echo == content


@pytest.mark.parametrize(
    ("content", "unread"),
    [
        ("hello", Unread("/output/message/content", "not an array")),
        (["x"], Unread("/output/message/content/0", "not an object")),
        ([{"toolUse": []}], Unread("/output/message/content/0/toolUse", "not an object")),
    ],
)
def test_content_of_another_shape_is_unread(content: Json, unread: Unread) -> None:
    """What cannot be read is reported with its place."""
    assert read(message(content)).reply.unread == (unread,)


def test_members_of_a_wrong_type_are_nothing() -> None:
    """A call without a usable name or id is still a call, its arguments as they stand."""
    reply = read(message([use(toolUseId=4, name=None, input="{}")], usage=[1])).reply
    (call,) = reply.tool_calls
    assert (call.id, call.name, call.arguments, call.raw) == (None, None, "{}", None)
    assert reply.usage is None
    assert read(dump({"output": {}, "stopReason": 3})).reply.stop is None


@pytest.mark.parametrize(
    ("body", "headers", "error"),
    [
        (
            b'{"message":"No."}',
            (("X-Amzn-ErrorType", "ValidationException:http://internal.example/"),),
            WireError("No.", "ValidationException", "/message"),
        ),
        (
            b'{"Message":"No key."}',
            (("x-amzn-errortype", "AccessDeniedException"),),
            WireError("No key.", "AccessDeniedException", "/Message"),
        ),
        (
            b'{"__type":"com.amazon.coral.service#ThrottlingException","message":"Slow."}',
            (),
            WireError("Slow.", "ThrottlingException", "/message"),
        ),
        (b'{"code":"X","message":5}', (), WireError("", "X", "status")),
        (b"<html>", (), WireError("", None, "status")),
        (b"", (), WireError("", None, "status")),
        (b"[]", (), WireError("", None, "status")),
    ],
)
def test_error_bodies(body: bytes, headers: Headers, error: WireError) -> None:
    """The code stands in a header, the message in the body; a status alone is an error too."""
    reading = read(body, headers, 400)
    assert reading.reply.error == error
    assert not reading.ok


def test_an_exception_under_status_200_is_an_error() -> None:
    """A body that names its exception in place of an output reports one."""
    error = read(b'{"__type":"UnknownOperationException"}').reply.error
    assert error == WireError("", "UnknownOperationException", "status")
    assert read(message([])).reply.error is None


def test_an_exception_of_a_header_alone_is_an_error_under_status_200_too() -> None:
    """Headers name it where the body has a message only; beside an output they name nothing."""
    named: Headers = (("x-amzn-errortype", "ValidationException"),)
    error = read(b'{"message":"No such tool."}', named).reply.error
    assert error == WireError("No such tool.", "ValidationException", "/message")
    assert read(b'{"message":"No such tool."}').reply.error is None
    assert read(message([]), named).reply.error is None


def test_a_body_that_is_no_json_is_kept_with_its_reason() -> None:
    """The reading says why, and the reply is not complete."""
    reading = read(b'{"output":')
    assert (reading.body, reading.reply.complete) == (ABSENT, False)
    assert reading.body_error


PIECES = hostile(
    "text toolUse",
    "text toolUse input toolUseId name type reasoningContent reasoningText citationsContent content toolResult",
    leaves=12,
)


@given(PIECES, PIECES, st.sampled_from([200, 400]))
def test_no_body_breaks_the_decoder(content: Json, rest: Json, status: int) -> None:
    """Whatever stands where content, usage and stop should be, a reading comes out."""
    bodies = [message(content, usage=rest), dump({"output": rest, "stopReason": content})]
    for body in [*bodies, dump(content)]:
        reading = read(body, status=status)
        DIALECT.facets(reading)
        DIALECT.recognise(reading.exchange)
        assert (reading.reply.error is not None) >= (status == 400)
