"""Responses are read as they stand: blocking, JSON lines, errors, broken ones."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.hostile import hostile
from toolwire.dialects.ollama_chat import DIALECT
from toolwire.io.json_text import dump, parse
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import (
    Evidence,
    EvidenceLevel,
    Exchange,
    Headers,
    Mode,
    Request,
    Response,
)
from toolwire.model.reply import ABSENT, Reading, Unread

EVIDENCE = Evidence(EvidenceLevel.DOCUMENTED, "test")
JSON: Headers = (("content-type", "application/json; charset=utf-8"),)
LINES: Headers = (("Content-Type", "application/x-ndjson"),)
END: JsonObject = {"done": True, "done_reason": "stop"}


def decode(body: bytes, status: int = 200, headers: Headers = JSON) -> Reading:
    """Decode a response of these bytes."""
    return DIALECT.decode(Exchange(None, Response(status, headers, body), EVIDENCE))


def lines(*objects: Any) -> bytes:
    """Write objects as a stream."""
    return b"".join(dump(each) + b"\n" for each in objects)


def said(content: Json = "", end: JsonObject | None = None, **members: Any) -> JsonObject:
    """Return one response object, by default one that goes on."""
    message = {"role": "assistant", "content": content, **members}
    return {"model": "m", "created_at": "2026-01-01T00:00:00Z", "message": message} | (
        end or {"done": False}
    )


def call(name: Json = "find", arguments: Any = None, **members: Any) -> Any:
    """Return an entry of `tool_calls`."""
    arguments = {"city": "Paris"} if arguments is None else arguments
    return {"function": {"name": name, "arguments": arguments}, **members}


def test_a_blocking_reply_is_read_with_pointers() -> None:
    """Text, thinking, calls, stop, usage and model come with where they stand."""
    counts = {"prompt_eval_count": 3, "eval_count": 2}
    reading = decode(
        dump(
            said(
                "I look it up",
                {**END, **counts},
                thinking="Hm.",
                tool_calls=[call(id="call_1"), call("now", {})],
            )
        )
    )
    reply = reading.reply
    assert reading.mode is Mode.BLOCKING
    assert (reading.events, reading.deltas, reading.body_error) == ((), (), None)
    assert (reply.text, reply.text_pointer) == ("I look it up", "/message/content")
    assert reply.reasoning == "Hm."
    assert [(c.id, c.name, c.arguments, c.raw, c.pointer) for c in reply.tool_calls] == [
        ("call_1", "find", {"city": "Paris"}, None, "/message/tool_calls/0"),
        (None, "now", {}, None, "/message/tool_calls/1"),
    ]
    assert (reply.stop, reply.stop_pointer) == ("stop", "/done_reason")
    assert reply.usage is not None
    assert (reply.usage.input, reply.usage.output, reply.usage.total) == (3, 2, None)
    assert (reply.id, reply.model, reply.complete, reply.unread) == (None, "m", True, ())


def test_the_echo_of_a_blocking_reply_is_its_own_bytes() -> None:
    """The message is cut out of the body, spacing and number spelling included."""
    message = (
        b'{ "role":"assistant","content": "", "tool_calls":[{"function":{"arguments":{"n":1.0}}}] }'
    )
    body = b'{"done": true, "message": ' + message + b"}"
    assert decode(body).reply.echo == message


def test_a_stream_is_read_line_by_line() -> None:
    """Pieces of text join, a call comes whole in one line, the end has reason and counts."""
    reading = decode(
        lines(
            said("", thinking="Let "),
            said("", thinking="me."),
            said("I "),
            said("look"),
            said(tool_calls=[call(id="call_1")]),
            said(tool_calls=[call("now", {}, type="function")]),
            said("", {**END, "prompt_eval_count": 7, "eval_count": 5}),
        ),
        headers=LINES,
    )
    reply = reading.reply
    assert (reading.mode, reading.body) == (Mode.STREAMING, ABSENT)
    assert [(event.number, event.name) for event in reading.events] == [
        (number, None) for number in range(7)
    ]
    assert (reply.text, reply.text_pointer) == ("I look", "event[2]/message/content")
    assert reply.reasoning == "Let me."
    assert [(c.name, c.id, c.pointer) for c in reply.tool_calls] == [
        ("find", "call_1", "event[4]/message/tool_calls/0"),
        ("now", None, "event[5]/message/tool_calls/0"),
    ]
    assert [(d.event, d.index, d.id, d.kind, d.arguments) for d in reading.deltas] == [
        (4, ABSENT, "call_1", ABSENT, {"city": "Paris"}),
        (5, ABSENT, ABSENT, "function", {}),
    ]
    assert (reply.stop, reply.stop_pointer) == ("stop", "event[6]/done_reason")
    assert reply.usage is not None
    assert (reply.usage.input, reply.usage.output) == (7, 5)
    assert (reply.complete, reply.unread, reply.model) == (True, (), "m")


def test_the_echo_of_a_stream_is_the_message_in_one() -> None:
    """Text and thinking are joined, calls keep their own bytes, rare members stay."""
    body = (
        lines(said("a ", thinking="t", images=["x"]))
        + b'{"message":{"content":"b","tool_calls": [ {"function":{"arguments":{"n":1.0}}} ]}}\n'
        + b'{"message":{"tool_calls":[]},"done":false}\n'
        + b'{"message":{"tool_calls":[{"id":"1"},\t{"id":"2"}]},"done":false}\n'
        + lines(said("", END, images=["y"], seen=1))
    )
    echo = decode(body).reply.echo
    assert echo is not None
    assert parse(echo) == {
        "role": "assistant",
        "content": "a b",
        "thinking": "t",
        "images": ["x", "y"],
        "seen": 1,
        "tool_calls": [{"function": {"arguments": {"n": 1.0}}}, {"id": "1"}, {"id": "2"}],
    }
    assert b'{"n":1.0}' in echo
    assert b'{"id":"1"},\t{"id":"2"}' in echo


@pytest.mark.parametrize(
    "body",
    [
        lines(said("a")),
        lines(said("a"), 7, said("", END)),
        lines(said("a")) + b"oops\n" + lines(said("", END)),
        lines(said("a", tool_calls=["x"]), said("", END)),
        lines({"error": "gone"}, said("", END)),
        lines(said("a", END), said("b")),
    ],
)
def test_what_is_not_whole_has_no_echo(body: bytes) -> None:
    """A message that was cut off or not wholly understood cannot be said again."""
    assert decode(body, headers=LINES).reply.echo is None


def test_nothing_after_the_final_object_belongs_to_the_reply() -> None:
    """What a server sends on after `done` is kept as an event and told."""
    reading = decode(lines(said("a", END), said("b", {**END, "done_reason": "length"})))
    assert (reading.reply.text, reading.reply.stop) == ("a", "stop")
    assert len(reading.events) == 2
    assert reading.reply.unread == (Unread("event[1]", "an object after the final one"),)


def test_an_empty_text_stands_where_its_first_content_is() -> None:
    """Lines of calls carry an empty content, which is a text and no absence."""
    reply = decode(lines(said(tool_calls=[call()]), said("", END))).reply
    assert (reply.text, reply.text_pointer) == ("", "event[0]/message/content")
    assert decode(dump(said(None, END))).reply.text is None
    assert decode(dump({"message": {}, **END})).reply.text is None


@pytest.mark.parametrize("headers", [JSON, LINES])
def test_wrong_types_are_observed_not_mended(headers: Headers) -> None:
    """Text where an object belongs stays text; what cannot be read is told with its place."""
    odd = said(
        7,
        {"done": True, "done_reason": 1, "prompt_eval_count": True},
        thinking=[],
        tool_calls=[
            call(5, '{"a":1}', id=9),
            "x",
            {"function": 3},
        ],
    )
    reply = decode(dump(odd), headers=headers).reply
    assert [(c.name, c.id, c.arguments, c.raw) for c in reply.tool_calls] == [
        (None, None, '{"a":1}', None),
        (None, None, None, None),
    ]
    prefix = "event[0]" if headers is LINES else ""
    assert [unread.pointer for unread in reply.unread] == [
        f"{prefix}/message/content",
        f"{prefix}/message/thinking",
        f"{prefix}/message/tool_calls/1",
    ]
    assert (reply.text, reply.stop, reply.usage, reply.complete) == (None, None, None, True)
    for message in (5, {"tool_calls": {}}):
        reply = decode(dump({"message": message, **END}), headers=headers).reply
        assert len(reply.unread) == 1


@pytest.mark.parametrize(
    ("body", "status", "headers", "expected"),
    [
        (b'{"error":"no such model"}', 404, JSON, ("no such model", None, "/error")),
        (b'{"error":"no such model"}', 200, JSON, ("no such model", None, "/error")),
        (b'{"error":"busy"}\n', 503, LINES, ("busy", None, "event[0]/error")),
        (
            lines(said("a"), {"error": "fell over"}),
            200,
            LINES,
            ("fell over", None, "event[1]/error"),
        ),
        (b'{"error":{"message":"No.","code":429}}', 429, JSON, ("No.", "429", "/error")),
        (b'{"error":{"type":"x"}}', 400, JSON, ("", "x", "/error")),
        (b'{"error":null}', 400, JSON, ("", None, "status")),
        (b"{}", 500, JSON, ("", None, "status")),
        (b"[]", 500, JSON, ("", None, "status")),
        (b"404 page not found", 404, (), ("", None, "status")),
        (b"", 502, JSON, ("", None, "status")),
        (lines(said("a"), said("", END)), 500, LINES, ("", None, "status")),
    ],
)
def test_errors_are_found_wherever_they_stand(
    body: bytes, status: int, headers: Headers, expected: tuple[str, str | None, str]
) -> None:
    """Error statuses, bodies and lines all become the reply's error."""
    reading = decode(body, status, headers)
    error = reading.reply.error
    assert error is not None
    assert (error.message, error.code, error.pointer) == expected
    assert reading.ok is False
    assert reading.reply.echo is None


@pytest.mark.parametrize(
    ("body", "headers", "mode"),
    [
        (lines(said("", END)), LINES, Mode.STREAMING),
        (lines(said("", END)), (("content-type", "application/x-ndjson; x=y"),), Mode.STREAMING),
        (lines(said("a"), said("", END)), (), Mode.STREAMING),
        (lines(said("a"), said("", END)), JSON, Mode.STREAMING),
        (b"\xef\xbb\xbf" + lines(said("a"), said("", END)), JSON, Mode.STREAMING),
        (dump(said("a")) + b" \r\n\r\n" + dump(said("", END)), JSON, Mode.STREAMING),
        (dump(said("a\nb", END)), JSON, Mode.BLOCKING),
        (dump(said("", END)) + b"\n", JSON, Mode.BLOCKING),
        (b'{\n "message": {\n  "content": ""\n },\n "done": true\n}\n', JSON, Mode.BLOCKING),
        (b"[{}\n{}]", JSON, Mode.BLOCKING),
        (b"data: {}\n\ndata: {}\n\n", (), Mode.BLOCKING),
        (b"", LINES, Mode.STREAMING),
        (b"", JSON, Mode.BLOCKING),
    ],
)
def test_content_type_or_lines_tell_the_framing(body: bytes, headers: Headers, mode: Mode) -> None:
    """Lines are a stream whatever they are called; one object is one only when it is called so."""
    assert decode(body, headers=headers).mode is mode


def test_a_last_line_may_lack_its_line_end() -> None:
    """A whole object counts; a cut one is told and the reply is not complete."""
    whole = lines(said("a"), said("b", END))
    assert decode(whole[:-1]).reply == decode(whole).reply
    cut = decode(whole[:-2], headers=LINES)
    assert cut.reply.unread == (Unread("event[1]", "the stream ended inside an event"),)
    assert (cut.reply.text, cut.reply.complete, cut.reply.stop) == ("a", False, None)


def test_a_line_that_is_no_json_is_kept() -> None:
    """A broken line stays in the reading as text and is reported, the rest goes on."""
    reading = decode(lines(said("a")) + b"{oops\n" + lines(said("b", END)), headers=LINES)
    assert (reading.reply.text, reading.reply.complete) == ("ab", True)
    assert [event.json is ABSENT for event in reading.events] == [False, True, False]
    assert [unread.pointer for unread in reading.reply.unread] == ["event[1]"]


def test_a_blocking_body_that_is_no_object_is_not_complete() -> None:
    """Broken JSON and other values are told; a body that does not say `done` has not ended."""
    broken = decode(b'{"message":')
    assert (broken.body, broken.reply.complete) == (ABSENT, False)
    assert broken.reply.unread == (Unread("", broken.body_error or ""),)
    assert decode(b"[]").reply.unread == (Unread("", "not an object"),)
    assert decode(dump(said("a"))).reply.complete is False


def test_what_was_asked_is_read_once_with_the_response() -> None:
    """The request is there as JSON and in neutral terms; an unreadable one is None."""
    response = Response(200, JSON, b"{}")
    request = Request("POST", "http://localhost:11434/api/chat", (), b'{"messages":[]}')
    reading = DIALECT.decode(Exchange(request, response, EVIDENCE))
    assert reading.request == {"messages": []}
    assert reading.conversation is not None
    assert reading.conversation.stream is True
    broken = DIALECT.decode(Exchange(replace(request, body=b"{"), response, EVIDENCE))
    assert (broken.request, broken.conversation) == (None, None)


SAMPLE = lines(
    said("I lōok "),
    said("up", tool_calls=[call(id="call_1")]),
    said("", {**END, "eval_count": 5}),
)
FAILED = lines(said("I"), {"error": "out of memory"})


@pytest.mark.parametrize(
    ("body", "headers"),
    [(SAMPLE, LINES), (FAILED, LINES), (dump(said("a", END)), JSON), (b'{"error":"x"}', JSON)],
)
def test_a_body_cut_anywhere_is_read(body: bytes, headers: Headers) -> None:
    """Truncation never raises, never invents a call and is never called complete."""
    whole = decode(body, headers=headers).reply
    # Without its line end the last line is still whole.
    for end in range(len(body) - body.endswith(b"\n")):
        reading = decode(body[:end], headers=headers)
        known = reading.reply.tool_calls
        assert reading.reply.complete is False, end
        assert known == whole.tool_calls[: len(known)]
        assert whole.text is None or whole.text.startswith(reading.reply.text or "")
        DIALECT.facets(reading)
        DIALECT.recognise(reading.exchange)


KEYS = (
    "arguments content done done_reason error eval_count function id images index message model "
    "name prompt_eval_count role thinking tool_calls type"
)
HOSTILE = hostile("stop", KEYS, leaves=25)
LAST = st.dictionaries(st.sampled_from(KEYS.split()), HOSTILE)


@given(
    st.lists(
        HOSTILE | st.builds(said, HOSTILE, tool_calls=HOSTILE, end=LAST),
        min_size=1,
        max_size=4,
    ),
    st.sampled_from([200, 400]),
)
def test_decoding_never_raises_on_hostile_values(objects: list[Any], status: int) -> None:
    """Any value may stand anywhere, in both framings, and an echo is always JSON."""
    for reading in (
        decode(lines(*objects), status, LINES),
        decode(dump(objects[0]), status),
    ):
        DIALECT.facets(reading)
        DIALECT.recognise(reading.exchange)
        if reading.reply.echo is not None:
            parse(reading.reply.echo)


@given(st.binary(max_size=60))
def test_decoding_never_raises_on_bytes(body: bytes) -> None:
    """Any bytes are a body."""
    for start in (b"", b"{", b"{}\n{", b'{"message":{"content":"'):
        for headers in (JSON, LINES):
            DIALECT.recognise(decode(start + body, headers=headers).exchange)


def test_deep_nesting_is_told_not_raised() -> None:
    """JSON deeper than the parser's limit is unread; deep arguments within it are kept."""
    assert decode(b'{"message":' + b"[" * 100_000).reply.complete is False
    deep = b'{"message":{"tool_calls":[{"function":{"arguments":%s}}]},"done":true}' % (
        b"[" * 900 + b"]" * 900
    )
    assert len(decode(deep).reply.tool_calls) == 1
    reading = decode(deep + b"\n" + deep + b"\n", headers=LINES)
    assert len(reading.reply.tool_calls) == 1
    assert reading.exchange.response.body


def test_counts_are_read_of_a_last_line_that_does_not_say_so() -> None:
    """They are there, and an answer that is not marked as the last is another matter."""
    counted: JsonObject = {"prompt_eval_count": 9, "eval_count": 4}
    told = {"message": {"content": "Hi."}, "done": False, "done_reason": "stop", **counted}
    for reading in (decode(lines(told), headers=LINES), decode(dump(told))):
        assert reading.reply.usage is not None
        assert (reading.reply.usage.input, reading.reply.usage.output) == (9, 4)
