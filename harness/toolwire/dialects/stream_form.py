"""What others need to know of how a dialect's streams are written; part of its `wire`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

#: The content type of a stream of server-sent events.
EVENT_STREAM: Final = ("text/event-stream",)


@dataclass(frozen=True, slots=True, kw_only=True)
class LineEnd:
    """How the lines of a stream say which of them is the last.

    Attributes:
        flag: their member that is true in the last one and false in those before it.
        event: the member that names a line's event, and its word for the last one; None where
            lines have no such names.
        blank: whether its SDKs pass over a blank line, instead of raising.
    """

    flag: str
    event: tuple[str, str] | None
    blank: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamForm:
    """How a stream is written.

    Attributes:
        types: content types of it; the first is the usual one.
        line_end: how its lines say which is the last; None where it has events, or none says so.
        closed: whether an event, a mark or a flag closes it; where nothing does, a stop reason in
            one of its objects is all there is.
        by_address: what bodies of requests hold whose address alone asks for a stream, b"" where
            they all are so; None where a member of the body asks for it.
        events_by: what the query of an address holds where the stream is to be events, of a format
            that writes it otherwise else; "" where it has one form.
        passed_over: names of events whose data the vendor's SDKs do not read.
    """

    types: tuple[str, ...]
    line_end: LineEnd | None
    closed: bool
    by_address: bytes | None = None
    events_by: str = ""
    passed_over: frozenset[str] = frozenset()


#: Of server-sent events that something closes.
EVENTS: Final = StreamForm(types=EVENT_STREAM, line_end=None, closed=True)
