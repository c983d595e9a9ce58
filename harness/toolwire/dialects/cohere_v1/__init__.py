"""Cohere Chat v1, the legacy one: a message, a history, results beside them, no call ids."""

from __future__ import annotations

from toolwire.dialects.cohere_v1.decode import NAME, decode
from toolwire.dialects.cohere_v1.encode import encode
from toolwire.dialects.cohere_v1.facets import FACETS
from toolwire.dialects.cohere_v1.recognise import recognise
from toolwire.dialects.cohere_v1.request import read_request
from toolwire.dialects.cohere_v1.respond import respond
from toolwire.dialects.cohere_v1.wire import WIRE
from toolwire.dialects.dialect import Dialect

__all__ = ["DIALECT"]

DIALECT = Dialect(
    NAME,
    "Cohere Chat v1 (legacy)",
    encode,
    read_request,
    decode,
    respond,
    recognise,
    FACETS.read,
    # A reply that calls says COMPLETE as well: no stop word tells a call.
    stops={
        "COMPLETE": "end",
        "STOP_SEQUENCE": "end",
        "MAX_TOKENS": "length",
        "ERROR": "cut",
        "ERROR_LIMIT": "cut",
        "ERROR_TOXIC": "cut",
        "TIMEOUT": "cut",
        "USER_CANCEL": "cut",
    },
    wire=WIRE,
)
