"""How much an exchange looks like Chat v2: path first, then bytes, parsing last."""

from __future__ import annotations

from toolwire.dialects.body import SSE_STARTS, json_of
from toolwire.dialects.cohere_frames import first_line, is_event
from toolwire.dialects.dialect import Recognition
from toolwire.dialects.sighting import path_ending, recognised
from toolwire.io.framing.kind import start_of
from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange

PATHS = ("/v2/chat",)
_AT_PATH = path_ending(PATHS)
_NO = Recognition(0.0, "nothing of Cohere Chat v2")
#: What a finish_reason can be; others write theirs in lower case.
_STOPS = tuple(
    f'"{word}"'.encode()
    for word in ("COMPLETE", "TOOL_CALL", "MAX_TOKENS", "STOP_SEQUENCE", "ERROR", "TIMEOUT")
)
#: Members that only its requests have.
_OWN = frozenset({"citation_options", "documents", "safety_mode", "strict_tools"})
_HEAD = 2048


def recognise(exchange: Exchange) -> Recognition:
    """Say how sure it is, 0.0 to 1.0, that an exchange speaks this dialect, and why."""
    return recognised(exchange, _AT_PATH, _shown, asked=_asked)


def _asked(body: JsonObject) -> Recognition | None:
    chosen = body.get("tool_choice") in ("NONE", "REQUIRED")
    known = "messages" in body and (chosen or not _OWN.isdisjoint(body))
    return Recognition(0.8, "request body has members of Cohere's") if known else None


def _shown(exchange: Exchange) -> Recognition:
    body = exchange.response.body
    start = start_of(body)
    head, events = body[:_HEAD], start.startswith(SSE_STARTS)
    opened = b'"message-start"' in head and b'"type"' in head
    if opened and (events or is_event(first_line(body), "type")):
        return Recognition(0.95, "stream opens with message-start")
    if not start.startswith(b"{") or b'"finish_reason"' not in body:
        return _NO
    if not any(word in body for word in _STOPS):
        return _NO
    value = json_of(body)
    if not isinstance(value, dict) or "choices" in value or "finish_reason" not in value:
        return _NO
    known = object_of(value.get("message")).get("role") == "assistant"
    return (
        Recognition(0.93, "body with a message and an upper-case finish_reason") if known else _NO
    )
