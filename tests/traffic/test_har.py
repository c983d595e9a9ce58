"""HTTP archives."""

from __future__ import annotations

import base64
import gzip
import io
import json
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from toolwire.model.exchange import EvidenceLevel, Exchange, Fidelity
from toolwire.traffic import har, yaml_file
from toolwire.traffic.unreadable import Unreadable

#: Timing is not what these properties are about; machines are shared.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def _entry(**response: Any) -> dict[str, Any]:
    return {
        "startedDateTime": "2025-05-07T11:26:14.000Z",
        "time": 12.5,
        "request": {
            "method": "POST",
            "url": "https://api.acme.test/v1/messages",
            "httpVersion": "h2",
            "headers": [{"name": "x-a", "value": "1"}, {"name": "x-a", "value": "2"}],
            "postData": {"mimeType": "application/json", "text": '{"model": "ü"}'},
        },
        "response": {
            "status": 200,
            "headers": [
                {"name": "content-type", "value": "application/json"},
                {"name": "Content-Encoding", "value": "br"},
            ],
            "content": {"size": 2, "mimeType": "application/json", "text": "{}"},
            **response,
        },
    }


def _read(*entries: object) -> list[Exchange | Unreadable]:
    log = {"version": "1.2", "creator": {}, "entries": entries}
    return list(har.from_document(json.dumps(log).encode(), "a.har"))


def test_an_entry_becomes_an_exchange() -> None:
    """Request and response come out, content encoding already removed by the browser."""
    (exchange,) = _read(_entry())
    assert isinstance(exchange, Exchange)
    assert exchange.request is not None
    assert exchange.request.method == "POST"
    assert exchange.request.headers == (("x-a", "1"), ("x-a", "2"))
    assert exchange.request.body == '{"model": "ü"}'.encode()
    assert exchange.response.body == b"{}"
    assert exchange.response.headers == (("content-type", "application/json"),)
    assert exchange.evidence.level is EvidenceLevel.IMPORTED
    assert exchange.evidence.source == "a.har entry 1"
    assert exchange.evidence.recorded_at == "2025-05-07T11:26:14.000Z"
    assert exchange.fidelity is Fidelity.WIRE


def test_binary_content_is_unpacked() -> None:
    """Content in base64 becomes the bytes."""
    text = base64.b64encode(b"\x00\xff").decode()
    (exchange,) = _read(_entry(content={"text": text, "encoding": "base64"}))
    assert isinstance(exchange, Exchange)
    assert exchange.response.body == b"\x00\xff"


def test_content_that_was_saved_packed_is_unpacked() -> None:
    """Bytes that begin as gzip are gzip where the headers say so; nothing else is tried."""
    packed = gzip.compress(b'{"a": "\xc3\xbc"}', mtime=0)
    content = {"text": base64.b64encode(packed).decode(), "encoding": "base64"}
    for headers, body in (
        ([{"name": "content-encoding", "value": "gzip"}], b'{"a": "\xc3\xbc"}'),
        ([], packed),
    ):
        entry = _entry(content=content)
        entry["response"]["headers"] = headers
        (exchange,) = _read(entry)
        assert isinstance(exchange, Exchange)
        assert exchange.response.body == body
    cut = _entry(content={**content, "text": base64.b64encode(packed[:-3]).decode()})
    cut["response"]["headers"] = [{"name": "content-encoding", "value": "gzip"}]
    (told,) = _read(cut)
    assert isinstance(told, Unreadable)
    assert "cut off" in told.reason


@pytest.mark.parametrize(
    ("method", "kind", "read"),
    [
        ("POST", "text/html", True),
        ("GET", "application/json; charset=utf-8", True),
        ("GET", "application/problem+json", True),
        ("GET", "text/event-stream", True),
        ("GET", "application/vnd.amazon.eventstream", True),
        ("GET", "text/html", False),
        ("GET", "image/png", False),
        ("OPTIONS", None, False),
    ],
)
def test_only_what_can_be_an_answer_is_read(method: str, kind: str | None, *, read: bool) -> None:
    """Pages, pictures and preflights of a browser are passed over."""
    entry = _entry(content={"mimeType": kind, "text": "x"})
    entry["request"]["method"] = method
    assert len(_read(entry)) == int(read)


@pytest.mark.parametrize(
    ("response", "reason"),
    [
        ({"status": 0}, "no response"),
        ({"content": {"size": 100, "mimeType": "application/json"}}, "without the response's"),
        ({"content": {"text": "#", "encoding": "base64"}}, "not base64"),
        ({"content": {"text": "x", "encoding": "rot13"}}, "'rot13' is not base64"),
        ({"status": "200"}, "not a HAR entry"),
        ({"headers": [{"name": "x"}]}, "not a HAR entry"),
        ({"headers": {"x": "y"}}, "not a HAR entry"),
        ({"content": []}, "not a HAR entry"),
    ],
)
def test_a_bad_entry_is_told_and_passed_over(response: dict[str, Any], reason: str) -> None:
    """An entry that cannot be read is told by number; its neighbours are read."""
    before, bad, after = _read(_entry(), _entry(**response), _entry())
    assert isinstance(before, Exchange)
    assert isinstance(after, Exchange)
    assert isinstance(bad, Unreadable)
    assert (bad.source, bad.position) == ("a.har", "entry 2")
    assert reason in bad.reason


def test_an_empty_answer_is_an_answer() -> None:
    """No text and no size is an empty body."""
    (exchange,) = _read(_entry(status=204, content={"size": 0}))
    assert isinstance(exchange, Exchange)
    assert exchange.response.body == b""


@pytest.mark.parametrize("log", [b"[]", b"{}", b'{"entries": {}}', b"{", b"\xff", b"[" * 100_000])
def test_what_is_no_log_is_told(log: bytes) -> None:
    """A `log` of another shape makes the whole file unreadable."""
    (bad,) = har.from_document(log, "a.har")
    assert isinstance(bad, Unreadable)
    assert bad.position == "whole file"


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@PATIENT
@given(_JSON, _JSON, st.sampled_from(["request", "response"]))
def test_entries_of_any_shape_never_raise(entry: Any, part: Any, name: str) -> None:
    """Any JSON in the place of an entry, or of a part of one, is told or read."""
    for item in _read(entry, {**_entry(), name: part}):
        assert isinstance(item, Exchange | Unreadable)


def test_chunks_that_polly_kept_packed_are_joined() -> None:
    """Polly.JS writes a list of base64, a piece for each chunk, where a body came packed."""
    packed = gzip.compress(b'{"a": 1}')
    chunks = [base64.b64encode(piece).decode() for piece in (packed[:9], packed[9:])]
    headers = [{"name": "Content-Encoding", "value": "gzip"}]
    content = {"mimeType": "application/json", "encoding": "base64", "text": json.dumps(chunks)}
    (exchange,) = _read(_entry(headers=headers, content=content))
    assert isinstance(exchange, Exchange), exchange
    assert exchange.response.body == b'{"a": 1}'


@pytest.mark.parametrize("text", ["[", "[1]", '["ü"]'])
def test_chunks_that_are_none_are_told(text: str) -> None:
    """A list that holds no base64 is a damaged entry."""
    (told,) = _read(_entry(content={"encoding": "base64", "text": text}))
    assert isinstance(told, Unreadable)


def test_an_archive_in_yaml_is_read() -> None:
    """Some write the archive as YAML, where it is smaller."""
    text = yaml.safe_dump({"log": {"version": "1.2", "entries": [_entry()]}}).encode()
    (exchange,) = yaml_file.read(io.BytesIO(text), "recording.har.yaml")
    assert isinstance(exchange, Exchange), exchange
    assert exchange.response.body == b"{}"
