"""Bodies of streamed responses to numbered events.

On the wire a ConverseStream response is an AWS event stream: the header `:event-type` names
the event, the payload is its JSON; errors are messages of type `exception` (modelled, with a
JSON payload) or `error` (unmodelled, text in a header). Some recordings keep the payloads
only, decoded, one `{"<event type>": payload}` a line; those are read too.
Source: botocore 1.44.5 `parsers.BaseEventStreamParser` and service model `bedrock-runtime`,
`ConverseStreamOutput`, read 2026-11-21.
"""

from __future__ import annotations

from functools import partial

from toolwire.dialects.bedrock_converse.errors import exception_of
from toolwire.dialects.body import media_of, slice_of
from toolwire.dialects.events import (
    AWS_EVENT_STREAM,
    Frames,
    Reader,
    event_of,
    line_frames,
    message_frames,
)
from toolwire.io.framing.eventstream import EventStreamMessage
from toolwire.io.framing.kind import is_messages, start_of
from toolwire.model.exchange import Response
from toolwire.model.reply import Event, WireError

#: How a body of decoded payloads begins, whatever its content type says.
EVENT_STARTS = (b'{"messageStart"', b'{"contentBlock')
_LINES = "ndjson"
#: Kinds of messages in which a stream tells of a failure.
_FAILURES = ("error", "exception")


def framing_of(response: Response) -> Reader | None:
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
    errors: list[WireError] = []
    return message_frames(body, partial(_message, errors))._replace(error=next(iter(errors), None))


def _message(errors: list[WireError], number: int, message: EventStreamMessage) -> Event:
    headers, text = message.headers, message.payload.decode("utf-8", "replace")
    name = headers.get(":event-type")
    # As botocore has it: what is of another kind is read as an event (TC913).
    failed = headers.get(":message-type") in _FAILURES
    if failed:
        name = headers.get(":exception-type") or headers.get(":error-code")
    event = event_of(number, name if isinstance(name, str) else None, text)
    if failed:
        reported = headers.get(":error-message")
        errors.append(exception_of(name, reported, event.json, f"event[{number}]"))
    return event


def _lines(body: bytes) -> Frames:
    frames = line_frames(body, _line)
    errors = (
        exception_of(event.name, None, event.json, f"event[{event.number}]")
        for event in frames.events
        if event.name is not None and event.name.endswith("Exception")
    )
    return frames._replace(error=next(errors, None))


def _line(number: int, text: str) -> Event:
    event = event_of(number, None, text)
    value = event.json
    if isinstance(value, dict) and len(value) == 1:
        ((name, payload),) = value.items()
        if isinstance(payload, dict):
            raw = slice_of(text.encode(), (name,)) or b""
            return Event(number, name, raw.decode(), payload)
    return event
