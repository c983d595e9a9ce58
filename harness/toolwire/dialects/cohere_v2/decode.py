"""Exchange to reading: a blocking message, events in either framing, or a flat error.

`tool_plan` and thinking parts become `Reply.reasoning`, never text.
Source: cohere 7.3.1 `v2/types/v2chat_response.py` and `v2/types/v2chat_stream_response.py`,
read 2026-11-21.
"""

from __future__ import annotations

from toolwire.dialects.body import slice_of
from toolwire.dialects.cohere import usage_of
from toolwire.dialects.cohere_frames import framing_by
from toolwire.dialects.cohere_v2.errors import error_of
from toolwire.dialects.cohere_v2.message import call_of, reasoning_of, text_of
from toolwire.dialects.cohere_v2.request import conversation_of
from toolwire.dialects.cohere_v2.stream import read_stream
from toolwire.dialects.decode import NEVER, Decoding
from toolwire.dialects.fold import Fold
from toolwire.io.json_text import string_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange
from toolwire.model.reply import Reading

NAME = "cohere-v2"


def decode(exchange: Exchange) -> Reading:
    """Read everything that is in an exchange; never raises on a provider's data."""
    return _DECODING.decode(exchange)


def _read_body(body: JsonObject, data: bytes) -> Fold:
    state = Fold(id=string_of(body.get("id")), complete=True)
    message = body.get("message")
    if not isinstance(message, dict):
        # Nothing but an error has a text, or no message at all, where the message belongs.
        return state
    content = message.get("content")
    if not isinstance(content, str):
        list(state.objects(content, "/message/content"))
    state.say(text_of(content), "/message/content")
    state.think(reasoning_of(message))
    for pointer, entry in state.objects(message.get("tool_calls"), "/message/tool_calls"):
        state.calls.append(call_of(entry, pointer))
    state.stops(body.get("finish_reason"), "/finish_reason")
    state.usage = usage_of(body.get("usage"))
    state.echo = slice_of(data, ("message",))
    return state


_DECODING = Decoding(
    name=NAME,
    conversation_of=lambda body, _request: conversation_of(body),
    framing_of=framing_by("type"),
    read_body=_read_body,
    read_stream=read_stream,
    error_of=error_of,
    error_alone=NEVER,
)
