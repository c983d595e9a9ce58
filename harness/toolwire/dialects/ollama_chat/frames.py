"""Streamed bodies to numbered events: one JSON object a line."""

from __future__ import annotations

from toolwire.dialects.body import json_of, media_of
from toolwire.dialects.events import noted
from toolwire.io.framing import ndjson
from toolwire.io.framing.kind import start_of
from toolwire.model.exchange import Response
from toolwire.model.reply import Event, Unread

_MEDIA = ("application/x-ndjson", "application/ndjson")
_PEEK = 64


def is_stream(response: Response) -> bool:
    """Return whether a body is JSON lines.

    The content type says so, or, where a recording lost it or a proxy changed it, a first
    line that is closed and followed by another object. A body of one line is a blocking one
    unless its content type says otherwise.
    """
    if media_of(response) in _MEDIA:
        return True
    body = response.body
    end = body.find(b"\n")
    return (
        end > 0
        and start_of(body).startswith(b"{")
        and body[max(0, end - _PEEK) : end].rstrip().endswith(b"}")
        and body[end : end + _PEEK].lstrip().startswith(b"{")
    )


def events_of(body: bytes) -> tuple[tuple[Event, ...], list[Unread]]:
    """Cut a body into events; lines that are not JSON are kept and reported as unread.

    A last line without its line end counts when it is whole, which an object shows by its
    last brace: tools that store bodies tend to drop that line end.
    """
    stream = ndjson.decode(body)
    events: list[Event] = []
    unread: list[Unread] = []
    for number, line in enumerate(stream.lines):
        events.append(noted(number, None, line, unread))
    if stream.unfinished is not None:
        number, value = len(events), json_of(stream.unfinished)
        if isinstance(value, dict):
            events.append(Event(number, None, stream.unfinished, value))
        else:
            unread.append(Unread(f"event[{number}]", "cut off before its line end"))
    return tuple(events), unread
