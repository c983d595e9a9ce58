"""Cohere Chat v2: OpenAI's nested tools and calls in an envelope and events of its own."""

from __future__ import annotations

from harness.dialects.cohere_v2.decode import NAME, decode
from harness.dialects.cohere_v2.encode import encode
from harness.dialects.cohere_v2.facets import facets
from harness.dialects.cohere_v2.recognise import PATHS, recognise
from harness.dialects.cohere_v2.request import read_request
from harness.dialects.cohere_v2.respond import respond
from harness.dialects.dialect import Dialect

__all__ = ["DIALECT"]

DIALECT = Dialect(
    NAME,
    "Cohere Chat v2",
    encode,
    read_request,
    decode,
    respond,
    recognise,
    facets,
    paths=PATHS,
    stops={
        "TOOL_CALL": "tool_call",
        "COMPLETE": "end",
        "STOP_SEQUENCE": "end",
        "MAX_TOKENS": "length",
        "ERROR": "cut",
        "TIMEOUT": "cut",
    },
)
