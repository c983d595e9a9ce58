"""Bodies of streamed responses to numbered events.

Two framings carry the same events: server-sent events, and on Bedrock the AWS event stream,
where each message's payload is `{"bytes": base64 of one event}` (botocore 1.44.5
`bedrock-runtime`, `PayloadPart`, read 2026-11-21).
"""

from __future__ import annotations

from binascii import Error as Base64Error
from binascii import a2b_base64
from collections.abc import Callable, Mapping

from toolwire.dialects.body import JSON_STARTS, is_sse, json_of, media_of
from toolwire.dialects.events import Frames, sse_events
from toolwire.io.framing import eventstream
from toolwire.io.framing.kind import is_messages, start_of
from toolwire.model.exchange import Response
from toolwire.model.reply import Event, Unread

#: Media type of the AWS event stream.
AWS_EVENT_STREAM = "application/vnd.amazon.eventstream"

# A body made of broken messages only must not cost the square of their number.
_MOST_PROBLEMS = 20


def framing_of(response: Response) -> Callable[[bytes], Frames] | None:
    """Return the reader of a streamed body; None when the body is a blocking one.

    The body's first bytes decide before its content type: error bodies come as JSON
    whatever was asked for, and some recordings lost their headers.
    """
    start = start_of(response.body)
    if start.startswith(JSON_STARTS):
        return None
    media = media_of(response)
    if media == AWS_EVENT_STREAM or is_messages(start):
        return _aws_events
    return sse_events if is_sse(response) else None


def _aws_events(body: bytes) -> Frames:
    stream = eventstream.decode(body)
    events = tuple(
        _aws_event(number, message.headers, message.payload)
        for number, message in enumerate(stream.messages)
    )
    broken = tuple(
        Unread(f"event[{sum(m.offset < problem.offset for m in stream.messages)}]", problem.reason)
        for problem in stream.problems[:_MOST_PROBLEMS]
    )
    return events, broken


def _aws_event(number: int, headers: Mapping[str, object], payload: bytes) -> Event:
    # The envelope calls every event `chunk`, which says nothing, so `name` stays None; the
    # type of an exception says something.
    text = payload.decode("utf-8", "replace")
    exception = headers.get(":exception-type") or headers.get(":error-code")
    if exception is not None:
        return Event(number, str(exception), text, json_of(text))
    data = _unpacked(text)
    return Event(number, None, text) if data is None else Event(number, None, data, json_of(data))


def _unpacked(text: str) -> str | None:
    packed = json_of(text)
    inner = packed.get("bytes") if isinstance(packed, dict) else None
    if not isinstance(inner, str):
        return None
    try:
        return a2b_base64(inner, strict_mode=True).decode("utf-8", "replace")
    except (Base64Error, ValueError):
        return None
