"""Amazon Bedrock Converse: `toolUse` blocks, object arguments, an AWS event stream.

One format for every model that Bedrock serves. Requests are signed by the transport, not here.
Source: botocore 1.44.5 service model `bedrock-runtime` 2023-09-30, operations `Converse` and
`ConverseStream`, read 2026-11-21.
"""

from __future__ import annotations

from toolwire.dialects.bedrock_converse.decode import NAME, decode
from toolwire.dialects.bedrock_converse.encode import encode
from toolwire.dialects.bedrock_converse.facets import FACETS
from toolwire.dialects.bedrock_converse.recognise import PATHS, recognise
from toolwire.dialects.bedrock_converse.request import read_request
from toolwire.dialects.bedrock_converse.respond import respond
from toolwire.dialects.bedrock_converse.wire import WIRE
from toolwire.dialects.dialect import Dialect

__all__ = ["DIALECT"]

DIALECT = Dialect(
    name=NAME,
    title="Amazon Bedrock Converse",
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
        "content_filtered": "cut",
        "guardrail_intervened": "cut",
        "malformed_model_output": "cut",
        "malformed_tool_use": "cut",
        "model_context_window_exceeded": "cut",
    },
    wire=WIRE,
)
