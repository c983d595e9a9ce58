"""Recordings of nock: definitions whose bodies are parsed, text or hexadecimal."""

from __future__ import annotations

import gzip
import io
import json
from typing import Any

import pytest

from toolwire.model.exchange import Exchange, Fidelity
from toolwire.traffic import document
from toolwire.traffic.unreadable import Unreadable

ASKED = {"model": "m", "messages": []}
STREAM = 'data: {"a": "ü"}\n\ndata: [DONE]\n\n'
PACKED = gzip.compress(b'{"id": "a"}').hex()
HEADERS = {"content-type": "application/json", "date": "Tue, 28 Jan 2025 23:46:54 GMT"}


def _definition(**changes: Any) -> dict[str, Any]:
    return {
        "scope": "https://api.acme.test:443",
        "method": "POST",
        "path": "/v1/chat/completions",
        "body": ASKED,
        "status": 200,
        "response": {"id": "a"},
        "rawHeaders": HEADERS,
        "responseIsBinary": False,
        **changes,
    }


def _read(*definitions: object) -> list[Exchange | Unreadable]:
    text = json.dumps(definitions, indent=4, ensure_ascii=False).encode()
    return list(document.read(io.BytesIO(text), "a.json"))


def _one(**changes: Any) -> Exchange:
    (item,) = _read(_definition(**changes))
    assert isinstance(item, Exchange), item
    return item


def test_a_definition_is_an_exchange() -> None:
    """Where the port says nothing it is left out, as clients leave it out."""
    exchange = _one()
    assert exchange.request is not None
    assert exchange.request.method == "POST"
    assert exchange.request.url == "https://api.acme.test/v1/chat/completions"
    assert json.loads(exchange.request.body) == ASKED
    assert json.loads(exchange.response.body) == {"id": "a"}
    assert exchange.fidelity is Fidelity.PARSED
    assert exchange.evidence.source == "a.json item 1"
    assert exchange.evidence.recorded_at == "2025-01-28T23:46:54+00:00"


@pytest.mark.parametrize(
    ("scope", "address"),
    [
        ("http://a.test:80", "http://a.test"),
        ("http://a.test:443", "http://a.test:443"),
        ("https://a.test:8443", "https://a.test:8443"),
        ("https://a.test", "https://a.test"),
    ],
)
def test_another_port_stays(scope: str, address: str) -> None:
    """Servers of one's own listen where they like."""
    exchange = _one(scope=scope)
    assert exchange.request is not None
    assert exchange.request.url == f"{address}/v1/chat/completions"


@pytest.mark.parametrize(
    ("changes", "body", "fidelity"),
    [
        ({"response": STREAM}, STREAM.encode(), Fidelity.WIRE),
        ({"response": ""}, b"", Fidelity.WIRE),
        ({"response": None}, b"", Fidelity.WIRE),
        ({"response": [{"a": 1}]}, b'[{"a":1}]', Fidelity.PARSED),
        (
            {
                "response": [PACKED[:10], PACKED[10:]],
                "rawHeaders": {"Content-Encoding": "gzip", **HEADERS},
            },
            b'{"id": "a"}',
            Fidelity.WIRE,
        ),
        ({"response": "00ff", "responseIsBinary": True}, b"\x00\xff", Fidelity.WIRE),
    ],
)
def test_every_kind_of_body_gives_its_bytes(
    changes: dict[str, Any], body: bytes, fidelity: Fidelity
) -> None:
    """A list is pieces in hexadecimal only where the answer came packed."""
    exchange = _one(**changes)
    read = exchange.response.body
    assert (json.loads(read) if fidelity is Fidelity.PARSED else read) == (
        json.loads(body) if fidelity is Fidelity.PARSED else body
    )
    assert exchange.fidelity is fidelity


@pytest.mark.parametrize(
    "raw",
    [
        ["Content-Type", "text/plain", "X-A", "1", "X-A", "2"],
        {"Content-Type": "text/plain", "X-A": ["1", "2"]},
    ],
)
def test_headers_are_names_and_values_by_turns_or_an_object(raw: object) -> None:
    """Up to its 13th version nock writes the list that Node gives it."""
    assert _one(rawHeaders=raw).response.headers == (
        ("Content-Type", "text/plain"),
        ("X-A", "1"),
        ("X-A", "2"),
    )


def test_a_definition_that_cannot_be_read_is_told_and_the_rest_is_read() -> None:
    """A body in letters that are no hexadecimal, a status that is none."""
    bad = [
        _definition(response="xy", responseIsBinary=True),
        _definition(status="200"),
        3,
    ]
    first, *refused = _read(_definition(), *bad)
    assert isinstance(first, Exchange)
    assert [type(item) for item in refused] == [Unreadable] * 3
    reasons = [item.reason for item in refused if isinstance(item, Unreadable)]
    assert "not hexadecimal" in reasons[0]
    assert all(reason.startswith("not a definition of nock") for reason in reasons[1:])
