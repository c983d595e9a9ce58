"""Messages of generateContent, as the tests of this dialect write and read them."""

from __future__ import annotations

from typing import Any

from tests.support.wire import EVIDENCE
from toolwire.dialects.gemini_generate import DIALECT
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Exchange, Headers, Response

JSON = (("content-type", "application/json; charset=UTF-8"),)
EVENTS = (("content-type", "text/event-stream"),)
ERROR = {"error": {"code": 400, "message": "No.", "status": "INVALID_ARGUMENT", "details": []}}
FIND = {"functionCall": {"name": "find", "args": {"city": "Paris"}}}


def decode(body: bytes, status: int = 200, headers: Headers = JSON) -> Any:
    """Decode a response of these bytes."""
    return DIALECT.decode(Exchange(None, Response(status, headers, body), EVIDENCE))


def sse(*messages: Any) -> bytes:
    """Write messages as a stream with CRLF, as the vendor does."""
    return b"".join(b"data: " + dump(message) + b"\r\n\r\n" for message in messages)


def array(*messages: Any) -> bytes:
    """Write messages as a streamed JSON array."""
    return b"[" + b",\r\n".join(map(dump, messages)) + b"]"


def message(*parts: Any, stop: Json = None, **members: Any) -> Any:
    """Return a response message with one candidate."""
    candidate = {"content": {"parts": list(parts), "role": "model"}}
    if stop is not None:
        candidate["finishReason"] = stop
    return {"candidates": [candidate], **members}


def call(signature: str | None = None, **members: Any) -> Any:
    """Return a message with one functionCall part."""
    signed = {} if signature is None else {"thoughtSignature": signature}
    return message({"functionCall": members, **signed})


def piece(text: str, **members: Any) -> JsonObject:
    """Return a piece of a city's name."""
    return {"jsonPath": "$.city", "stringValue": text, **members}
