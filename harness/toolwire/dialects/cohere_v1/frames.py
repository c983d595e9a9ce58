"""Bodies of streamed responses to numbered events.

Newline-delimited JSON by default, server-sent events on request (cohere 7.3.1
`raw_base_client.py`: the `accepts` parameter, read 2026-11-21). Both carry the same payloads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from toolwire.dialects.body import SSE_STARTS, media_of
from toolwire.dialects.events import Frames, event_of, sse_events
from toolwire.io.framing import ndjson
from toolwire.io.framing.kind import start_of
from toolwire.io.json_text import JsonError, raw_slice
from toolwire.model.exchange import Response
from toolwire.model.reply import ABSENT, Unread


def framing_of(response: Response) -> Callable[[bytes], Frames] | None:
    """Return the reader of a streamed body; None when the body is a blocking one.

    The first bytes decide before the content type. A first line that is an object is an event
    if it says what type of event it is; where the line cannot be read, the content type tells
    a stream cut off in its first event from a broken blocking body.
    """
    media, start = media_of(response), start_of(response.body)
    if start.startswith(SSE_STARTS):
        return sse_events
    if not start.startswith(b"{"):
        return None if start.startswith(b"[") else _BY_MEDIA.get(media)
    if response.status >= 400:
        return None
    line = response.body.lstrip().partition(b"\n")[0]
    event = is_event(line)
    return (
        _line_events if event or (event is None and _BY_MEDIA.get(media) is _line_events) else None
    )


def is_event(line: bytes) -> bool | None:
    """Return whether a text is an object with an `event_type`; None when it cannot be read."""
    try:
        return raw_slice(line, ("event_type",)) is not None
    except JsonError:
        return None


def _line_events(body: bytes) -> Frames:
    stream = ndjson.decode(body)
    events = [event_of(number, None, line) for number, line in enumerate(stream.lines)]
    if stream.unfinished is None:
        return tuple(events), ()
    # An object shows its own end; stored bodies often lack the last line break.
    last = event_of(len(events), None, stream.unfinished)
    if last.json is not ABSENT:
        return (*events, last), ()
    return tuple(events), (Unread(f"event[{len(events)}]", "the stream ended inside a line"),)


_BY_MEDIA: Mapping[str, Callable[[bytes], Frames]] = {
    "application/jsonl": _line_events,
    "application/stream+json": _line_events,
    "application/x-ndjson": _line_events,
    "text/event-stream": sse_events,
}
