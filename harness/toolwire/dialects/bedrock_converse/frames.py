"""Bodies of streamed responses to numbered events.

On the wire a ConverseStream response is an AWS event stream: the header `:event-type` names
the event, the payload is its JSON; errors are messages of type `exception` (modelled, with a
JSON payload) or `error` (unmodelled, text in a header). Some recordings keep the payloads
only, decoded, one `{"<event type>": payload}` a line; those are read too.
Source: botocore 1.44.5 `parsers.BaseEventStreamParser` and service model `bedrock-runtime`,
`ConverseStreamOutput`, read 2026-11-21.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass

from toolwire.dialects.bedrock_converse.errors import exception_of
from toolwire.dialects.body import json_of, media_of, slice_of
from toolwire.io.framing import eventstream, ndjson
from toolwire.io.framing.kind import is_messages, start_of
from toolwire.model.exchange import Response
from toolwire.model.reply import ABSENT, Event, Unread, WireError

#: Media type of the AWS event stream.
AWS_EVENT_STREAM = "application/vnd.amazon.eventstream"
#: How a body of decoded payloads begins, whatever its content type says.
EVENT_STARTS = (b'{"messageStart"', b'{"contentBlock')

_LINES = "ndjson"
# A body made of broken messages only must not cost the square of their number.
_MOST_PROBLEMS = 20


@dataclass(frozen=True, slots=True)
class Frames:
    """What the framing made of a body.

    Attributes:
        events: in order; `name` is the event or exception type.
        broken: messages with a wrong checksum or form, and an end inside a message.
        error: the first exception of the stream; None when there is none.
    """

    events: tuple[Event, ...]
    broken: tuple[Unread, ...] = ()
    error: WireError | None = None


def framing_of(response: Response) -> Callable[[bytes], Frames] | None:
    """Return the reader of a streamed body; None when the body is a blocking one.

    The body's first bytes decide before its content type: errors come as JSON whatever was
    asked for, and some recordings lost their headers.
    """
    start = start_of(response.body)
    media = media_of(response)
    if start.startswith(EVENT_STARTS) or (_LINES in media and response.status < 400):
        return _lines
    if start.startswith(b"{"):
        return None
    return _messages if media == AWS_EVENT_STREAM or is_messages(start) else None


def _messages(body: bytes) -> Frames:
    stream = eventstream.decode(body)
    error: WireError | None = None
    events = []
    for number, message in enumerate(stream.messages):
        headers = message.headers
        text = message.payload.decode("utf-8", "replace")
        value = json_of(text)
        name = headers.get(":event-type")
        if headers.get(":message-type") not in (None, "event"):
            name = headers.get(":exception-type") or headers.get(":error-code")
            found = exception_of(name, headers.get(":error-message"), value, f"event[{number}]")
            error = error or found
        events.append(Event(number, name if isinstance(name, str) else None, text, value))
    starts = [message.offset for message in stream.messages]
    broken = tuple(
        Unread(f"event[{bisect_left(starts, problem.offset)}]", problem.reason)
        for problem in stream.problems[:_MOST_PROBLEMS]
    )
    return Frames(tuple(events), broken, error)


def _lines(body: bytes) -> Frames:
    stream = ndjson.decode(body)
    texts = list(stream.lines)
    broken: tuple[Unread, ...] = ()
    if stream.unfinished is not None:
        # These lines were written by whoever kept them; a last one may lack its line end.
        if json_of(stream.unfinished) is ABSENT:
            broken = (Unread(f"event[{len(texts)}]", "the stream ended inside an event"),)
        else:
            texts.append(stream.unfinished)
    events = tuple(_line(number, text) for number, text in enumerate(texts))
    errors = (
        exception_of(event.name, None, event.json, f"event[{event.number}]")
        for event in events
        if event.name is not None and event.name.endswith("Exception")
    )
    return Frames(events, broken, next(errors, None))


def _line(number: int, text: str) -> Event:
    value = json_of(text)
    if isinstance(value, dict) and len(value) == 1:
        ((name, payload),) = value.items()
        if isinstance(payload, dict):
            raw = slice_of(text.encode(), (name,)) or b""
            return Event(number, name, raw.decode(), payload)
    return Event(number, None, text, value)
