"""Error bodies: `{"message": ...}`, flat, with its status.

Source: docs.cohere.com "Errors", read 2026-11-21.
"""

from __future__ import annotations

from toolwire.dialects.cohere import error_beside
from toolwire.model.conversation import Json
from toolwire.model.exchange import Response
from toolwire.model.reply import Absent, WireError


def error_of(response: Response, body: Json | Absent) -> WireError | None:
    """Return the error of a response that is no stream; None when it reports none."""
    members = body if isinstance(body, dict) else {}
    return error_beside(response, members, answered="text" in members)
