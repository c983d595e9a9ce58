"""Streamed bodies to numbered events: SSE and the JSON array sent without `alt=sse`.

Where a stream fails, Google writes the error behind its events as a bare object, without `data:`;
its clients look for one there (js-genai, src/_api_client.ts, processStreamResponse; google-genai
3.4.0, `_api_client.py`, takes every other line for JSON). Read 2026-11-28.
"""

from __future__ import annotations

from functools import partial

from toolwire.dialects.body import json_of
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
    read = sse_framing(response)
    return None if read is None else partial(_with_bare_error, read)


def array_frames(body: bytes) -> Frames:
    """Read a JSON array of messages."""
    stream = json_array.decode(body)
    events = tuple(event_of(number, None, text) for number, text in enumerate(stream.elements))
    broken = () if stream.problem is None else (Unread(f"event[{len(events)}]", stream.problem),)
    return Frames(events, broken, stream.unfinished is None)


def _with_bare_error(read: Reader, body: bytes) -> Frames:
    """Read server-sent events, and the error that stands behind them as a bare object."""
    frames = read(body)
    _, _, behind = body[max(body.rfind(b"data:"), 0) :].partition(b"\n")
    at = behind.find(b"{")
    value = json_of(behind[at:]) if at >= 0 else None
    if not isinstance(value, dict) or not isinstance(value.get("error"), dict):
        return frames
    event = event_of(len(frames.events), None, behind[at:].decode())
    return Frames((*frames.events, event))
