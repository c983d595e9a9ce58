"""Exchange to reading: blocking bodies, JSON lines, error bodies."""

from __future__ import annotations

from toolwire.dialects.body import dumped, slice_of
from toolwire.dialects.decode import ALWAYS, Decoding
from toolwire.dialects.events import Frames
from toolwire.dialects.fold import Fold
from toolwire.dialects.ollama_chat.errors import error_of
from toolwire.dialects.ollama_chat.frames import framing_of
from toolwire.dialects.ollama_chat.request import conversation_of
from toolwire.dialects.ollama_chat.stream import LinesFold, read_stream
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange
from toolwire.model.reply import Reading


def decode(exchange: Exchange) -> Reading:
    """Read everything that is in an exchange; never raises on a provider's data."""
    return _DECODING.decode(exchange)


def _read_body(body: JsonObject, data: bytes) -> Fold:
    state = LinesFold()
    state.take(body, "", 0)
    message = body.get("message")
    if isinstance(message, dict):
        calls = state.joined_calls()
        state.echo = (
            dumped({**message, "tool_calls": calls}) if calls else slice_of(data, ("message",))
        )
    return state


def _failed(state: Fold, _frames: Frames) -> Fold:
    state.echo = None
    return state


_DECODING = Decoding(
    name="ollama-chat",
    conversation_of=lambda body, _request: conversation_of(body),
    framing_of=framing_of,
    read_body=_read_body,
    read_stream=read_stream,
    error_of=error_of,
    error_alone=ALWAYS,
    failed=_failed,
)
