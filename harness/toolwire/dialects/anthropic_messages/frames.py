"""Bodies of streamed responses to numbered events.

Two framings carry the same events: server-sent events, and on Bedrock the AWS event stream,
where each message's payload is `{"bytes": base64 of one event}` (botocore 1.44.5
`bedrock-runtime`, `PayloadPart`, read 2026-11-21).
"""

from __future__ import annotations

from binascii import Error as Base64Error
from binascii import a2b_base64

from toolwire.dialects.body import JSON_STARTS, json_of, media_of
from toolwire.dialects.events import (
    AWS_EVENT_STREAM,
    Frames,
    Reader,
    event_of,
    message_frames,
    sse_framing,
)
from toolwire.io.framing.eventstream import EventStreamMessage
from toolwire.io.framing.kind import is_messages, start_of
from toolwire.model.exchange import Response
from toolwire.model.reply import Event


def framing_of(response: Response) -> Reader | None:
    """Return the reader of a streamed body; None when the body is a blocking one.

    The body's first bytes decide before its content type: error bodies come as JSON
    whatever was asked for, and some recordings lost their headers.
    """
    start = start_of(response.body)
    if start.startswith(JSON_STARTS):
        return None
    if media_of(response) == AWS_EVENT_STREAM or is_messages(start):
        return _aws_frames
    return sse_framing(response)


def _aws_frames(body: bytes) -> Frames:
    return message_frames(body, _aws_event)


def _aws_event(number: int, message: EventStreamMessage) -> Event:
    # The envelope calls every event `chunk`, which says nothing, so `name` stays None; the
    # type of an exception says something.
    text, headers = message.payload.decode("utf-8", "replace"), message.headers
    exception = headers.get(":exception-type") or headers.get(":error-code")
    if exception is not None:
        return event_of(number, str(exception), text)
    data = _unpacked(text)
    return Event(number, None, text) if data is None else event_of(number, None, data)


def _unpacked(text: str) -> str | None:
    packed = json_of(text)
    inner = packed.get("bytes") if isinstance(packed, dict) else None
    if not isinstance(inner, str):
        return None
    try:
        return a2b_base64(inner, strict_mode=True).decode("utf-8", "replace")
    except (Base64Error, ValueError):
        return None
