"""Responses that are errors, cut off, or not what they should be."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.dialects.gemini_generate.messages import (
    ERROR,
    EVENTS,
    FIND,
    JSON,
    array,
    call,
    decode,
    message,
    piece,
    sse,
)
from tests.support.hostile import hostile
from toolwire.dialects.gemini_generate import DIALECT
from toolwire.io.json_text import dump
from toolwire.model.exchange import Headers, Mode
from toolwire.model.reply import ABSENT, Unread


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


@pytest.mark.parametrize("breaks", [b"", b"\n", b"\r\n"])
def test_an_error_may_stand_behind_the_events_as_a_bare_object(breaks: bytes) -> None:
    """What is no error there, or not whole, is passed over, as any line that no event has."""
    begun = sse(message({"text": "a"}))
    failed = decode(begun + breaks + dump(ERROR) + b"\n").reply
    assert failed.complete is True
    assert failed.error is not None
    assert failed.error.pointer == "event[1]/error"
    for other in (dump(ERROR)[:-1], dump({"errors": []}), dump({"error": "gone"}), b"{"):
        reply = decode(begun + breaks + other + b"\n").reply
        assert (reply.complete, reply.error) == (False, None)


def test_an_event_that_is_no_json_is_kept() -> None:
    """A broken event stays in the reading as text and is reported, the rest goes on."""
    body = sse(message({"text": "a"})) + b"data: {oops\n\ndata: [DONE]\n\n"
    reading = decode(body + sse(message({"text": "b"}, stop="STOP")))
    assert reading.reply.text == "ab"
    assert [event.json is ABSENT for event in reading.events] == [False, True, True, False]
    assert [unread.pointer for unread in reading.reply.unread] == ["event[1]", "event[2]"]


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


HOSTILE = hostile(
    "STOP $.a $.a[0]",
    "candidates content parts text thought functionCall name id args partialArgs willContinue "
    "jsonPath stringValue numberValue finishReason index usageMetadata promptTokenCount "
    "promptFeedback blockReason error code message status responseId modelVersion "
    "thoughtSignature",
    leaves=25,
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
