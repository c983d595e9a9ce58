"""Error bodies and mid-stream error events, in every shape they are sent in."""

from __future__ import annotations

from toolwire.dialects.errors import code_of
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import WireError

_CODES = ("code", "type", "error_type", "status")


def error_of(body: Json) -> WireError:
    """Read the body of a response with an error status; message "" when it says nothing."""
    wrapped = isinstance(body, list) and bool(body)
    value = items_of(body)[0] if wrapped else body
    prefix = "/0" if wrapped else ""
    members = object_of(value)
    found = error_at(members, prefix)
    if found is not None:
        return found
    if "message" in members:
        return WireError(string_of(members["message"]) or "", code_of(members, _CODES), prefix)
    if "detail" in members:
        return _detail(members["detail"], f"{prefix}/detail")
    return WireError("", code_of(members, _CODES), prefix)


def error_at(members: JsonObject, prefix: str) -> WireError | None:
    """Read the error of an object that says itself it is one; None when it does not.

    Shapes: `{"error": {...}}`, `{"error": "text", "code": ...}`, and the flat
    `{"object": "error", "message": ...}`.
    """
    error = members.get("error")
    if isinstance(error, dict) and error:
        return WireError(
            string_of(error.get("message")) or "", code_of(error, _CODES), f"{prefix}/error"
        )
    if isinstance(error, str) and error:
        return WireError(error, code_of(members, _CODES), f"{prefix}/error")
    if members.get("object") == "error":
        return WireError(string_of(members.get("message")) or "", code_of(members, _CODES), prefix)
    return None


def _detail(detail: Json, pointer: str) -> WireError:
    """Read FastAPI's `detail`: a text, or a list of `{loc, msg, type}`."""
    first = object_of(items_of(detail)[0]) if isinstance(detail, list) and detail else {}
    message = string_of(detail) or string_of(first.get("msg")) or ""
    return WireError(message, code_of(first, _CODES), pointer)
