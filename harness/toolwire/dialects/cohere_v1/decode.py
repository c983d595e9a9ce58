"""Exchange to reading: a blocking response, a stream in either framing, or a flat error.

The plan that multi-step use speaks beside its calls stands in `text` here, and is text.
Source: cohere 7.3.1 `types/non_streamed_chat_response.py`, read 2026-11-21.
"""

from __future__ import annotations

from toolwire.dialects.cohere import usage_of
from toolwire.dialects.cohere_frames import framing_by
from toolwire.dialects.cohere_v1.echo import echo_of
from toolwire.dialects.cohere_v1.errors import error_of
from toolwire.dialects.cohere_v1.history import call_of
from toolwire.dialects.cohere_v1.request import conversation_of
from toolwire.dialects.cohere_v1.stream import read_stream
from toolwire.dialects.decode import NEVER, Decoding
from toolwire.dialects.fold import Fold
from toolwire.io.json_text import string_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange
from toolwire.model.reply import Reading

NAME = "cohere-v1"


def decode(exchange: Exchange) -> Reading:
    """Read everything that is in an exchange; never raises on a provider's data."""
    return _DECODING.decode(exchange)


def _read_body(body: JsonObject, data: bytes) -> Fold:
    state = Fold(
        usage=usage_of(body.get("meta")),
        id=string_of(body.get("generation_id")),
        echo=echo_of(data, body, ()),
        complete=True,
    )
    state.say(body.get("text"), "/text")
    state.stops(body.get("finish_reason"), "/finish_reason")
    for pointer, entry in state.objects(body.get("tool_calls"), "/tool_calls"):
        state.calls.append(call_of(entry, pointer))
    return state


_DECODING = Decoding(
    name=NAME,
    conversation_of=lambda body, _request: conversation_of(body),
    framing_of=framing_by("event_type"),
    read_body=_read_body,
    read_stream=read_stream,
    error_of=error_of,
    error_alone=NEVER,
)
