"""Streamed bodies to numbered events: SSE and the JSON array sent without `alt=sse`."""

from __future__ import annotations

from toolwire.dialects.events import Frames, Reader, event_of, sse_framing
from toolwire.io.framing import json_array
from toolwire.io.framing.kind import start_of
from toolwire.model.exchange import Response
from toolwire.model.reply import Unread

#: How the second of them is called in facets.
ARRAY = "JSON array"


def framing_of(response: Response) -> Reader | None:
    """Return the reader of a streamed body; None when the body is a blocking one.

    An error status in an array is Google's wrapped error body and no stream.
    """
    if start_of(response.body).startswith(b"["):
        return array_frames if response.status < 400 else None
    return sse_framing(response)


def array_frames(body: bytes) -> Frames:
    """Read a JSON array of messages."""
    stream = json_array.decode(body)
    events = tuple(event_of(number, None, text) for number, text in enumerate(stream.elements))
    broken = () if stream.problem is None else (Unread(f"event[{len(events)}]", stream.problem),)
    return Frames(events, broken, stream.unfinished is None)
