"""Bodies that a recorder stored as text."""

from __future__ import annotations

import gzip
import json

import pytest

from toolwire.dialects import load_dialect
from toolwire.jobs.lint.judging import judge
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules.mutate.scenarios import clean
from toolwire.traffic import har
from toolwire.traffic.stored_text import bytes_of
from toolwire.traffic.unreadable import RefusedError, Unreadable


def archived(text: str) -> Exchange | Unreadable:
    """Store a Converse stream in an archive, its body as that text, and read it again."""
    streamed = clean(load_dialect("bedrock-converse"), "parallel_calls", Mode.STREAMING)
    assert streamed.request is not None
    kind = "application/vnd.amazon.eventstream"
    entry = {
        "request": {
            "method": "POST",
            "url": streamed.request.url,
            "headers": [{"name": "content-type", "value": "application/json"}],
            "postData": {"text": streamed.request.body.decode()},
        },
        "response": {
            "status": 200,
            "headers": [{"name": "content-type", "value": kind}],
            "content": {"size": 1, "mimeType": kind, "text": text},
        },
    }
    (read,) = har.from_document(json.dumps({"entries": [entry]}).encode(), "a.har")
    return read


def test_an_event_stream_stored_byte_by_byte_is_what_came() -> None:
    """A stream whose bytes stand as characters of their numbers is judged as the stream it is."""
    body = clean(load_dialect("bedrock-converse"), "parallel_calls", Mode.STREAMING).response.body
    read = archived(body.decode("latin-1"))
    assert isinstance(read, Exchange)
    assert read.response.body == body
    assert judge(read).all_findings == ()


def test_a_stream_whose_bytes_are_lost_is_the_recorders_fault() -> None:
    """What a recorder decoded cannot be read, and no server is accused of it."""
    body = clean(load_dialect("bedrock-converse"), "parallel_calls", Mode.STREAMING).response.body
    read = archived(body.decode("utf-8", "replace"))
    assert isinstance(read, Unreadable)
    assert "bytes of it are lost" in read.reason


def test_packed_bodies_and_words_stay_what_they_are() -> None:
    """Gzip comes back whole, text with letters of all kinds is UTF-8."""
    packed = gzip.compress(b"{}")
    assert bytes_of(packed.decode("latin-1")) == packed
    assert bytes_of('{"a": "Zürich 東京"}') == '{"a": "Zürich 東京"}'.encode()
    with pytest.raises(RefusedError):
        bytes_of(packed.decode("utf-8", "replace"))


def test_the_archive_of_another_stream_is_not_touched() -> None:
    """A stream of text that begins with a comment is stored as text."""
    assert bytes_of(": ok\n\ndata: {}\n\n") == b": ok\n\ndata: {}\n\n"
