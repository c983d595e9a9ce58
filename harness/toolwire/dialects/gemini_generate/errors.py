"""Error bodies and error messages inside a stream.

`{"error": {"code": 400, "message": "...", "status": "INVALID_ARGUMENT", "details": [...]}}`,
by some stacks wrapped in a one-element array.
Source: google-genai 3.4.0 `errors.APIError`, read 2026-11-21.
"""

from __future__ import annotations

from toolwire.dialects.errors import error_member, first_of, status_error
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Response
from toolwire.model.reply import Absent, WireError

# The word first: the number only repeats the HTTP status.
_CODES = ("status", "code")


def error_of(response: Response, body: Json | Absent) -> WireError | None:
    """Return the error of a response that is no stream; None when it reports none."""
    members, prefix = first_of(body)
    return error_in(members, prefix) or status_error(response.status)


def error_in(members: JsonObject, prefix: str) -> WireError | None:
    """Return the error an object at `prefix` reports, else None."""
    return error_member(members, prefix, _CODES, _CODES)
