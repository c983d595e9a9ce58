"""Recordings of httpmock, Rust's mock server: documents of `when` and `then`."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from tests.support.vcr_text import STREAM, one, read
from toolwire.model.exchange import EvidenceLevel, Exchange, Fidelity
from toolwire.traffic import read as read_paths
from toolwire.traffic.unreadable import Unreadable

DOCUMENT = """\
when:
  path: /v1/models/m:streamGenerateContent
  method: POST
  query_param:
  - name: alt
    value: sse
  - name: q
    value: a b
  header:
  - name: content-type
    value: application/json
  - name: x
    value: a
  - name: x
    value: 2
  body: '{"tools": []}'
then:
  status: 200
  header:
  - name: content-type
    value: text/event-stream
  body: "data: {}\\r\\n\\r\\n"
"""


def test_a_document_is_an_exchange() -> None:
    """Path and query become its address, and lists of names and values its headers."""
    exchange = one(DOCUMENT)
    request = exchange.request
    assert request is not None
    assert request.url == "/v1/models/m:streamGenerateContent?alt=sse&q=a%20b"
    assert (request.method, request.body) == ("POST", b'{"tools": []}')
    assert (request.header("content-type"), request.header("x")) == ("application/json", "a")
    assert ("x", "2") in request.headers
    assert (exchange.response.status, exchange.response.body) == (200, b"data: {}\r\n\r\n")
    assert exchange.evidence.level is EvidenceLevel.IMPORTED
    assert (exchange.evidence.source, exchange.fidelity) == ("a.yaml #1", Fidelity.WIRE)


@pytest.mark.parametrize("marker", ["---\n", "--- # next\n", "---\r\n"])
def test_each_document_is_one(marker: str) -> None:
    """A marker parts them; one inside a body is a line of that body."""
    block = DOCUMENT.replace('body: "data: {}\\r\\n\\r\\n"', "body: |+\n    data: {}\n    ---")
    first, second = read(f"# recorded\n{block}{marker}{DOCUMENT}")
    assert isinstance(first, Exchange)
    assert isinstance(second, Exchange)
    assert first.response.body == b"data: {}\n---\n"
    assert second.evidence.source == "a.yaml #2"


def test_a_body_in_base64_is_unpacked() -> None:
    """Rig writes what is no text so, and says it beside the body."""
    packed = base64.b64encode(STREAM).decode()
    text = DOCUMENT.replace('"data: {}\\r\\n\\r\\n"', f"{packed}\n  body_encoding: base64")
    assert one(text).response.body == STREAM


def test_ids_that_were_redacted_are_not_taken_for_the_wires() -> None:
    """What takes ids to be judged stays silent on them."""
    assert one(DOCUMENT.replace("a b", "'[REDACTED]'")).fidelity is Fidelity.NORMALISED


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("when:\n  path: /a\n", "no mapping `when` or no mapping `then`"),
        ("when:\n  a: 1\nthen:\n  b: [\n", "not YAML"),
        (DOCUMENT.replace("status: 200", "status: ok"), "no status code"),
        (DOCUMENT.replace("path: /v1", "paths: /v1"), "no `method` or no `uri`"),
    ],
)
def test_what_is_no_exchange_is_told(text: str, reason: str) -> None:
    """By the number of its document, while the others are read."""
    broken, whole = read(f"{text}---\n{DOCUMENT}")
    assert isinstance(broken, Unreadable)
    assert broken.position == "document 1"
    assert reason in broken.reason
    assert isinstance(whole, Exchange)


def test_a_file_larger_than_what_is_read_is_told(tmp_path: Path) -> None:
    """The bound of every file that is parsed as a whole holds for YAML."""
    path = tmp_path / "a.yaml"
    with path.open("wb") as stream:
        stream.truncate(64 * 1024 * 1024 + 1)
    (item,) = read_paths([path])
    assert isinstance(item, Unreadable)
    assert "larger than" in item.reason
