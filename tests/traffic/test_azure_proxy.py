"""Recordings of Azure's test proxy: entries whose bodies are parsed, text, lines or base64."""

from __future__ import annotations

import base64
import gzip
import io
import json
from typing import Any

import pytest

from toolwire.model.exchange import Exchange, Fidelity
from toolwire.traffic import document
from toolwire.traffic.unreadable import Unreadable

ASKED = {"model": "m", "messages": []}
JSON = {"Content-Type": "application/json"}
STREAM = {"Content-Type": "text/event-stream; charset=utf-8", "Set-Cookie": ["a", "b"]}


def _entry(**changes: Any) -> dict[str, Any]:
    return {
        "RequestUri": "https://api.acme.test/v1/responses",
        "RequestMethod": "POST",
        "RequestHeaders": JSON,
        "RequestBody": ASKED,
        "StatusCode": 200,
        "ResponseHeaders": {**JSON, "Date": "Tue, 28 Jan 2025 23:46:54 GMT"},
        "ResponseBody": {"id": "a"},
        **changes,
    }


def _read(*entries: object, indent: int | None = 2) -> list[Exchange | Unreadable]:
    text = json.dumps({"Entries": entries, "Variables": {}}, indent=indent).encode()
    return list(document.read_unnamed(io.BytesIO(text), "a"))


def _one(**changes: Any) -> Exchange:
    (item,) = _read(_entry(**changes))
    assert isinstance(item, Exchange), item
    return item


@pytest.mark.parametrize("indent", [2, None])
def test_an_entry_is_an_exchange(indent: int | None) -> None:
    """Whether the document is indented or one line, which is no JSON Lines."""
    (exchange,) = _read(_entry(), indent=indent)
    assert isinstance(exchange, Exchange)
    assert exchange.request is not None
    assert (exchange.request.method, exchange.request.url) == (
        "POST",
        "https://api.acme.test/v1/responses",
    )
    assert json.loads(exchange.request.body) == ASKED
    assert json.loads(exchange.response.body) == {"id": "a"}
    assert exchange.fidelity is Fidelity.PARSED
    assert exchange.evidence.source == "a entry 1"
    assert exchange.evidence.recorded_at == "2025-01-28T23:46:54+00:00"


def test_lines_are_one_body() -> None:
    """A stream stands there as the list of its lines, and a header that came twice as a list."""
    lines = ["event: a\n", 'data: {"a": "ü"}\n\n', "data: [DONE]"]
    exchange = _one(ResponseHeaders=STREAM, ResponseBody=lines)
    assert exchange.response.body == 'event: a\ndata: {"a": "ü"}\n\ndata: [DONE]'.encode()
    assert [value for name, value in exchange.response.headers if name == "Set-Cookie"] == [
        "a",
        "b",
    ]
    assert exchange.fidelity is Fidelity.WIRE


def test_what_is_no_text_is_base64() -> None:
    """Audio is bytes again; packed bytes are unpacked; what was written over one is text."""
    sound = {"Content-Type": "audio/mpeg"}
    packed = {"Content-Type": "x/y", "Content-Encoding": "gzip"}
    stored = base64.b64encode(b"\x00\xff").decode()
    assert _one(ResponseHeaders=sound, ResponseBody=stored).response.body == b"\x00\xff"
    stored = base64.b64encode(gzip.compress(b"abc")).decode()
    assert _one(ResponseHeaders=packed, ResponseBody=stored).response.body == b"abc"
    asked = _one(RequestHeaders={}, RequestBody="a word").request
    assert asked is not None
    assert asked.body == b"a word"


@pytest.mark.parametrize("body", [None, ""])
def test_nothing_is_an_empty_body(body: str | None) -> None:
    """A deletion asks with nothing, and text may be answered with none."""
    exchange = _one(RequestBody=body, RequestHeaders=None, ResponseBody=body)
    assert exchange.request is not None
    assert (exchange.request.body, exchange.response.body) == (b"", b"")


def test_what_was_sanitized_is_normalised() -> None:
    """Where ids were written over, nothing is said of ids."""
    assert _one(ResponseBody={"id": "Sanitized"}).fidelity is Fidelity.NORMALISED


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"StatusCode": "200"}, "not an entry of the test proxy"),
        ({"ResponseBody": [1]}, "not an entry of the test proxy"),
    ],
)
def test_a_broken_entry_is_told_and_the_rest_is_read(changes: dict[str, Any], reason: str) -> None:
    """One entry that cannot be read does not end the file."""
    broken, whole = _read(_entry(**changes), _entry())
    assert isinstance(broken, Unreadable)
    assert (broken.position, broken.foreign) == ("entry 1", False)
    assert reason in broken.reason
    assert isinstance(whole, Exchange)
