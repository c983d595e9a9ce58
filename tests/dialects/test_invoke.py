"""Paths and streams of Bedrock's InvokeModel."""

from __future__ import annotations

from base64 import b64decode

import pytest

from toolwire.dialects.events import AWS_EVENT_STREAM
from toolwire.dialects.invoke import (
    first_invoked,
    invoked_events,
    invoked_frames,
    invoked_framing,
    invoked_model,
    is_invoked_stream,
    unwrapped,
)
from toolwire.io.framing import eventstream
from toolwire.io.json_text import object_of, parse
from toolwire.model.conversation import Json
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Request, Response
from toolwire.model.reply import ABSENT, Unread, WireError

MEASURED = b'"amazon-bedrock-invocationMetrics": {"outputTokenCount": 1}'


@pytest.mark.parametrize(
    ("path", "model", "mode"),
    [
        ("/model/openai.gpt-oss-20b-1%3A0/invoke", "openai.gpt-oss-20b-1:0", "whole"),
        ("/model/a.b/invoke-with-response-stream?x=1", "a.b", "stream"),
        ("/model/a.b/converse", None, "whole"),
        ("/model/a/b/invoke", None, "whole"),
        ("/v1/chat/completions", None, "whole"),
    ],
)
def test_a_path_names_model_and_mode(path: str, model: str | None, mode: str) -> None:
    """Percent signs are undone in the model, and no other path is one of these."""
    url = f"http://127.0.0.1{path}"
    assert invoked_model(url) == model
    assert is_invoked_stream(url) is (mode == "stream")


def test_payloads_are_in_base64_in_chunks() -> None:
    """Each payload is an event of its own, in order."""
    told = eventstream.decode(invoked_events([{"a": 1}, {"a": "é"}]))
    assert told.problems == ()
    assert [one.headers[":event-type"] for one in told.messages] == ["chunk", "chunk"]
    inner = [b64decode(str(object_of(parse(one.payload))["bytes"])) for one in told.messages]
    assert [parse(one) for one in inner] == [{"a": 1}, {"a": "é"}]


def test_payloads_are_read_as_they_were_written() -> None:
    """An event is a payload, and the envelope gives it no name."""
    frames = invoked_frames(invoked_events([{"a": 1}, {"a": "é"}]))
    assert [(one.number, one.name, one.json) for one in frames.events] == [
        (0, None, {"a": 1}),
        (1, None, {"a": "é"}),
    ]
    assert (frames.broken, frames.error) == ((), None)


def test_an_exception_is_the_error_of_the_stream() -> None:
    """Its message says which one it is, and what was meant."""
    headers = {":exception-type": "throttlingException", ":message-type": "exception"}
    failed = eventstream.encode(headers, b'{"message":"Slow down"}')
    frames = invoked_frames(invoked_events([{"a": 1}]) + failed)
    assert frames.error == WireError("Slow down", "throttlingException", "event[1]")


def test_a_message_that_is_cut_is_unread() -> None:
    """What came before it is read."""
    whole = invoked_events([{"a": 1}, {"a": 2}])
    frames = invoked_frames(whole[:-3])
    assert [one.json for one in frames.events] == [{"a": 1}]
    (broken,) = frames.broken
    assert isinstance(broken, Unread)
    assert broken.pointer == "event[1]"


@pytest.mark.parametrize("payload", [b"7", b"{}", b'{"bytes":7}', b'{"bytes":"a"}', b"\xff"])
def test_what_has_no_payload_is_kept_as_it_came(payload: bytes) -> None:
    """It is nothing that the format could have sent, and nothing is made of it."""
    body = eventstream.encode({":event-type": "chunk"}, payload)
    (event,) = invoked_frames(body).events
    assert (event.name, event.data, event.json) == (
        None,
        payload.decode("utf-8", "replace"),
        ABSENT,
    )
    assert first_invoked(body) is None


@pytest.mark.parametrize(
    ("body", "media", "read"),
    [
        (invoked_events([{"a": 1}]), AWS_EVENT_STREAM, True),
        (invoked_events([{"a": 1}]), "", True),
        (b"", AWS_EVENT_STREAM, True),
        (b'{"message":"no"}', AWS_EVENT_STREAM, False),
        (b'data: {"a":1}\n\n', "text/event-stream", False),
        (b"", "", False),
    ],
)
def test_a_stream_is_told_by_its_bytes_before_its_type(body: bytes, media: str, read: bool) -> None:  # noqa: FBT001
    """Recordings lose headers, and an error is JSON whatever was asked for."""
    headers = (("content-type", media),) if media else ()
    assert (invoked_framing(Response(200, headers, body)) is invoked_frames) is read


@pytest.mark.parametrize(
    ("body", "first"),
    [
        (invoked_events([{"a": 1}, {"a": 2}]), {"a": 1}),
        (invoked_events([{"a": 1}])[:-1], None),
        (b"\0", None),
        (b"\0\0\0\0", None),
        (b'{"a":1}', None),
        (b"", None),
    ],
)
def test_the_first_payload_is_found_without_the_rest(body: bytes, first: Json) -> None:
    """A format is recognised by it, in a stream of any length."""
    found = first_invoked(body)
    assert (None if found is None else parse(found)) == first


@pytest.mark.parametrize(
    ("url", "body", "taken_out"),
    [
        ("https://proxy.example.com/model/m/invoke-with-response-stream", b"data: {}\n\n", True),
        ("https://proxy.example.com/v1/messages", b'data: {"x": {' + MEASURED + b"}}\n\n", False),
        ("https://proxy.example.com/model/m/invoke-with-response-stream", b"\0\0\0\x10", False),
        ("", b'data: {"type": "message_stop", ' + MEASURED + b"}\n\n", True),
        ("", b'data: {"type": "message_stop"}\n\n', False),
        (None, b'data: {"type": "message_stop", ' + MEASURED + b"}\n\n", True),
    ],
)
def test_events_taken_out_of_their_messages_are_told(
    url: str | None,
    body: bytes,
    taken_out: bool,  # noqa: FBT001
) -> None:
    """By the path, or by Bedrock's measures where there is no address; at no other address."""
    request = None if url is None else Request("POST", url, (), b"{}")
    evidence = Evidence(EvidenceLevel.IMPORTED, "2026-11-28", "of our own making")
    assert unwrapped(Exchange(request, Response(200, (), body), evidence)) is taken_out
