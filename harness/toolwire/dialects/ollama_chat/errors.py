"""Error bodies and error lines: `{"error": "text"}`, whatever the status.

Source: ollama/ollama `docs/api/errors.mdx`, `server/routes.go`, read 2026-11-21. Proxies
before the server wrap an object around the text; both are read.
"""

from __future__ import annotations

from toolwire.dialects.errors import code_of, status_error
from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import WireError

_CODES = ("code", "type", "status")


def error_of(body: Json, status: int) -> WireError | None:
    """Return the error of a body that is no stream; None when it reports none.

    A response with an error status always has one, if only with an empty message.
    """
    found = error_in(object_of(body), "")
    return found or status_error(status)


def error_in(members: JsonObject, prefix: str) -> WireError | None:
    """Return the error an object reports, else None; `prefix` is the object's pointer."""
    error = members.get("error")
    if isinstance(error, str):
        return WireError(error, None, f"{prefix}/error")
    if isinstance(error, dict):
        text = error.get("message")
        return WireError(
            text if isinstance(text, str) else "", code_of(error, _CODES), f"{prefix}/error"
        )
    return None
