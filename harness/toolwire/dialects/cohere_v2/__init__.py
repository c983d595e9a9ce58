"""Cohere Chat v2: OpenAI's nested tools and calls in an envelope and events of its own."""

from __future__ import annotations

from toolwire.dialects.cohere_v2.decode import NAME, decode
from toolwire.dialects.cohere_v2.encode import encode
from toolwire.dialects.cohere_v2.facets import FACETS
from toolwire.dialects.cohere_v2.recognise import PATHS, recognise
from toolwire.dialects.cohere_v2.request import read_request
from toolwire.dialects.cohere_v2.respond import respond
from toolwire.dialects.cohere_v2.wire import WIRE
from toolwire.dialects.dialect import Dialect

__all__ = ["DIALECT"]

DIALECT = Dialect(
    NAME,
    "Cohere Chat v2",
    encode,
    read_request,
    decode,
    respond,
    recognise,
    FACETS.read,
    paths=PATHS,
    stops={
        "TOOL_CALL": "tool_call",
        "COMPLETE": "end",
        "STOP_SEQUENCE": "end",
        "MAX_TOKENS": "length",
        "ERROR": "cut",
        "TIMEOUT": "cut",
    },
    wire=WIRE,
)
