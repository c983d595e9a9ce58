"""How much an exchange looks like Chat v1: path and request body first, then the response."""

from __future__ import annotations

from toolwire.dialects.body import SSE_STARTS, json_of
from toolwire.dialects.cohere_v1.frames import is_event
from toolwire.dialects.dialect import Recognition
from toolwire.dialects.sighting import elsewhere, path_of
from toolwire.io.framing.kind import start_of
from toolwire.model.exchange import Exchange, Request

_PATH = "/v1/chat"
_NO = Recognition(0.0, "nothing of Cohere Chat v1")
_HEAD = 2048


def recognise(exchange: Exchange) -> Recognition:
    """Say how sure it is, 0.0 to 1.0, that an exchange speaks this dialect."""
    request = exchange.request
    if request is None or not request.url:
        return _response(exchange.response.body)
    seen = _by_path(request)
    if seen is not None:
        return seen
    return elsewhere(_response(exchange.response.body))


def _by_path(request: Request) -> Recognition | None:
    if not path_of(request.url).endswith(_PATH):
        return None
    # Others serve chats under such a path, but nobody else asks with a `message` alone.
    if b'"message"' in request.body and b'"messages"' not in request.body:
        return Recognition(0.97, f"path ends in {_PATH}, and a message in the body")
    return None


def _response(body: bytes) -> Recognition:
    head = body[:_HEAD]
    start = start_of(body)
    if b'"event_type"' in head and b'"stream-start"' in head:
        line = body.lstrip().partition(b"\n")[0]
        if start.startswith(SSE_STARTS) or is_event(line):
            return Recognition(0.95, "stream opens with stream-start")
    if not start.startswith(b"{") or b'"generation_id"' not in body or b'"text"' not in body:
        return _NO
    value = json_of(body)
    if isinstance(value, dict) and "text" in value and "generation_id" in value:
        return Recognition(0.93, "body with a text and a generation_id")
    return _NO
