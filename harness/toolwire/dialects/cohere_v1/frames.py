"""Bodies of streamed responses to numbered events.

Newline-delimited JSON by default, server-sent events on request (cohere 7.3.1
`raw_base_client.py`: the `accepts` parameter, read 2026-11-21). Both carry the same payloads.
"""

from __future__ import annotations

from collections.abc import Mapping

from toolwire.dialects.body import SSE_STARTS, media_of
from toolwire.dialects.events import Reader, line_frames, sse_frames
from toolwire.io.framing.kind import start_of
from toolwire.io.json_text import JsonError, raw_slice
from toolwire.model.exchange import Response


def framing_of(response: Response) -> Reader | None:
    """Return the reader of a streamed body; None when the body is a blocking one.

    The first bytes decide before the content type. A first line that is an object is an event
    if it says what type of event it is; where the line cannot be read, the content type tells
    a stream cut off in its first event from a broken blocking body.
    """
    media, start = media_of(response), start_of(response.body)
    if start.startswith(SSE_STARTS):
        return sse_frames
    if not start.startswith(b"{"):
        return None if start.startswith(b"[") else _BY_MEDIA.get(media)
    if response.status >= 400:
        return None
    line = response.body.lstrip().partition(b"\n")[0]
    event = is_event(line)
    cut = event is None and _BY_MEDIA.get(media) is line_frames
    return line_frames if event or cut else None


def is_event(line: bytes) -> bool | None:
    """Return whether a text is an object with an `event_type`; None when it cannot be read."""
    try:
        return raw_slice(line, ("event_type",)) is not None
    except JsonError:
        return None


_BY_MEDIA: Mapping[str, Reader] = {
    "application/jsonl": line_frames,
    "application/stream+json": line_frames,
    "application/x-ndjson": line_frames,
    "text/event-stream": sse_frames,
}
