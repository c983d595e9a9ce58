"""Streamed bodies to numbered events: SSE and the JSON array sent without `alt=sse`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from toolwire.dialects.body import is_sse
from toolwire.dialects.events import noted
from toolwire.io.framing import json_array, sse
from toolwire.io.framing.kind import start_of
from toolwire.model.exchange import Response
from toolwire.model.reply import Event, Unread

SSE = "SSE"
ARRAY = "JSON array"

#: Events, what of them could not be parsed, and whether the framing came to its end.
Frames: TypeAlias = "tuple[tuple[Event, ...], list[Unread], bool]"


def framing_of(response: Response) -> str | None:
    """Return `SSE` or `ARRAY` for a streamed body, None for a blocking or error body.

    An error status in an array is Google's wrapped
    error body and no stream.
    """
    if start_of(response.body).startswith(b"["):
        return ARRAY if response.status < 400 else None
    return SSE if is_sse(response) else None


def events_of(framing: str, body: bytes) -> Frames:
    """Cut a body into events; those that are not JSON are kept and reported as unread."""
    return _FRAMINGS[framing](body)


def _sse(body: bytes) -> Frames:
    stream = sse.decode(body)
    unread: list[Unread] = []
    events = tuple(
        noted(number, event.name, event.data, unread) for number, event in enumerate(stream.events)
    )
    if stream.unfinished is not None:
        unread.append(Unread(f"event[{len(events)}]", "cut off before its blank line"))
    return events, unread, stream.unfinished is None


def _array(body: bytes) -> Frames:
    stream = json_array.decode(body)
    unread: list[Unread] = []
    events = tuple(noted(number, None, text, unread) for number, text in enumerate(stream.elements))
    if stream.problem is not None:
        unread.append(Unread(f"event[{len(events)}]", stream.problem))
    return events, unread, stream.unfinished is None


_FRAMINGS: Mapping[str, Callable[[bytes], Frames]] = {ARRAY: _array, SSE: _sse}
