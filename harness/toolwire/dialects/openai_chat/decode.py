"""Exchange to reading: blocking bodies, server-sent events, InvokeModel's streams, error bodies.

Shapes after openai 3.52.0 `types/chat/` and mistralai 3.7.0, read 2026-11-21.
"""

from __future__ import annotations

from toolwire.dialects.body import slice_of
from toolwire.dialects.decode import Decoding
from toolwire.dialects.events import Frames, Reader, sse_framing
from toolwire.dialects.fold import Fold
from toolwire.dialects.invoke import invoked_framing
from toolwire.dialects.openai import usage_of
from toolwire.dialects.openai_chat.errors import error_of
from toolwire.dialects.openai_chat.message import reasoning_of, text_of
from toolwire.dialects.openai_chat.request import conversation_at
from toolwire.dialects.openai_chat.rounds import calls_for_clients, messages_of
from toolwire.dialects.openai_chat.stream import COUNTS, read_stream
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange, Response
from toolwire.model.reply import Reading

NAME = "openai-chat"
_CHOICE = "/choices/0"


def decode(exchange: Exchange) -> Reading:
    """Read everything that is in an exchange; never raises on a provider's data."""
    return _DECODING.decode(exchange)


def _framing_of(response: Response) -> Reader | None:
    return sse_framing(response) or invoked_framing(response)


def _read_body(body: JsonObject, data: bytes) -> Fold:
    choice = object_of(next(iter(items_of(body.get("choices"))), None))
    state = Fold(
        calls=[*calls_for_clients(choice, _CHOICE)],
        usage=usage_of(body.get("usage"), *COUNTS),
        id=string_of(body.get("id")),
        model=string_of(body.get("model")),
        complete=True,
    )
    for message, where in messages_of(choice, _CHOICE):
        state.say(text_of(message.get("content")), f"{where}/content")
        state.think(reasoning_of(message))
        # For what stands among the calls and is none.
        list(state.objects(message.get("tool_calls"), f"{where}/tool_calls"))
    state.stops(choice.get("finish_reason"), f"{_CHOICE}/finish_reason")
    state.echo = slice_of(data, ("choices", 0, "message")) if state.calls else None
    return state


def _failed(state: Fold, _frames: Frames) -> Fold:
    return Fold(complete=state.complete, unread=state.unread)


_DECODING = Decoding(
    name=NAME,
    conversation_of=conversation_at,
    framing_of=_framing_of,
    read_body=_read_body,
    read_stream=read_stream,
    error_of=error_of,
    failed=_failed,
)
