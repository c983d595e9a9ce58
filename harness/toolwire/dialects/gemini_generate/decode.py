"""Exchange to reading: blocking bodies, SSE, streamed JSON arrays, error bodies.

Streams are SSE with `alt=sse`, one JSON array of the same messages without it.
Source: google-genai 3.4.0 `types.GenerateContentResponse`, `_api_client` (stream framing),
read 2026-11-21.
"""

from __future__ import annotations

from toolwire.dialects.body import dumped, slice_of
from toolwire.dialects.decode import ALWAYS, Decoding
from toolwire.dialects.events import Frames
from toolwire.dialects.fold import Fold
from toolwire.dialects.gemini_generate.errors import error_of
from toolwire.dialects.gemini_generate.frames import framing_of
from toolwire.dialects.gemini_generate.request import conversation_of
from toolwire.dialects.gemini_generate.stream import MessagesFold, read_stream
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange
from toolwire.model.reply import Reading, Unread


def decode(exchange: Exchange) -> Reading:
    """Read everything that is in an exchange; never raises on a provider's data."""
    return _DECODING.decode(exchange)


def _read_body(body: JsonObject, data: bytes) -> Fold:
    messages = MessagesFold()
    messages.take(body, "", 0)
    first = messages.first()
    first.complete = True
    candidate = object_of(next(iter(items_of(body.get("candidates"))), None))
    if isinstance(candidate.get("content"), dict):
        again = dumped(first.content()) if first.sent_before else None
        first.echo = again or slice_of(data, ("candidates", 0, "content"))
    return first


def _odd(problem: str | None) -> Fold:
    return Fold(complete=problem is None, unread=[Unread("", problem or "not an object")])


def _failed(state: Fold, frames: Frames) -> Fold:
    state.echo, state.complete = None, frames.whole
    return state


_DECODING = Decoding(
    name="gemini-generate",
    conversation_of=conversation_of,
    framing_of=framing_of,
    read_body=_read_body,
    read_stream=read_stream,
    error_of=error_of,
    error_alone=ALWAYS,
    odd=_odd,
    failed=_failed,
)
