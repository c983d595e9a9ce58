"""How much an exchange looks like Chat v1: path and request body first, then the response."""

from __future__ import annotations

from toolwire.dialects.body import SSE_STARTS, json_of
from toolwire.dialects.cohere_frames import first_line, is_event
from toolwire.dialects.dialect import Recognition
from toolwire.dialects.sighting import at_end, recognised
from toolwire.io.framing.kind import start_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange

_PATH = "/v1/chat"
_NO = Recognition(0.0, "nothing of Cohere Chat v1")
_AT_PATH = Recognition(0.97, f"path ends in {_PATH}, and a message in the body")
#: Members that only its requests have.
_OWN = frozenset({"chat_history", "connectors", "conversation_id", "preamble", "tool_results"})
_HEAD = 2048


def recognise(exchange: Exchange) -> Recognition:
    """Say how sure it is, 0.0 to 1.0, that an exchange speaks this dialect, and why."""
    return recognised(exchange, _at_path, _shown, asked=_asked)


def _at_path(exchange: Exchange) -> Recognition | None:
    request = exchange.request
    # Others serve chats under such a path, but nobody else asks with a `message` alone.
    if request is None or not at_end(exchange, (_PATH,)) or b'"messages"' in request.body:
        return None
    return _AT_PATH if b'"message"' in request.body else None


def _asked(body: JsonObject) -> Recognition | None:
    known = "message" in body and "messages" not in body and not _OWN.isdisjoint(body)
    return (
        Recognition(0.8, "request body has a message, and members of Cohere's") if known else None
    )


def _shown(exchange: Exchange) -> Recognition:
    body = exchange.response.body
    head = body[:_HEAD]
    start = start_of(body)
    opened = b'"event_type"' in head and b'"stream-start"' in head
    if opened and (start.startswith(SSE_STARTS) or is_event(first_line(body), "event_type")):
        return Recognition(0.95, "stream opens with stream-start")
    if not start.startswith(b"{") or b'"generation_id"' not in body or b'"text"' not in body:
        return _NO
    value = json_of(body)
    if isinstance(value, dict) and "text" in value and "generation_id" in value:
        return Recognition(0.93, "body with a text and a generation_id")
    return _NO
