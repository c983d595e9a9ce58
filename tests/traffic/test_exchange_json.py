"""Fixtures of ReqLLM (Elixir): bodies and pieces of streams as base64."""

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

ASKED = b'{"model": "m", "stream": true}'
PIECES = [b"\x00\xff\x01", 'data: {"a": "ü'.encode(), '👍"}\n\n'.encode()]


def _packed(raw: bytes) -> dict[str, str]:
    return {"b64": base64.b64encode(raw).decode()}


def _fixture(response: dict[str, Any], **beside: Any) -> dict[str, Any]:
    request = {
        "body": _packed(ASKED),
        "canonical_json": json.loads(ASKED),
        "headers": {"content-type": ["application/json"], "x-api-key": "[REDACTED:x-api-key]"},
        "method": "post",
        "url": "https://api.acme.test/v1/messages",
    }
    return {"request": request, "response": {"status": 200, **response}, **beside}


def _read(value: object) -> Exchange | Unreadable:
    (item,) = document.read(io.BytesIO(json.dumps(value, indent=2).encode()), "a.json")
    return item


def _exchange(value: object) -> Exchange:
    item = _read(value)
    assert isinstance(item, Exchange), item
    return item


def test_a_stream_is_the_bytes_of_its_pieces() -> None:
    """Event streams of Bedrock are no text, and a piece may end within a letter."""
    chunks = [{**_packed(piece), "decoded": "for who reads it"} for piece in PIECES]
    kept = {"body": None, "headers": {"content-type": "text/event-stream"}}
    exchange = _exchange(
        _fixture(
            kept,
            chunks=chunks,
            captured_at="2026-09-07T20:58:25Z",
            model_spec="amazon_bedrock:m",
            provider="amazon_bedrock",
            streaming=True,
        )
    )
    assert exchange.request is not None
    assert (exchange.request.method, exchange.request.body) == ("POST", ASKED)
    assert exchange.response.body == b"".join(PIECES)
    assert exchange.fidelity is Fidelity.WIRE
    assert exchange.evidence.recorded_at == "2026-09-07T20:58:25Z"
    assert exchange.provider == ""


def test_a_body_is_the_json_that_stands_there_or_the_bytes_it_was_packed_from() -> None:
    """The recorder parses an answer in JSON; of what it cannot parse it keeps the bytes."""
    parsed = _exchange(_fixture({"body": {"id": "a"}}, streaming=False))
    assert json.loads(parsed.response.body) == {"id": "a"}
    assert parsed.fidelity is Fidelity.PARSED
    headers = {"content-encoding": "gzip"}
    packed = _exchange(_fixture({"body": _packed(gzip.compress(b"no")), "headers": headers}))
    assert packed.response.body == b"no"
    assert packed.fidelity is Fidelity.WIRE


def test_elsewhere_a_body_with_that_member_is_a_body_like_any_other() -> None:
    """An endpoint of images answers in such objects, and nobody but ReqLLM packs bodies in them."""
    answer = {"b64": "aGk=", "seed": 7}
    exchange = _exchange({"response": {"status": 200, "body": answer}})
    assert json.loads(exchange.response.body) == answer
    assert exchange.fidelity is Fidelity.PARSED


def test_a_body_comes_before_pieces_beside_it() -> None:
    """What stands in the response is the answer."""
    exchange = _exchange(_fixture({"body": {"id": "a"}}, chunks=[_packed(b"x")]))
    assert json.loads(exchange.response.body) == {"id": "a"}


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (_fixture({"body": None}, chunks=[{"b64": 1}]), "Expected `str`, got `int`"),
        (_fixture({"body": None}, chunks=[{"b64": "x"}]), "base64"),
        (_fixture({"body": {"b64": None}}), "Expected `str`, got `null`"),
    ],
)
def test_what_is_no_base64_is_refused(value: dict[str, Any], reason: str) -> None:
    """A reader that took it for empty would tell of a stream that ends early."""
    bad = _read(value)
    assert isinstance(bad, Unreadable)
    assert reason in bad.reason


def test_pieces_that_are_no_list_are_no_stream() -> None:
    """A member of that name may be anything in a file of another make."""
    assert _exchange(_fixture({"body": None}, chunks=3)).response.body == b""
