"""Responses are read as they stand: blocking, SSE, JSON array, errors, broken ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.conversation import Json, JsonObject
from harness.dialects.gemini_generate import DIALECT
from harness.exchange import Evidence, EvidenceLevel, Exchange, Headers, Mode, Request, Response
from harness.json_text import dump, parse
from harness.reply import ABSENT, Unread

EVIDENCE = Evidence(EvidenceLevel.DOCUMENTED, "test")
JSON = (("content-type", "application/json; charset=UTF-8"),)
EVENTS = (("content-type", "text/event-stream"),)
FIND = {"functionCall": {"name": "find", "args": {"city": "Paris"}}}


def decode(body: bytes, status: int = 200, headers: Headers = JSON) -> Any:
    """Decode a response of these bytes."""
    return DIALECT.decode(Exchange(None, Response(status, headers, body), EVIDENCE))


def sse(*messages: Any) -> bytes:
    """Write messages as a stream with CRLF, as the vendor does."""
    return b"".join(b"data: " + dump(message) + b"\r\n\r\n" for message in messages)


def array(*messages: Any) -> bytes:
    """Write messages as a streamed JSON array."""
    return b"[" + b",\r\n".join(map(dump, messages)) + b"]"


def message(*parts: Any, stop: Json = None, **members: Any) -> Any:
    """Return a response message with one candidate."""
    candidate = {"content": {"parts": list(parts), "role": "model"}}
    if stop is not None:
        candidate["finishReason"] = stop
    return {"candidates": [candidate], **members}


def test_a_blocking_reply_is_read_with_pointers() -> None:
    """Text, calls, stop, usage, id and model come with where they stand."""
    body = dump(
        message(
            {"text": "Thinking ", "thought": True},
            {"text": "I look"},
            {"functionCall": {"id": "a1", "name": "find", "args": {"n": 1.5}}},
            {"text": " it up"},
            {"functionCall": {"name": "now"}, "thoughtSignature": "c2ln"},
            stop="STOP",
            usageMetadata={"promptTokenCount": 3, "candidatesTokenCount": 2, "totalTokenCount": 9},
            responseId="r1",
            modelVersion="gemini-test",
        )
    )
    reading = decode(body)
    reply = reading.reply
    assert reading.mode is Mode.BLOCKING
    assert (reading.events, reading.deltas, reading.body_error) == ((), (), None)
    assert (reply.text, reply.text_pointer) == (
        "I look it up",
        "/candidates/0/content/parts/1/text",
    )
    assert reply.reasoning == "Thinking "
    assert [(c.id, c.name, c.arguments, c.raw, c.pointer) for c in reply.tool_calls] == [
        ("a1", "find", {"n": 1.5}, None, "/candidates/0/content/parts/2/functionCall"),
        (None, "now", {}, None, "/candidates/0/content/parts/4/functionCall"),
    ]
    assert (reply.stop, reply.stop_pointer) == ("STOP", "/candidates/0/finishReason")
    assert (reply.usage.input, reply.usage.output, reply.usage.total) == (3, 2, 9)
    assert (reply.id, reply.model, reply.complete) == ("r1", "gemini-test", True)


def test_the_echo_of_a_blocking_reply_is_its_own_bytes() -> None:
    """The candidate's content is cut out of the body, spacing and all."""
    content = b'{ "role":"model","parts": [{"functionCall":{"name":"a","args":{"n":1.0}}}] }'
    body = b'{"candidates": [{"finishReason": "STOP", "content": ' + content + b"}]}"
    assert decode(body).reply.echo == content


@pytest.mark.parametrize("frame", [sse, array])
def test_a_stream_is_read_event_by_event(frame: Callable[..., bytes]) -> None:
    """Pieces of text join, each functionCall part is a call with its event's pointer."""
    reading = decode(
        frame(
            message({"text": "I "}, responseId="r1"),
            message({"text": "look"}),
            message({**FIND, "thoughtSignature": "c2ln"}),
            message(FIND, {"functionCall": {"id": "b", "name": "now"}}),
            message({"text": ""}, stop="STOP", usageMetadata={"promptTokenCount": 3}),
        ),
        headers=EVENTS if frame is sse else JSON,
    )
    reply = reading.reply
    assert reading.mode is Mode.STREAMING
    assert reading.body is ABSENT
    assert [event.number for event in reading.events] == [0, 1, 2, 3, 4]
    assert (reply.text, reply.text_pointer) == (
        "I look",
        "event[0]/candidates/0/content/parts/0/text",
    )
    assert [(c.name, c.pointer) for c in reply.tool_calls] == [
        ("find", "event[2]/candidates/0/content/parts/0/functionCall"),
        ("find", "event[3]/candidates/0/content/parts/0/functionCall"),
        ("now", "event[3]/candidates/0/content/parts/1/functionCall"),
    ]
    assert [(d.event, d.choice, d.index, d.id, d.arguments) for d in reading.deltas] == [
        (2, 0, 0, ABSENT, {"city": "Paris"}),
        (3, 0, 1, ABSENT, {"city": "Paris"}),
        (3, 0, 2, "b", ABSENT),
    ]
    assert (reply.stop, reply.stop_pointer) == ("STOP", "event[4]/candidates/0/finishReason")
    assert reply.complete is True
    assert parse(reply.echo) == {
        "role": "model",
        "parts": [
            {"text": "I look"},
            {**FIND, "thoughtSignature": "c2ln"},
            FIND,
            {"functionCall": {"id": "b", "name": "now"}},
        ],
    }


def test_an_echo_keeps_signatures_on_text_parts_apart() -> None:
    """Text is joined only where nothing but text is on both parts; thoughts stay thoughts."""
    parts = [
        {"text": "T1", "thought": True},
        {"text": "T2", "thought": True},
        {"text": "a"},
        {"text": "b"},
        {"text": "", "thoughtSignature": "c2ln"},
        {"text": "c"},
    ]
    echo = decode(sse(*map(message, parts))).reply.echo
    assert parse(echo)["parts"] == [
        {"text": "T1T2", "thought": True},
        {"text": "ab"},
        {"text": "", "thoughtSignature": "c2ln"},
        {"text": "c"},
    ]


def test_server_side_parts_are_no_calls() -> None:
    """Code execution and server tools are neither calls nor text, but stay in the echo."""
    parts = [
        {"executableCode": {"language": "PYTHON", "code": "1"}},
        {"codeExecutionResult": {"outcome": "OUTCOME_OK"}},
        {"toolCall": {"id": "s1"}},
        {"toolResponse": {"id": "s1"}},
    ]
    reply = decode(sse(message(*parts, stop="STOP"))).reply
    assert (reply.text, reply.tool_calls, reply.unread) == (None, (), ())
    assert parse(reply.echo)["parts"] == parts


def call(signature: str | None = None, **members: Any) -> Any:
    """Return a message with one functionCall part."""
    signed = {} if signature is None else {"thoughtSignature": signature}
    return message({"functionCall": members, **signed})


def piece(text: str, **members: Any) -> JsonObject:
    """Return a piece of a city's name."""
    return {"jsonPath": "$.city", "stringValue": text, **members}


def test_streamed_arguments_are_put_together() -> None:
    """Vertex's partialArgs make one call per name, with the arguments of its pieces."""
    reading = decode(
        sse(
            call("c2ln", name="find", id="a", willContinue=True),
            call(partialArgs=[piece("Par", willContinue=True)], willContinue=True),
            call(partialArgs=[piece("is")], willContinue=True),
            call(),
            call(name="now", willContinue=True),
            call(),
            call(name="now"),
            call(name="find", partialArgs=[piece("Rome")]),
            message({"text": "."}, stop="STOP"),
        )
    )
    reply = reading.reply
    assert [(c.name, c.id, c.arguments, c.raw) for c in reply.tool_calls] == [
        ("find", "a", {"city": "Paris"}, None),
        ("now", None, {}, None),
        ("now", None, {}, None),
        ("find", None, {"city": "Rome"}, None),
    ]
    assert [d.index for d in reading.deltas] == [0, 0, 0, 0, 1, 1, 2, 3]
    assert (reply.unread, reply.complete) == ((), True)
    assert reply.tool_calls[0].pointer == "event[0]/candidates/0/content/parts/0/functionCall"
    assert DIALECT.facets(reading)["arguments"] == "partialArgs"


def test_an_echo_has_streamed_calls_whole() -> None:
    """Pieces become the part of a blocking reply, with id and signature; the rest stays."""
    echo = decode(
        sse(
            message({"text": "I "}),
            call("c2ln", name="find", id="a", willContinue=True),
            call(partialArgs=[piece("Paris")], willContinue=True),
            message({"text": "look"}),
            call(),
            message({}, FIND, stop="STOP"),
        )
    ).reply.echo
    assert parse(echo)["parts"] == [
        {"text": "I "},
        {
            "functionCall": {"id": "a", "name": "find", "args": {"city": "Paris"}},
            "thoughtSignature": "c2ln",
        },
        {"text": "look"},
        {},
        FIND,
    ]


@pytest.mark.parametrize(
    ("messages", "pointer", "reason"),
    [
        (
            [call(name="find", willContinue=True), message(stop="STOP")],
            "event[0]/candidates/0/content/parts/0/functionCall",
            "the call did not end",
        ),
        (
            [call(name="find", willContinue=True), call(name="now")],
            "event[0]/candidates/0/content/parts/0/functionCall",
            "the call did not end",
        ),
        (
            [call(name="find", partialArgs=[piece("Par", willContinue=True)])],
            "event[0]/candidates/0/content/parts/0/functionCall",
            "a string did not end",
        ),
        (
            [
                call(name="find", willContinue=True),
                call(partialArgs=[piece("Paris")], willContinue=True),
                call(partialArgs=[piece("x"), {"jsonPath": "$..*"}]),
            ],
            "event[2]/candidates/0/content/parts/0/functionCall/partialArgs/0",
            "a path names a value that has come before",
        ),
        (
            [call(name="find", partialArgs={"jsonPath": "$.city"})],
            "event[0]/candidates/0/content/parts/0/functionCall/partialArgs",
            "partialArgs is not an array",
        ),
        (
            [call(name="find", partialArgs=[], args="x")],
            "event[0]/candidates/0/content/parts/0/functionCall/args",
            "args beside partialArgs are not an object",
        ),
    ],
)
def test_what_does_not_fit_leaves_the_call_unread(
    messages: list[Any], pointer: str, reason: str
) -> None:
    """The call has no arguments, the first misfit is told, and its pieces go back as they came."""
    reply = decode(sse(*messages)).reply
    assert (reply.tool_calls[0].name, reply.tool_calls[0].arguments) == ("find", None)
    assert reply.unread == (
        Unread(pointer, f"streamed arguments cannot be put together: {reason}"),
    )
    sent = [part for each in messages for part in each["candidates"][0]["content"]["parts"]]
    assert parse(reply.echo)["parts"] == sent


def test_a_call_without_a_name_is_kept() -> None:
    """A nameless part that continues nothing is a call without a name."""
    reply = decode(dump(message({"functionCall": {}}, stop="STOP"))).reply
    assert [(c.name, c.arguments) for c in reply.tool_calls] == [(None, {})]


def test_wrong_types_are_observed_not_mended() -> None:
    """Text where an object belongs stays text; what is no part is reported unread."""
    reply = decode(
        dump(message({"functionCall": {"name": 5, "args": '{"a":1}'}}, {"functionCall": "x"}, 7))
    ).reply
    assert [(c.name, c.arguments, c.raw) for c in reply.tool_calls] == [(None, '{"a":1}', None)]
    assert [unread.pointer for unread in reply.unread] == [
        "/candidates/0/content/parts/1/functionCall",
        "/candidates/0/content/parts/2",
    ]


def test_only_the_first_candidate_makes_the_reply() -> None:
    """Pieces of other candidates are seen as deltas, whatever order they come in."""
    other = {"index": 1, "content": {"parts": [FIND]}, "finishReason": "MAX_TOKENS"}
    first = {"index": 0, "content": {"parts": [{"text": "a"}]}, "finishReason": "STOP"}
    reading = decode(sse({"candidates": [other]}, {"candidates": [first]}))
    assert (reading.reply.text, reading.reply.stop, reading.reply.tool_calls) == ("a", "STOP", ())
    assert [delta.choice for delta in reading.deltas] == [1]


@pytest.mark.parametrize("frame", [sse, array, dump])
def test_a_blocked_prompt_stops_with_its_block_reason(frame: Callable[..., bytes]) -> None:
    """Without candidates the block reason is the stop, and the reply is whole."""
    reply = decode(frame({"promptFeedback": {"blockReason": "SAFETY"}})).reply
    assert (reply.stop, reply.complete, reply.text) == ("SAFETY", True, None)
    assert reply.stop_pointer.endswith("/promptFeedback/blockReason")


ERROR = {"error": {"code": 400, "message": "No.", "status": "INVALID_ARGUMENT", "details": []}}


@pytest.mark.parametrize(
    ("body", "status", "mode", "expected"),
    [
        (dump(ERROR), 400, Mode.BLOCKING, ("No.", "INVALID_ARGUMENT", "/error")),
        (dump([ERROR]), 400, Mode.BLOCKING, ("No.", "INVALID_ARGUMENT", "/0/error")),
        (dump(ERROR), 200, Mode.BLOCKING, ("No.", "INVALID_ARGUMENT", "/error")),
        (dump([ERROR]), 200, Mode.STREAMING, ("No.", "INVALID_ARGUMENT", "event[0]/error")),
        (sse(ERROR), 200, Mode.STREAMING, ("No.", "INVALID_ARGUMENT", "event[0]/error")),
        (sse([ERROR]), 200, Mode.STREAMING, ("No.", "INVALID_ARGUMENT", "event[0]/0/error")),
        (
            sse(message({"text": "a"}), ERROR),
            200,
            Mode.STREAMING,
            ("No.", "INVALID_ARGUMENT", "event[1]/error"),
        ),
        (dump({"error": {"code": 404}}), 404, Mode.BLOCKING, ("", "404", "/error")),
        (dump({"error": "gone"}), 404, Mode.BLOCKING, ("gone", None, "/error")),
        (dump({}), 500, Mode.BLOCKING, ("", None, "status")),
        (b"<html>", 502, Mode.BLOCKING, ("", None, "status")),
        (b"", 503, Mode.BLOCKING, ("", None, "status")),
        (sse({}), 500, Mode.STREAMING, ("", None, "status")),
    ],
)
def test_errors_are_found_wherever_they_stand(
    body: bytes, status: int, mode: Mode, expected: tuple[str, str | None, str]
) -> None:
    """Error statuses, bodies, wrapped bodies and events all become the reply's error."""
    reading = decode(body, status)
    error = reading.reply.error
    assert reading.mode is mode
    assert (error.message, error.code, error.pointer) == expected
    assert reading.ok is False


@pytest.mark.parametrize(
    ("body", "headers", "mode"),
    [
        (sse(message(stop="STOP")), (), Mode.STREAMING),
        (b": hello\n\n" + sse(message(stop="STOP")), JSON, Mode.STREAMING),
        (b"\xef\xbb\xbf" + dump(message(stop="STOP")), EVENTS, Mode.BLOCKING),
        (b"", EVENTS, Mode.STREAMING),
        (b"", JSON, Mode.BLOCKING),
        (b" \n[]", JSON, Mode.STREAMING),
    ],
)
def test_the_first_bytes_tell_the_framing(body: bytes, headers: Headers, mode: Mode) -> None:
    """The content type counts only where the body says nothing."""
    assert decode(body, headers=headers).mode is mode


def test_a_stream_without_its_end_is_not_complete() -> None:
    """No finish reason, a cut event and an unclosed array all make a reply incomplete."""
    whole = sse(message({"text": "a"}), message({"text": "b"}, stop="STOP"))
    assert decode(whole).reply.complete is True
    assert decode(sse(message({"text": "a"}))).reply.complete is False
    assert decode(whole[:-2]).reply.complete is False
    assert decode(array(message(stop="STOP"))[:-1]).reply.complete is False
    assert decode(dump(message(stop="STOP"))[:-1]).reply.complete is False
    assert decode(b"").reply.complete is False


def test_an_event_that_is_no_json_is_kept() -> None:
    """A broken event stays in the reading as text and is reported, the rest goes on."""
    body = sse(message({"text": "a"})) + b"data: {oops\n\ndata: [DONE]\n\n"
    reading = decode(body + sse(message({"text": "b"}, stop="STOP")))
    assert reading.reply.text == "ab"
    assert [event.json is ABSENT for event in reading.events] == [False, True, True, False]
    assert [unread.pointer for unread in reading.reply.unread] == ["event[1]", "event[2]"]


def test_what_was_asked_is_read_once_with_the_response() -> None:
    """The request is there as JSON and in neutral terms; an unreadable one is None."""
    url = "https://host.invalid/v1beta/models/m:streamGenerateContent"
    response = Response(200, JSON, b"{}")
    body = b'{"contents":[{"role":"user","parts":[{"text":"Hi"}]}]}'
    reading = DIALECT.decode(Exchange(Request("POST", url, (), body), response, EVIDENCE))
    assert reading.request == parse(body)
    assert reading.asked.stream is True
    broken = DIALECT.decode(Exchange(Request("POST", url, (), b"{"), response, EVIDENCE))
    assert (broken.request, broken.asked) == (None, None)


SAMPLE = [
    message({"text": "I lōok "}, responseId="r"),
    message({**FIND, "thoughtSignature": "c2ln"}, {"functionCall": {"name": "n", "args": {}}}),
    call(name="find", willContinue=True),
    call(partialArgs=[piece("Rōme")]),
    message({"text": "", "thought": True}, stop="STOP", usageMetadata={"promptTokenCount": 1}),
]


@pytest.mark.parametrize("body", [sse(*SAMPLE), array(*SAMPLE), dump(SAMPLE[1]), dump(ERROR)])
def test_a_body_cut_anywhere_is_read(body: bytes) -> None:
    """Truncation never raises, and a cut body is never called complete."""
    whole = decode(body).reply
    for end in range(len(body)):
        reading = decode(body[:end], headers=EVENTS)
        # The CRLF of the last blank line may lose its LF without the event being lost.
        if end < len(body) - 1:
            assert reading.reply.complete is False, end
        assert len(reading.reply.tool_calls) <= len(whole.tool_calls)
        DIALECT.facets(reading)


KEYS = st.sampled_from(
    [
        "candidates",
        "content",
        "parts",
        "text",
        "thought",
        "functionCall",
        "name",
        "id",
        "args",
        "partialArgs",
        "willContinue",
        "jsonPath",
        "stringValue",
        "numberValue",
        "finishReason",
        "index",
        "usageMetadata",
        "promptTokenCount",
        "promptFeedback",
        "blockReason",
        "error",
        "code",
        "message",
        "status",
        "responseId",
        "modelVersion",
        "thoughtSignature",
    ]
)
HOSTILE = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from(["", "STOP", "$.a", "$.a[0]"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=25,
)


@given(
    st.lists(st.builds(message, HOSTILE, stop=HOSTILE) | HOSTILE, min_size=1, max_size=3),
    st.sampled_from([200, 400]),
)
def test_decoding_never_raises_on_hostile_values(messages: list[Any], status: int) -> None:
    """Any value may stand anywhere, in every framing."""
    for body in (sse(*messages), array(*messages), dump(messages[0])):
        DIALECT.facets(decode(body, status))


@given(st.binary(max_size=60))
def test_decoding_never_raises_on_bytes(body: bytes) -> None:
    """Any bytes are a body."""
    for start in (b"", b"data: ", b"[", b"{"):
        decode(start + body)


def test_deep_nesting_is_told_not_raised() -> None:
    """JSON deeper than the parser's limit is unread; deep arguments within it are kept."""
    reply = decode(b'{"candidates":' + b"[" * 100_000).reply
    assert reply.unread == (Unread("", reply.unread[0].reason),)
    deep = b"[" * 900 + b"]" * 900
    body = b'{"candidates":[{"content":{"parts":[{"functionCall":{"name":"a","args":%s}}]}}]}'
    assert len(decode(body % deep).reply.tool_calls) == 1
    assert len(decode(b"data: " + body % deep + b"\n\n").reply.tool_calls) == 1
