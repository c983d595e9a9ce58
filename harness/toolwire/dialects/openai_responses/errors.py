"""Errors: bodies of an error status, failed responses, and error events.

Source: openai 3.52.0 `types/responses/response_error.py`, `response_error_event.py`,
`types/shared/error_object.py`, read 2026-11-21; the other shapes are those of servers that
speak the format (a text, a bare message, FastAPI's `detail`).
"""

from __future__ import annotations

from toolwire.dialects.errors import code_of, word_of
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import WireError

_CODES = ("code", "type", "status")


def error_of_status(body: Json) -> WireError:
    """Read the body of a response with an error status; message "" when it says nothing."""
    members = object_of(body)
    found = error_at(members, "")
    if found is not None:
        return found
    if "message" in members:
        return WireError(string_of(members["message"]) or "", code_of(members, _CODES), "/message")
    detail = members.get("detail")
    if detail is None:
        return WireError("", None, "status")
    first = object_of(next(iter(items_of(detail)), None))
    return WireError(string_of(detail) or string_of(first.get("msg")) or "", None, "/detail")


def error_of_response(response: JsonObject, prefix: str) -> WireError | None:
    """Return the error of a response object at `prefix`; None when it did not fail."""
    found = error_at(response, prefix)
    if found is None and response.get("status") == "failed":
        return WireError("", None, f"{prefix}/status")
    return found


def error_of_event(event: JsonObject, number: int) -> WireError:
    """Read an `error` event, whose members are its own or stand in `error`."""
    pointer = f"event[{number}]"
    found = error_at(event, pointer)
    if found is not None:
        return found
    # `type` says `error` here and is no code.
    code = event.get("code")
    return WireError(string_of(event.get("message")) or "", word_of(code), pointer)


def error_at(members: JsonObject, prefix: str) -> WireError | None:
    """Return the error an object carries as `error`; None when it is null or not there."""
    error = members.get("error")
    if isinstance(error, dict) and error:
        return WireError(
            string_of(error.get("message")) or "", code_of(error, _CODES), f"{prefix}/error"
        )
    if isinstance(error, str) and error:
        return WireError(error, word_of(members.get("code")), f"{prefix}/error")
    return None
