"""Error bodies and mid-stream error events, in every shape they are sent in."""

from __future__ import annotations

from toolwire.dialects.errors import code_of, error_member, message_of, refusal_of
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Response
from toolwire.model.reply import Absent, WireError

_CODES = ("code", "type", "error_type", "status")


def error_of(response: Response, body: Json | Absent) -> WireError | None:
    """Return the error of a response that is no stream; None when it reports none."""
    if response.status < 400:
        return error_in(body, "") if isinstance(body, dict) else None
    holder, prefix = (body[0], "/0") if isinstance(body, list) and body else (body, "")
    members = holder if isinstance(holder, dict) else {}
    found = error_in(members, prefix)
    if found is not None:
        return found
    if "message" in members:
        return WireError(message_of(members), code_of(members, _CODES), prefix)
    if "detail" in members:
        return _detail(members["detail"], f"{prefix}/detail")
    return WireError("", code_of(members, _CODES), prefix)


def error_in(members: JsonObject, prefix: str) -> WireError | None:
    """Read the error of an object that says itself it is one; None when it does not.

    Shapes: `{"error": {...}}`, `{"error": "text", "code": ...}`, the flat
    `{"object": "error", "message": ...}`, and what vendors' gateways send with 200.
    """
    found = error_member(members, prefix, _CODES, _CODES) if members.get("error") else None
    if found is None and members.get("object") == "error":
        return WireError(message_of(members), code_of(members, _CODES), prefix)
    return found or refusal_of(members, prefix, "choices")


def error_beside(chunk: JsonObject, prefix: str) -> WireError | None:
    """Read what Groq says beside the choices of the chunk with which it cuts a stream; else None.

    The text in `x_groq.error` is all that tells it (groq 1.7.0, `chat_completion_chunk.XGroq`: "An
    error string indicating why a stream was stopped early").
    """
    message = string_of(object_of(chunk.get("x_groq")).get("error"))
    return WireError(message, None, f"{prefix}/x_groq/error") if message else None


def _detail(detail: Json, pointer: str) -> WireError:
    """Read FastAPI's `detail`: a text, or a list of `{loc, msg, type}`."""
    first = object_of(items_of(detail)[0]) if isinstance(detail, list) and detail else {}
    message = string_of(detail) or string_of(first.get("msg")) or ""
    return WireError(message, code_of(first, _CODES), pointer)
