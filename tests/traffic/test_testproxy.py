"""Recordings of the Azure SDKs' test proxy, as OpenAI's .NET library keeps them."""

from __future__ import annotations

import base64
import io
import json

import pytest

from toolwire.model.conversation import Json
from toolwire.model.exchange import Exchange, Fidelity
from toolwire.traffic import document
from toolwire.traffic.unreadable import Unreadable

STREAM = 'data: {"text": "ü"}\n\ndata: [DONE]\n\n'
URL = "https://api.acme.test/v1/chat/completions"


def _read(*entries: Json) -> list[Exchange | Unreadable]:
    text = json.dumps({"Entries": entries, "Variables": {}}).encode()
    return list(document.read(io.BytesIO(text), "a.json"))


def _entry(body: Json, kind: str, **other: Json) -> dict[str, Json]:
    return {
        "RequestUri": URL,
        "RequestMethod": "POST",
        "RequestHeaders": {"Content-Type": "application/json"},
        "RequestBody": {"model": "m"},
        "StatusCode": 200,
        "ResponseHeaders": {"Content-Type": kind, "Date": "Tue, 16 Sep 2025 16:39:32 GMT"},
        "ResponseBody": body,
        **other,
    }


@pytest.mark.parametrize(
    ("kept", "kind", "body", "fidelity"),
    [
        ({"a": [1]}, "application/json", b'{"a": [1]}', Fidelity.PARSED),
        (["a", "b"], "application/json; charset=utf-8", b'["a", "b"]', Fidelity.PARSED),
        (STREAM.splitlines(keepends=True), "text/event-stream", STREAM.encode(), Fidelity.WIRE),
        ("a line", "text/plain", b"a line", Fidelity.WIRE),
        (base64.b64encode(b"\x00\xff").decode(), "audio/mpeg", b"\x00\xff", Fidelity.WIRE),
        (None, "application/json", b"", Fidelity.WIRE),
    ],
)
def test_a_body_is_kept_as_its_content_type_says(
    kept: Json, kind: str, body: bytes, fidelity: Fidelity
) -> None:
    """JSON is kept parsed, text in lines, and what is neither as base64."""
    (exchange,) = _read(_entry(kept, kind))
    assert isinstance(exchange, Exchange), exchange
    assert exchange.request is not None
    assert (exchange.response.body, exchange.fidelity) == (body, fidelity)
    assert json.loads(exchange.request.body) == {"model": "m"}
    assert (exchange.request.method, exchange.request.url) == ("POST", URL)
    assert (exchange.evidence.recorded_at or "")[:10] == "2025-09-16"


@pytest.mark.parametrize(
    "damage", [{"StatusCode": "200"}, {"ResponseBody": [1, 2]}, {"RequestUri": None}]
)
def test_a_damaged_entry_is_told_and_the_next_is_read(damage: dict[str, Json]) -> None:
    """One entry that is none of the proxy's takes no other with it."""
    told, after = _read(
        _entry("a", "text/plain", **damage), _entry("a", "text/plain", RequestBody=None)
    )
    assert isinstance(told, Unreadable)
    assert told.position == "item 1"
    assert isinstance(after, Exchange)
