"""OpenAI Chat Completions and everything that speaks it."""

from __future__ import annotations

from toolwire.dialects.dialect import Dialect
from toolwire.dialects.openai_chat.decode import NAME, decode
from toolwire.dialects.openai_chat.encode import encode
from toolwire.dialects.openai_chat.facets import FACETS
from toolwire.dialects.openai_chat.recognise import PATHS, recognise
from toolwire.dialects.openai_chat.request import read_request
from toolwire.dialects.openai_chat.respond import respond
from toolwire.dialects.openai_chat.wire import WIRE

__all__ = ["DIALECT"]

DIALECT = Dialect(
    NAME,
    "OpenAI Chat Completions",
    encode,
    read_request,
    decode,
    respond,
    recognise,
    FACETS.read,
    legacy=True,
    end_marker="[DONE]",
    paths=PATHS,
    stops={
        "tool_calls": "tool_call",
        "function_call": "tool_call",
        "stop": "end",
        "length": "length",
        "content_filter": "cut",
        # DeepSeek's.
        "insufficient_system_resource": "cut",
        "aborted": "cut",
        # Mistral's own words.
        "error": "cut",
        "model_length": "length",
        # Together's.
        "eos": "end",
        # Xiaomi's, of MiMo.
        "repetition_truncation": "cut",
        # Z.ai's.
        "model_context_window_exceeded": "length",
        "network_error": "cut",
        "sensitive": "cut",
    },
    wire=WIRE,
)
