"""Anthropic Messages: `tool_use` blocks, object arguments, named SSE events.

Also spoken by Claude on Bedrock InvokeModel (an AWS event stream around the same events),
on Vertex (`rawPredict`), on Azure, and by imitators that serve `/v1/messages`.
Sources: anthropic 2.11.0 types and the API documentation, read 2026-11-21.
"""

from __future__ import annotations

from toolwire.dialects.anthropic_messages.decode import decode
from toolwire.dialects.anthropic_messages.encode import encode
from toolwire.dialects.anthropic_messages.facets import FACETS
from toolwire.dialects.anthropic_messages.recognise import PATHS, recognise
from toolwire.dialects.anthropic_messages.request import read_request
from toolwire.dialects.anthropic_messages.respond import respond
from toolwire.dialects.anthropic_messages.wire import WIRE
from toolwire.dialects.dialect import Dialect

__all__ = ["DIALECT"]

DIALECT = Dialect(
    name="anthropic-messages",
    title="Anthropic Messages",
    encode=encode,
    read_request=read_request,
    decode=decode,
    respond=respond,
    recognise=recognise,
    facets=FACETS.read,
    paths=PATHS,
    stops={
        "tool_use": "tool_call",
        "end_turn": "end",
        "stop_sequence": "end",
        "max_tokens": "length",
        "model_context_window_exceeded": "cut",
        "refusal": "cut",
    },
    wire=WIRE,
)
