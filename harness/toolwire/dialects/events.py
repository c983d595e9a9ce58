"""Numbered events of a streamed body."""

from __future__ import annotations

from typing import Final, TypeAlias

from toolwire.io.framing import sse
from toolwire.io.json_text import JsonError, parse
from toolwire.model.reply import Event, Unread

#: The end marker that OpenAI's streams brought up; it is not JSON.
DONE: Final = "[DONE]"
#: Events in order, and what the framing could not finish.
Frames: TypeAlias = tuple[tuple[Event, ...], tuple[Unread, ...]]


def event_of(number: int, name: str | None, text: str) -> Event:
    """Make an event of a payload; one that is not JSON, as the end marker, stays text."""
    try:
        return Event(number, name, text, parse(text))
    except JsonError:
        return Event(number, name, text)


def noted(number: int, name: str | None, text: str, unread: list[Unread]) -> Event:
    """Make an event of a payload that has to be JSON; `unread` takes the note if it is not."""
    try:
        return Event(number, name, text, parse(text))
    except JsonError as problem:
        unread.append(Unread(f"event[{number}]", str(problem)))
        return Event(number, name, text)


def cut_off(stream: sse.DecodedSse) -> tuple[Unread, ...]:
    """Return the note of a stream that ended inside an event; none when it did not."""
    if stream.unfinished is None:
        return ()
    return (Unread(f"event[{len(stream.events)}]", "the stream ended inside an event"),)


def sse_events(body: bytes) -> Frames:
    """Read server-sent events: the events, and what the framing could not finish."""
    stream = sse.decode(body)
    events = tuple(event_of(n, event.name, event.data) for n, event in enumerate(stream.events))
    return events, cut_off(stream)
