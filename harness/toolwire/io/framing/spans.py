"""Where the events of a streamed body stand in its bytes, numbered as the decoders number them.

The decoders make text of bytes and forget where it stood; a page that shows the bytes of
`event[7]` has to know. Each framing has one function here, and tests hold every number
against the decoder of the same framing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from toolwire.io.framing import eventstream
from toolwire.io.framing.kind import Framing
from toolwire.io.json_spans import Span, elements
from toolwire.io.json_text import JsonError, parse

_BOM: Final = b"\xef\xbb\xbf"
_LINE: Final = re.compile(rb"([^\r\n]*)(\r\n|\n|\r)")
_SPACE: Final = b" \t\r"
_PRELUDE: Final = 12
_CRC: Final = 4


@dataclass(frozen=True, slots=True)
class EventSpan:
    """One event of a body.

    Attributes:
        whole: its bytes, those before it that belong to no event (comments, blank lines) and the
            end of it included: the events and the rest make up the body.
        payload: the bytes of its payload; several where lines are joined by a line feed.
    """

    whole: Span
    payload: tuple[Span, ...]

    def position(self, at: int) -> int:
        """Return where byte `at` of the joined payload stands in the body."""
        for piece in self.payload:
            size = piece.end - piece.start
            if at <= size:
                return piece.start + at
            at -= size + 1
        return self.payload[-1].end if self.payload else self.whole.start


@dataclass(frozen=True, slots=True)
class StreamSpans:
    """The events of a body in order, and what follows the last of them (often nothing)."""

    events: tuple[EventSpan, ...]
    rest: Span


def payload_of(body: bytes, event: EventSpan) -> bytes:
    """Return the payload of an event."""
    return b"\n".join(body[piece.start : piece.end] for piece in event.payload)


def spans_of(body: bytes, framing: Framing) -> StreamSpans | None:
    """Return where the events of a body stand; None where its framing is broken."""
    return _SPANS[framing](body)


def _sse(body: bytes) -> StreamSpans:
    events: list[EventSpan] = []
    data: list[Span] = []
    done = 0
    for line, end in _lines(body):
        if line.start == line.end:
            if data:
                events.append(EventSpan(Span(done, end), tuple(data)))
                done = end
            data = []
        elif (value := _value(body, line)) is not None:
            data.append(value)
    return StreamSpans(tuple(events), Span(done, len(body)))


def _lines(body: bytes) -> Iterator[tuple[Span, int]]:
    """Yield each line that has an end, and where that end ends."""
    at = len(_BOM) if body.startswith(_BOM) else 0
    while found := _LINE.match(body, at):
        yield Span(*found.span(1)), found.end()
        at = found.end()


def _value(body: bytes, line: Span) -> Span | None:
    """Return the value of a line of data; None for any other line."""
    text = body[line.start : line.end]
    if text == b"data":
        return Span(line.end, line.end)
    if not text.startswith(b"data:"):
        return None
    begin = len(b"data: ") if text.startswith(b"data: ") else len(b"data:")
    return Span(line.start + begin, line.end)


def _ndjson(body: bytes) -> StreamSpans:
    events: list[EventSpan] = []
    done = at = len(_BOM) if body.startswith(_BOM) else 0
    done = 0
    while (end := body.find(b"\n", at)) >= 0:
        piece = _stripped(body, Span(at, end))
        at = end + 1
        if piece.start < piece.end:
            events.append(EventSpan(Span(done, at), (piece,)))
            done = at
    last = _stripped(body, Span(at, len(body)))
    if _is_object(body[last.start : last.end]):
        events.append(EventSpan(Span(done, len(body)), (last,)))
        done = len(body)
    return StreamSpans(tuple(events), Span(done, len(body)))


def _stripped(body: bytes, line: Span) -> Span:
    text = body[line.start : line.end]
    start = line.end - len(text.lstrip(_SPACE))
    return Span(start, start + len(text.strip(_SPACE)))


def _is_object(text: bytes) -> bool:
    """Return whether a last line without its end is whole, as decoders take it."""
    try:
        return isinstance(parse(text.decode("utf-8", "replace")), dict)
    except JsonError:
        return False


def _array(body: bytes) -> StreamSpans | None:
    found = elements(body)
    if found is None:
        return None
    ends = (0, *(element.end for element in found))
    events = tuple(EventSpan(Span(ends[n], one.end), (one,)) for n, one in enumerate(found))
    return StreamSpans(events, Span(ends[-1], len(body)))


def _messages(body: bytes) -> StreamSpans:
    events: list[EventSpan] = []
    done = 0
    for message in eventstream.decode(body).messages:
        headers = int.from_bytes(body[message.offset + 4 : message.offset + 8], "big")
        start = message.offset + _PRELUDE + headers
        payload = Span(start, start + len(message.payload))
        events.append(EventSpan(Span(done, payload.end + _CRC), (payload,)))
        done = payload.end + _CRC
    return StreamSpans(tuple(events), Span(done, len(body)))


_SPANS: Final[Mapping[Framing, Callable[[bytes], StreamSpans | None]]] = {
    Framing.MESSAGES: _messages,
    Framing.ARRAY: _array,
    Framing.LINES: _ndjson,
    Framing.OTHER: _sse,
}
