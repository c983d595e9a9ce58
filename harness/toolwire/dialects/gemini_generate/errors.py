"""Error bodies and error messages inside a stream.

`{"error": {"code": 400, "message": "...", "status": "INVALID_ARGUMENT", "details": [...]}}`,
by some stacks wrapped in a one-element array.
Source: google-genai 3.4.0 `errors.APIError`, read 2026-11-21.
"""

from __future__ import annotations

from toolwire.dialects.errors import code_of, status_error
from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import WireError

# The word first: the number only repeats the HTTP status.
_CODES = ("status", "code")


def error_of(body: Json, status: int) -> WireError | None:
    """Return the error of a body that is no stream; None when it reports none.

    A response with an error status always has one, if only with an empty message.
    """
    wrapped = isinstance(body, list) and len(body) == 1
    value = body[0] if isinstance(body, list) and wrapped else body
    found = error_in(object_of(value), "/0" if wrapped else "")
    return found or status_error(status)


def error_in(message: JsonObject, prefix: str) -> WireError | None:
    """Return the error an object reports, else None; `prefix` is the object's pointer."""
    error = message.get("error")
    if isinstance(error, dict):
        text = error.get("message")
        return WireError(
            text if isinstance(text, str) else "", code_of(error, _CODES), f"{prefix}/error"
        )
    if isinstance(error, str):
        return WireError(error, code_of(message, _CODES), f"{prefix}/error")
    return None
