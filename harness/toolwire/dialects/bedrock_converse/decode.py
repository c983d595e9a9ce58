"""Exchange to reading: blocking bodies, AWS event streams, lines of their payloads, errors.

Wrong checksums and a stream's end inside a message are `reply.unread`, by event.
Source: botocore 1.44.5 service model `bedrock-runtime`, `ConverseResponse`, read 2026-11-21.
"""

from __future__ import annotations

from toolwire.dialects.bedrock_converse.errors import error_of
from toolwire.dialects.bedrock_converse.frames import framing_of
from toolwire.dialects.bedrock_converse.message import COUNTS, content_of, without_nulls
from toolwire.dialects.bedrock_converse.request import conversation_of
from toolwire.dialects.bedrock_converse.stream import read_stream
from toolwire.dialects.body import slice_of
from toolwire.dialects.count import usage_of
from toolwire.dialects.decode import NEVER, Decoding
from toolwire.dialects.fold import Fold
from toolwire.io.json_text import dump, object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange
from toolwire.model.reply import ABSENT, Reading

NAME = "bedrock-converse"
_PATH = ("output", "message", "content")


def decode(exchange: Exchange) -> Reading:
    """Read everything that is in an exchange; never raises on a provider's data."""
    return _DECODING.decode(exchange)


def _read_body(body: JsonObject, data: bytes) -> Fold:
    message = object_of(object_of(body.get("output")).get("message"))
    blocks = message.get("content", ABSENT)
    state = content_of(blocks, "/output/message/content")
    state.stops(body.get("stopReason"), "/stopReason")
    state.usage = usage_of(body.get("usage"), *COUNTS)
    if isinstance(blocks, list):
        sent = without_nulls(blocks)
        state.echo = slice_of(data, _PATH) if sent == blocks else dump(sent)
    state.complete = True
    return state


_DECODING = Decoding(
    name=NAME,
    conversation_of=conversation_of,
    framing_of=framing_of,
    read_body=_read_body,
    read_stream=read_stream,
    error_of=error_of,
    error_alone=NEVER,
    odd=lambda problem: Fold(complete=problem is None),
)
