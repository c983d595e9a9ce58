"""Bedrock's InvokeModel: a model's own format, at a path that names the model.

The path also says whether the answer is a stream, which then is AWS events with the payloads of the
format in base64: `{"bytes": ...}`, or a message that names an exception. Source: Amazon Bedrock API
reference, InvokeModelWithResponseStream; botocore 1.44.5 `bedrock-runtime`, `PayloadPart`; and the
recorded streams of Claude and gpt-oss (agentjido/req_llm at 1c985d8a), read 2026-11-23.
"""

from __future__ import annotations

import re
from base64 import b64encode
from binascii import Error as Base64Error
from binascii import a2b_base64
from collections.abc import Iterable
from typing import Final
from urllib.parse import unquote

from toolwire.dialects.body import JSON_STARTS, json_of, media_of
from toolwire.dialects.errors import message_of
from toolwire.dialects.events import AWS_EVENT_STREAM, Frames, Reader, event_of, message_frames
from toolwire.dialects.sighting import path_of
from toolwire.io.framing import eventstream
from toolwire.io.framing.eventstream import EventStreamMessage
from toolwire.io.framing.kind import is_messages, start_of
from toolwire.io.json_text import dump
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange, Response
from toolwire.model.reply import Event, WireError

#: The end of the path by which Bedrock says what `stream: true` says elsewhere.
INVOKE_STREAM: Final = "/invoke-with-response-stream"
_INVOKED: Final = re.compile(r"/model/([^/]+)/invoke(?:-with-response-stream)?\Z")
#: What Bedrock adds to the last event of a stream of InvokeModel.
_MEASURES: Final = b'"amazon-bedrock-invocationMetrics"'
#: How many bytes at the start of a message tell its length.
_LENGTH: Final = 4
_HEADERS: Final = {
    ":event-type": "chunk",
    ":content-type": "application/json",
    ":message-type": "event",
}


def invoked_model(url: str) -> str | None:
    """Return the model that the path of an address of InvokeModel names; None at any other."""
    found = _INVOKED.search(path_of(url))
    return unquote(found.group(1)) if found else None


def is_invoked_stream(url: str) -> bool:
    """Return whether a path asks InvokeModel for a stream."""
    return path_of(url).endswith(INVOKE_STREAM)


def unwrapped(exchange: Exchange) -> bool:
    """Return whether events were AWS's messages at first, and somebody took them out of these.

    At a path of InvokeModel no client of the format reads what it gets; where no address was kept,
    the measures that Bedrock adds to the last event tell.
    """
    body = exchange.response.body
    if is_messages(body):
        return False
    url = "" if exchange.request is None else exchange.request.url
    return is_invoked_stream(url) if url else _MEASURES in body


def invoked_events(payloads: Iterable[JsonObject]) -> bytes:
    """Write the payloads of a format as InvokeModelWithResponseStream sends them."""
    return b"".join(
        eventstream.encode(_HEADERS, dump({"bytes": b64encode(dump(payload)).decode()}))
        for payload in payloads
    )


def invoked_framing(response: Response) -> Reader | None:
    """Return the reader of a stream of InvokeModel; None for any other body.

    The body's first bytes decide before its content type: error bodies come as JSON
    whatever was asked for, and some recordings lost their headers.
    """
    start = start_of(response.body)
    if start.startswith(JSON_STARTS):
        return None
    streamed = is_messages(start) or media_of(response) == AWS_EVENT_STREAM
    return invoked_frames if streamed else None


def invoked_frames(body: bytes) -> Frames:
    """Read the payloads of a format out of a stream of InvokeModel."""
    frames = message_frames(body, _event)
    failed = (event for event in frames.events if event.name is not None)
    return frames._replace(error=next(map(_failure, failed), None))


def first_invoked(body: bytes) -> str | None:
    """Return the text of the first payload of a stream of InvokeModel; None for any other body."""
    if not is_messages(body):
        return None
    first = body[: int.from_bytes(body[:_LENGTH], "big")]
    messages = eventstream.decode(first).messages
    return _unpacked(_text(messages[0])) if messages else None


def _event(number: int, message: EventStreamMessage) -> Event:
    # The envelope calls every event `chunk`, which says nothing, so `name` stays None; the
    # type of an exception says something.
    text, headers = _text(message), message.headers
    exception = headers.get(":exception-type") or headers.get(":error-code")
    if exception is not None:
        return event_of(number, str(exception), text)
    data = _unpacked(text)
    return Event(number, None, text) if data is None else event_of(number, None, data)


def _failure(event: Event) -> WireError:
    holder = event.json if isinstance(event.json, dict) else {}
    return WireError(message_of(holder), event.name, f"event[{event.number}]")


def _text(message: EventStreamMessage) -> str:
    return message.payload.decode("utf-8", "replace")


def _unpacked(text: str) -> str | None:
    packed = json_of(text)
    inner = packed.get("bytes") if isinstance(packed, dict) else None
    if not isinstance(inner, str):
        return None
    try:
        return a2b_base64(inner, strict_mode=True).decode("utf-8", "replace")
    except (Base64Error, ValueError):
        return None
