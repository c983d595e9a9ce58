"""Streamed bodies to numbered events: one JSON object a line."""

from __future__ import annotations

from toolwire.dialects.body import media_of
from toolwire.dialects.events import Reader, line_frames
from toolwire.io.framing.kind import start_of
from toolwire.model.exchange import Response

_MEDIA = ("application/x-ndjson", "application/ndjson")
_PEEK = 64


def framing_of(response: Response) -> Reader | None:
    """Return the reader of a body that is JSON lines; None when the body is a blocking one.

    The content type says so, or, where a recording lost it or a proxy changed it, a first
    line that is closed and followed by another object. A body of one line is a blocking one
    unless its content type says otherwise.
    """
    body = response.body
    end = body.find(b"\n")
    lines = media_of(response) in _MEDIA or (
        end > 0
        and start_of(body).startswith(b"{")
        and body[max(0, end - _PEEK) : end].rstrip().endswith(b"}")
        and body[end : end + _PEEK].lstrip().startswith(b"{")
    )
    return line_frames if lines else None
