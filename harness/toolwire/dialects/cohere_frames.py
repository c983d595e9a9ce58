"""Bodies of Cohere's streamed responses to numbered events.

Newline-delimited JSON by default, server-sent events on request: of v1 the SDK says so (cohere 7.3.1
`raw_base_client.py`: the `accepts` parameter, read 2026-11-21), of v2 what was printed and tested of
it does (M-Lai-ai/LLM-Provider-reference, zgiai/ginext, read 2026-11-25). Both carry the same payloads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from toolwire.dialects.body import SSE_STARTS, media_of
from toolwire.dialects.events import Reader, line_frames, sse_frames
from toolwire.io.framing.kind import start_of
from toolwire.io.json_text import JsonError, raw_slice
from toolwire.model.exchange import Response


def framing_by(member: str) -> Callable[[Response], Reader | None]:
    """Return what finds the reader of a streamed body; it returns None when the body is a blocking one.

    The first bytes decide before the content type. A first line that is an object is an event
    if `member` says what type of event it is; where the line cannot be read, the content type
    tells a stream cut off in its first event from a broken blocking body.
    """

    def framing_of(response: Response) -> Reader | None:
        media, start = media_of(response), start_of(response.body)
        if start.startswith(SSE_STARTS):
            return sse_frames
        if not start.startswith(b"{"):
            return None if start.startswith(b"[") else _BY_MEDIA.get(media)
        if response.status >= 400:
            return None
        event = is_event(first_line(response.body), member)
        cut = event is None and _BY_MEDIA.get(media) is line_frames
        return line_frames if event or cut else None

    return framing_of


def first_line(body: bytes) -> bytes:
    """Return the first line of a body that has something in it."""
    return body.lstrip().partition(b"\n")[0]


def is_event(line: bytes, member: str) -> bool | None:
    """Return whether a text is an object with a member; None when it cannot be read."""
    try:
        return raw_slice(line, (member,)) is not None
    except JsonError:
        return None


_BY_MEDIA: Mapping[str, Reader] = {
    "application/jsonl": line_frames,
    "application/stream+json": line_frames,
    "application/x-ndjson": line_frames,
    "text/event-stream": sse_frames,
}
