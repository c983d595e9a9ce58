"""Errors: bodies of an error status, failed responses, and error events.

Source: openai 3.52.0 `types/responses/response_error.py`, `response_error_event.py`,
`types/shared/error_object.py`, read 2026-11-21; the other shapes are those of servers that
speak the format (a text, a bare message, FastAPI's `detail`).
"""

from __future__ import annotations

from toolwire.dialects.errors import code_of, error_member, message_of
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Response
from toolwire.model.reply import Absent, WireError

_CODES = ("code", "type", "status")


def error_of(response: Response, body: Json | Absent) -> WireError | None:
    """Return the error of a response that is no stream; None when it reports none."""
    members = body if isinstance(body, dict) else {}
    if response.status < 400:
        return error_of_response(members, "")
    found = error_in(members, "")
    if found is not None:
        return found
    if "message" in members:
        return WireError(message_of(members), code_of(members, _CODES), "/message")
    detail = members.get("detail")
    if detail is None:
        return WireError("", None, "status")
    first = object_of(next(iter(items_of(detail)), None))
    return WireError(string_of(detail) or string_of(first.get("msg")) or "", None, "/detail")


def error_of_response(members: JsonObject, prefix: str) -> WireError | None:
    """Return the error of a response object at `prefix`; None when it did not fail."""
    found = error_in(members, prefix)
    if found is None and members.get("status") == "failed":
        return WireError("", None, f"{prefix}/status")
    return found


def error_of_event(members: JsonObject, prefix: str) -> WireError:
    """Read an `error` event at `prefix`, whose members are its own or stand in `error`."""
    # `type` says `error` here and is no code.
    code = code_of(members, ("code",))
    return error_in(members, prefix) or WireError(message_of(members), code, prefix)


def error_in(members: JsonObject, prefix: str) -> WireError | None:
    """Return the error an object carries as `error`; None when it is null or not there."""
    return error_member(members, prefix, _CODES, ("code",)) if members.get("error") else None
