"""Exchange to reading: blocking bodies, server-sent events, error bodies.

Source: openai 3.52.0 `types/responses/response.py`, read 2026-11-21.
"""

from __future__ import annotations

from toolwire.dialects.decode import Decoding
from toolwire.dialects.events import sse_framing
from toolwire.dialects.fold import Fold
from toolwire.dialects.openai import usage_of
from toolwire.dialects.openai_responses.errors import error_of
from toolwire.dialects.openai_responses.message import take_item
from toolwire.dialects.openai_responses.raw import output_of
from toolwire.dialects.openai_responses.request import conversation_of
from toolwire.dialects.openai_responses.stream import COUNTS, read_stream
from toolwire.io.json_text import string_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange
from toolwire.model.reply import Reading

NAME = "openai-responses"


def decode(exchange: Exchange) -> Reading:
    """Read everything that is in an exchange; never raises on a provider's data."""
    return _DECODING.decode(exchange)


def _read_body(body: JsonObject, data: bytes) -> Fold:
    output = body.get("output")
    state = Fold(
        usage=usage_of(body.get("usage"), *COUNTS),
        id=string_of(body.get("id")),
        model=string_of(body.get("model")),
        echo=output_of(data) if isinstance(output, list) else None,
        # Of a response in the background, which is fetched until it has ended.
        complete=body.get("status") not in ("in_progress", "queued"),
    )
    for pointer, item in state.objects(output, "/output"):
        take_item(state, item, pointer)
    state.stops(body.get("status"), "/status")
    return state


_DECODING = Decoding(
    name=NAME,
    conversation_of=lambda body, _request: conversation_of(body),
    framing_of=sse_framing,
    read_body=_read_body,
    read_stream=read_stream,
    error_of=error_of,
)
