"""Error bodies and error lines: `{"error": "text"}`, whatever the status.

Source: ollama/ollama `docs/api/errors.mdx`, `server/routes.go`, read 2026-11-21. Proxies
before the server wrap an object around the text; both are read.
"""

from __future__ import annotations

from toolwire.dialects.errors import error_member, status_error
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Response
from toolwire.model.reply import Absent, WireError

_CODES = ("code", "type", "status")


def error_of(response: Response, body: Json | Absent) -> WireError | None:
    """Return the error of a response that is no stream; None when it reports none."""
    found = error_in(body, "") if isinstance(body, dict) else None
    return found or status_error(response.status)


def error_in(members: JsonObject, prefix: str) -> WireError | None:
    """Return the error an object at `prefix` reports, else None."""
    return error_member(members, prefix, _CODES)
