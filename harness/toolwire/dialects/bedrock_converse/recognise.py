"""How much an exchange looks like Converse: path first, then bytes, parsing last."""

from __future__ import annotations

from toolwire.dialects.bedrock_converse.frames import EVENT_STARTS
from toolwire.dialects.dialect import Recognition
from toolwire.dialects.sighting import path_of
from toolwire.io.framing.kind import is_messages
from toolwire.io.json_text import JsonError, object_of, parse
from toolwire.model.exchange import Exchange, Request

_NO = Recognition(0.0, "nothing of Bedrock Converse")
_AT_PATH = Recognition(0.97, "Bedrock path ending in converse")
_HEAD = 2048
PATHS = ("/converse", "/converse-stream")
#: Event types of a stream's first messages.
_OPENINGS = (b"messageStart", b"contentBlockStart", b"contentBlockDelta")


def recognise(exchange: Exchange) -> Recognition:
    """Return how sure it is that an exchange speaks Converse, and why."""
    request = exchange.request
    if request is not None and path_of(request.url).endswith(PATHS):
        return _by_path(request)
    seen = _by_response(exchange.response.body)
    if seen is _NO and request is not None and b'"toolSpec"' in request.body:
        return Recognition(0.6, "toolSpec in the request body")
    return seen


def _by_path(request: Request) -> Recognition:
    if "/model/" in request.url:
        return _AT_PATH
    return Recognition(0.6, "path ending in converse")


def _by_response(body: bytes) -> Recognition:
    start = body[:_HEAD].lstrip(b"\xef\xbb\xbf \t\r\n")
    if is_messages(start):
        opened = b":event-type" in start and any(word in start for word in _OPENINGS)
        return Recognition(0.95, "event stream of Converse events") if opened else _NO
    if start.startswith(EVENT_STARTS):
        return Recognition(0.95, "lines of Converse events")
    # Both are in every answer; most other bodies are sent away here without being parsed.
    if start.startswith(b"{") and b'"stopReason"' in body and b'"output"' in body:
        return _by_json(body)
    return _NO


def _by_json(body: bytes) -> Recognition:
    try:
        value = object_of(parse(body))
    except JsonError:
        return _NO
    message = object_of(object_of(value.get("output")).get("message"))
    known = "stopReason" in value and isinstance(message.get("content"), list)
    return Recognition(0.95, "body with output.message and stopReason") if known else _NO
