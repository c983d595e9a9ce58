"""Error bodies and error events.

Sources: anthropic 2.11.0 `types/shared/error_response.py`; Bedrock Runtime errors
(`{"message"}` with an `x-amzn-errortype` header); Google API errors of Vertex
(`{"error": {"code", "message", "status"}}`, at times inside an array). Read 2026-11-21.
"""

from __future__ import annotations

from toolwire.dialects.errors import error_member, first_of, message_of, refusal_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Response
from toolwire.model.reply import Absent, Event, WireError

_CODES = ("type", "status", "code")
# How events that are errors are named: `error` in SSE, a type in the AWS event stream.
_EVENT_NAMES = ("error", "Exception", "Error")


def error_of(response: Response, body: Json | Absent) -> WireError | None:
    """Return the error of a response that is no stream; None when it reports none."""
    holder, prefix = first_of(body)
    found = error_in(holder, prefix)
    if found is not None or response.status < 400:
        return found
    header = response.header("x-amzn-errortype")
    code = header.partition(":")[0] if header else None
    for key in ("message", "Message"):
        text = holder.get(key)
        if isinstance(text, str):
            return WireError(text, code, f"{prefix}/{key}")
    return WireError("", code, "status")


def error_in(members: JsonObject, prefix: str) -> WireError | None:
    """Return the error an object at `prefix` reports, else None."""
    found = error_member(members, prefix, _CODES)
    if found is None and members.get("type") == "error":
        return WireError(message_of(members), None, prefix)
    return found or refusal_of(members, prefix, "content")


def error_event(event: Event) -> WireError | None:
    """Return the error a streamed event reports, by its payload or by its name, else None."""
    pointer = f"event[{event.number}]"
    holder = event.json if isinstance(event.json, dict) else {}
    found = error_in(holder, pointer)
    if found is not None or event.name is None or not event.name.endswith(_EVENT_NAMES):
        return found
    return WireError(message_of(holder), None if event.name == "error" else event.name, pointer)
