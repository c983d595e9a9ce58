"""A streamed body as a page shows it: event by event, what is not marked folded away."""

from __future__ import annotations

from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from toolwire.io.framing import eventstream
from toolwire.io.framing.kind import Framing, framing_of
from toolwire.io.framing.spans import EventSpan, StreamSpans, payload_of
from toolwire.io.json_spans import Span
from toolwire.io.json_text import JsonError, object_of, parse
from toolwire.jobs.site.cells.marked import ByteMark, Token, shown, tokens

#: Bytes of an event that are shown: of one with a mark, and of one without.
_MARKED: Final = 1_600
_PLAIN: Final = 480
#: Events on each side of a mark, or of a stream without marks, that stay in sight.
_NEAR: Final = 1
_FIRST: Final = 3
#: Most events that a folded run shows.
_FOLDED: Final = 24
_HEX: Final = 48
_PACKED: Final = 800

_FRAMINGS: Final = {
    Framing.MESSAGES: "AWS event stream, a frame of bytes each",
    Framing.ARRAY: "a JSON array, an element each",
    Framing.LINES: "lines of JSON",
    Framing.OTHER: "server-sent events",
}


@dataclass(frozen=True, slots=True)
class ShownEvent:
    """One event.

    Attributes:
        number: as pointers write it.
        body: its bytes, as tokens.
        frame: of a binary frame, its headers in words and its first bytes in hex; "" otherwise.
        unpacked: what the payload of a binary frame holds in base64; "" where it holds none.
        marked: whether a finding stands in it.
    """

    number: int
    body: tuple[Token, ...]
    frame: str = ""
    unpacked: str = ""
    marked: bool = False


@dataclass(frozen=True, slots=True)
class EventRun:
    """Events one behind the other.

    Attributes:
        events: those that are shown.
        folded: nothing in them is marked, so that they are shown when asked for.
        first, last: numbers of all of them.
        size: bytes of all of them.
        left_out: how many are not even shown then.
    """

    events: tuple[ShownEvent, ...]
    folded: bool
    first: int
    last: int
    size: int
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class ShownStream:
    """A streamed body.

    Attributes:
        framing: how it is framed, in words.
        count: how many events it has.
        runs: its events.
        rest: what follows the last event; () where nothing does.
    """

    framing: str
    count: int
    runs: tuple[EventRun, ...]
    rest: tuple[Token, ...]


def streamed(body: bytes, spans: StreamSpans, marks: Sequence[ByteMark]) -> ShownStream:
    """Return a streamed body, its marked events and those beside them in sight."""
    framing = framing_of(body)
    messages = eventstream.decode(body).messages if framing is Framing.MESSAGES else ()
    inside = [_marks_of(event.whole, marks) for event in spans.events]
    seen = _in_sight([bool(found) for found in inside])
    runs = []
    for folded, group in groupby(range(len(spans.events)), lambda number: number not in seen):
        numbers = [*group]
        shown_ = numbers[:_FOLDED] if folded else numbers
        events = tuple(
            _event(body, n, spans.events[n], inside[n], messages[n] if messages else None)
            for n in shown_
        )
        size = spans.events[numbers[-1]].whole.end - spans.events[numbers[0]].whole.start
        left_out = len(numbers) - len(shown_)
        runs.append(EventRun(events, folded, numbers[0], numbers[-1], size, left_out))
    blank = not body[spans.rest.start : spans.rest.end].strip()
    closing = _marks_in(spans.rest, marks)
    rest = () if blank and not closing else tokens(body, spans.rest, closing, _PLAIN)
    return ShownStream(_FRAMINGS[framing], len(spans.events), tuple(runs), rest)


def _marks_in(span: Span, marks: Sequence[ByteMark]) -> list[ByteMark]:
    return [one for one in marks if span.start <= one.span.start and one.span.end <= span.end]


def _marks_of(event: Span, marks: Sequence[ByteMark]) -> list[ByteMark]:
    """Return the marks of an event: what is missing at its very end stands in what follows."""
    return [one for one in _marks_in(event, marks) if one.span.start < event.end]


def _in_sight(marked: Sequence[bool]) -> frozenset[int]:
    """Return which events are not folded: marked ones and the next, else the first and the last."""
    count = len(marked)
    hits = [number for number, one in enumerate(marked) if one]
    near = {n for hit in hits for n in range(hit - _NEAR, hit + _NEAR + 1)}
    if not hits:
        near = {*range(_FIRST), *range(count - _FIRST, count)}
    # A run of one is not worth folding.
    lonely = {n for n in range(count) if n - 1 in near and n + 1 in near}
    return frozenset(n for n in near | lonely if 0 <= n < count)


def _event(
    body: bytes,
    number: int,
    event: EventSpan,
    marks: Sequence[ByteMark],
    message: eventstream.EventStreamMessage | None,
) -> ShownEvent:
    most = _MARKED if marks else _PLAIN
    if message is None:
        return ShownEvent(
            number, tokens(body, _trimmed(body, event.whole), marks, most), marked=bool(marks)
        )
    window = event.payload[0]
    frame = _frame(body, message, event.whole.end)
    unpacked = _unpacked(payload_of(body, event))
    return ShownEvent(number, tokens(body, window, marks, most), frame, unpacked, bool(marks))


def _trimmed(body: bytes, span: Span) -> Span:
    """Leave out the line ends around an event."""
    text = body[span.start : span.end]
    start = span.end - len(text.lstrip(b"\r\n"))
    return Span(start, start + len(text.strip(b"\r\n"))) if text.strip(b"\r\n") else span


def _frame(body: bytes, message: eventstream.EventStreamMessage, end: int) -> str:
    headers = "; ".join(_headers(message))
    start = body[message.offset : message.offset + _HEX].hex(" ")
    return f"frame of {end - message.offset:,} bytes; headers {headers}\n{start} …"


def _headers(message: eventstream.EventStreamMessage) -> Iterator[str]:
    for name, value in message.headers.items():
        yield f"{name}={shown(value) if isinstance(value, bytes) else value}"[: _HEX * 2]


def _unpacked(payload: bytes) -> str:
    try:
        packed = object_of(parse(payload)).get("bytes")
        data = b64decode(packed, validate=True) if isinstance(packed, str) else b""
    except (JsonError, Base64Error, ValueError):
        return ""
    return shown(data[:_PACKED]) + (
        f" … {len(data) - _PACKED:,} bytes left out …" if len(data) > _PACKED else ""
    )
