"""Bodies: their JSON, their first bytes, their media type."""

from __future__ import annotations

import pytest

from toolwire.dialects import body
from toolwire.model.exchange import Request, Response
from toolwire.model.reply import ABSENT


def response(data: bytes, media: str = "") -> Response:
    """Return a response with a body and a content type."""
    return Response(200, (("Content-Type", media),) if media else (), data)


@pytest.mark.parametrize(
    ("data", "media", "streamed"),
    [
        (b"data: {}\n\n", "", True),
        (b"\xef\xbb\xbf \r\n: hello\n\n", "application/json", True),
        (b'{"error":"no"}', "text/event-stream", False),
        (b"[{}]", "text/event-stream", False),
        (b"", "Text/Event-Stream; charset=utf-8", True),
        (b"unknown: 1\n\n", "text/event-stream", True),
        (b"<html>", "text/html", False),
        (b"", "", False),
    ],
)
def test_server_sent_events_are_told(data: bytes, media: str, *, streamed: bool) -> None:
    """First bytes decide, and the content type where they say nothing."""
    assert body.is_sse(response(data, media)) is streamed


def test_media_types_have_neither_parameters_nor_capitals() -> None:
    """A content type is compared by what it names; a missing one is empty."""
    assert body.media_of(response(b"", "Application/JSON ; q=1")) == "application/json"
    assert body.media_of(response(b"")) == ""


@pytest.mark.parametrize(
    ("data", "value"),
    [(b'{"a":1}', {"a": 1}), (b"", None), (b"{", None), (b"\xff", None), (b"7", 7)],
)
def test_requests_that_cannot_be_read_are_nothing(data: bytes, value: object) -> None:
    """A body that is empty or broken, and a missing request, give None."""
    assert body.sent_of(Request("POST", "", (), data)) == value
    assert body.sent_of(None) is None


def test_a_response_is_a_value_or_a_reason() -> None:
    """A body that is not JSON comes with why; null is a value."""
    assert body.read_body(b"null") == (None, None)
    value, problem = body.read_body(b'{"a":')
    assert value is ABSENT
    assert problem
    assert body.json_of("{") is ABSENT


def test_slices_keep_their_bytes() -> None:
    """A part of a document comes as it stands; None where there is none or nothing is whole."""
    document = b'{"a": [ 1, {"b" : 2.0} ]}'
    assert body.slice_of(document, ("a", 1)) == b'{"b" : 2.0}'
    assert body.slice_of(document, ("c",)) is None
    assert body.slice_of(b'{"a": ', ("a",)) is None
