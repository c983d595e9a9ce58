"""How much an exchange looks like Chat v2: path first, then bytes, parsing last."""

from __future__ import annotations

from toolwire.dialects.body import SSE_STARTS, json_of
from toolwire.dialects.dialect import Recognition
from toolwire.dialects.sighting import elsewhere, path_of
from toolwire.io.framing.kind import start_of
from toolwire.model.conversation import Json
from toolwire.model.exchange import Exchange

_PATH = "/v2/chat"
PATHS = (_PATH,)
_NO = Recognition(0.0, "nothing of Cohere Chat v2")
_AT_PATH = Recognition(0.97, f"path ends in {_PATH}")
#: What a finish_reason can be; others write theirs in lower case.
_STOPS = tuple(
    f'"{word}"'.encode()
    for word in ("COMPLETE", "TOOL_CALL", "MAX_TOKENS", "STOP_SEQUENCE", "ERROR", "TIMEOUT")
)
_HEAD = 2048


def recognise(exchange: Exchange) -> Recognition:
    """Say how sure it is, 0.0 to 1.0, that an exchange speaks this dialect."""
    url = exchange.request.url if exchange.request is not None else ""
    if path_of(url).endswith(_PATH):
        return _AT_PATH
    seen = _response(exchange.response.body)
    return elsewhere(seen) if url else seen


def _response(body: bytes) -> Recognition:
    start = start_of(body)
    if start.startswith(SSE_STARTS):
        head = body[:_HEAD]
        opened = b'"message-start"' in head and b'"type"' in head
        return Recognition(0.95, "stream opens with message-start") if opened else _NO
    if not start.startswith(b"{") or b'"finish_reason"' not in body:
        return _NO
    if not any(word in body for word in _STOPS):
        return _NO
    value = json_of(body)
    known = isinstance(value, dict) and _is_message(value.get("message"))
    if isinstance(value, dict) and known and "choices" not in value and "finish_reason" in value:
        return Recognition(0.93, "body with a message and an upper-case finish_reason")
    return _NO


def _is_message(message: Json) -> bool:
    return isinstance(message, dict) and message.get("role") == "assistant"
