"""Cassettes of Datadog's test agent: one interaction by itself, bodies that are no text in base64."""

from __future__ import annotations

import base64
import io
import json
from typing import Any

from toolwire.model.exchange import Exchange
from toolwire.traffic import document
from toolwire.traffic.unreadable import Unreadable


def _read(body: str, **changes: Any) -> Exchange | Unreadable:
    cassette = {
        "request": {
            "method": "POST",
            "url": "https://api.acme.test/v1/messages",
            "headers": {"Content-Type": "application/json"},
            "body": '{"model": "m"}',
        },
        "response": {
            "status": {"code": 200, "message": "OK"},
            "headers": {"Content-Encoding": "gzip", "Date": "Tue, 28 Jan 2025 23:46:54 GMT"},
            "body": body,
        },
        **changes,
    }
    text = json.dumps(cassette, indent=2).encode()
    (item,) = document.read(io.BytesIO(text), "a.json")
    return item


def test_a_cassette_is_an_exchange() -> None:
    """Text was unpacked by the recorder, whatever coding the headers name."""
    exchange = _read('{"id": "ü"}')
    assert isinstance(exchange, Exchange)
    assert exchange.request is not None
    assert exchange.request.url == "https://api.acme.test/v1/messages"
    assert exchange.request.body == b'{"model": "m"}'
    assert (exchange.response.status, exchange.response.body) == (200, '{"id": "ü"}'.encode())
    assert exchange.response.header("content-encoding") is None
    assert exchange.evidence.source == "a.json"
    assert exchange.evidence.recorded_at == "2025-01-28T23:46:54+00:00"


def test_a_body_that_is_no_text_is_bytes_again() -> None:
    """An event stream of AWS stands there in base64, behind a word that says so."""
    exchange = _read("base64:" + base64.b64encode(b"\x00\x00\xff").decode())
    assert isinstance(exchange, Exchange)
    assert exchange.response.body == b"\x00\x00\xff"


def test_what_is_broken_is_told() -> None:
    """Base64 that is none, and a request that is none."""
    for item in (_read("base64:!"), _read("a", request="a")):
        assert isinstance(item, Unreadable)
        assert not item.foreign
