"""Streamed bodies to numbered events, in the framings that several formats use."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from toolwire.dialects.body import is_sse, json_of
from toolwire.io.framing import eventstream, ndjson, sse
from toolwire.io.json_text import parsed
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import EvidenceLevel, Exchange, Fidelity, Response
from toolwire.model.reply import ABSENT, Event, Unread, UnreadKind, WireError

#: The end marker that OpenAI's streams brought up; it is not JSON.
DONE: Final = "[DONE]"
#: Media type of the AWS event stream.
AWS_EVENT_STREAM: Final = "application/vnd.amazon.eventstream"
_EVENT_ENDS: Final = (b"\n\n", b"\r\n\r\n", b"\r\r")
#: Anthropic's end marker: an event that holds its own name and nothing else.
_STOPPED: Final[JsonObject] = {"type": "message_stop"}
#: Types of the events that close a stream and tell how it ended (Responses, Cohere).
_CLOSING: Final = frozenset(
    {"message-end", "response.completed", "response.failed", "response.incomplete"}
)
# A body made of broken messages only must not cost the square of their number.
_MOST_PROBLEMS: Final = 20


class Frames(NamedTuple):
    """What the framing made of a body.

    Attributes:
        events: in order.
        broken: what the framing could not finish or check.
        whole: the body did not end inside an event.
        error: the first failure that only the framing tells of; None when there is none.
    """

    events: tuple[Event, ...]
    broken: tuple[Unread, ...] = ()
    whole: bool = True
    error: WireError | None = None


#: Reads a streamed body.
Reader: TypeAlias = "Callable[[bytes], Frames]"


def event_of(number: int, name: str | None, text: str) -> Event:
    """Make an event of a payload; one that is not JSON, as the end marker, stays text."""
    return Event(number, name, text, parsed(text, ABSENT))


def cut_off(number: int) -> tuple[Unread, ...]:
    """Return the note of a stream that ended inside its event of that number."""
    return (Unread(f"event[{number}]", "the stream ended inside an event"),)


def sse_frames(body: bytes) -> Frames:
    """Read server-sent events."""
    names, texts, unfinished = sse.payloads(body)
    # `event_of`, without a call more for each event.
    events = tuple(
        [
            Event(number, name, text, parsed(text, ABSENT))
            for number, (name, text) in enumerate(zip(names, texts, strict=True))
        ]
    )
    whole = unfinished is None
    return Frames(events, () if whole else cut_off(len(events)), whole)


def as_sent(exchange: Exchange) -> bytes:
    """Return a body with the blank line behind its last event, where that was dropped in storing it.

    Who stores an answer alone, by hand, tends to strip it (prism-php/prism at 5d6cc65b,
    tests/Fixtures/groq/stream-with-tools-1.sse); its last event is whole where its data are. In any
    other recording of somebody's that is taken of an end marker or a closing event only: Perplexity
    itself leaves out the line behind its last chunk, which is like any other, and clients drop that
    chunk. From a server that we asked the line has to come.
    """
    body = exchange.response.body
    if exchange.evidence.level is not EvidenceLevel.IMPORTED or body.endswith(_EVENT_ENDS):
        return body
    if not is_sse(exchange.response):
        return body
    kept = body.rstrip(b"\r\n")
    last = (sse.payloads(kept + b"\n").unfinished or "").strip()
    by_hand = exchange.fidelity is Fidelity.EDITED
    said = json_of(last)
    closing = said == _STOPPED or (isinstance(said, dict) and said.get("type") in _CLOSING)
    whole = last == DONE or closing or (by_hand and isinstance(said, dict))
    return kept + b"\n\n" if whole else body


def sse_framing(response: Response) -> Reader | None:
    """Return the reader of a body that is server-sent events; None for any other body."""
    return sse_frames if is_sse(response) else None


def line_frames(
    body: bytes, read: Callable[[int, str], Event] = lambda n, line: event_of(n, None, line)
) -> Frames:
    """Read newline-delimited JSON; `read` makes the event of a line.

    A last line without its line end counts when it is whole, which an object shows by its
    last brace: whoever stores bodies tends to drop that line end.
    """
    stream = ndjson.decode(body)
    lines, rest = stream.lines, stream.unfinished
    whole = rest is None or isinstance(json_of(rest), dict)
    if rest is not None and whole:
        lines = (*lines, rest)
    events = tuple(read(number, line) for number, line in enumerate(lines))
    return Frames(events, () if whole else cut_off(len(events)), whole)


def message_frames(
    body: bytes, read: Callable[[int, eventstream.EventStreamMessage], Event]
) -> Frames:
    """Read an AWS event stream; `read` makes the event of a message."""
    stream = eventstream.decode(body)
    starts = [message.offset for message in stream.messages]
    broken = tuple(
        Unread(f"event[{bisect_left(starts, problem.offset)}]", problem.reason, UnreadKind.BROKEN)
        for problem in stream.problems[:_MOST_PROBLEMS]
    )
    return Frames(tuple(read(n, m) for n, m in enumerate(stream.messages)), broken)
