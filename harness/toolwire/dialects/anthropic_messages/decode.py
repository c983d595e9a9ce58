"""Exchange to reading: blocking bodies, server-sent events, AWS event streams, error bodies.

Source: anthropic 2.11.0 `types/message.py` and the blocks it names, read 2026-11-21.
"""

from __future__ import annotations

from toolwire.dialects.anthropic_messages.blocks import BlockKind, kind_of
from toolwire.dialects.anthropic_messages.errors import error_of
from toolwire.dialects.anthropic_messages.frames import framing_of
from toolwire.dialects.anthropic_messages.request import call_of, conversation_of
from toolwire.dialects.anthropic_messages.stream import COUNTS, read_stream
from toolwire.dialects.body import slice_of
from toolwire.dialects.count import usage_of
from toolwire.dialects.decode import NEVER, Decoding
from toolwire.dialects.fold import Fold
from toolwire.io.json_text import string_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange
from toolwire.model.reply import ABSENT, Reading


def decode(exchange: Exchange) -> Reading:
    """Read everything that is in an exchange; never raises on a provider's data."""
    return _DECODING.decode(exchange)


def _read_body(body: JsonObject, data: bytes) -> Fold:
    state = Fold(
        usage=usage_of(body.get("usage"), *COUNTS),
        id=string_of(body.get("id")),
        model=string_of(body.get("model")),
        complete=True,
    )
    content = body.get("content", ABSENT)
    for pointer, block in state.objects(content, "/content", null=False):
        kind = kind_of(block)
        if kind is BlockKind.CALL:
            state.calls.append(call_of(block, pointer))
        elif kind is BlockKind.TEXT:
            state.say(block.get("text"), f"{pointer}/text")
        elif kind is BlockKind.THINKING:
            state.think(block.get("thinking"))
    state.stops(body.get("stop_reason"), "/stop_reason")
    state.echo = slice_of(data, ("content",)) if isinstance(content, list) else None
    return state


_DECODING = Decoding(
    name="anthropic-messages",
    conversation_of=conversation_of,
    framing_of=framing_of,
    read_body=_read_body,
    read_stream=read_stream,
    error_of=error_of,
    error_alone=NEVER,
    odd=lambda problem: Fold(complete=problem is None),
)
