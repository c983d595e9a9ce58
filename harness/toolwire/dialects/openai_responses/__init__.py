"""OpenAI Responses: flat items, `call_id` beside the item id, semantic SSE events.

Also spoken by Azure, xAI, OpenRouter, LM Studio, DeepSeek, Amazon's Bedrock mantle and the
ChatGPT Codex backend. Its stop word, the `status`, does not tell calls from other ends.
Sources: openai 3.52.0 `types/responses/` and the API documentation, read 2026-11-21.
"""

from __future__ import annotations

from toolwire.dialects.dialect import Dialect
from toolwire.dialects.openai_responses.decode import NAME, decode
from toolwire.dialects.openai_responses.encode import encode
from toolwire.dialects.openai_responses.facets import FACETS
from toolwire.dialects.openai_responses.recognise import PATHS, recognise
from toolwire.dialects.openai_responses.request import read_request
from toolwire.dialects.openai_responses.respond import respond
from toolwire.dialects.openai_responses.wire import WIRE

__all__ = ["DIALECT"]

DIALECT = Dialect(
    name=NAME,
    title="OpenAI Responses",
    encode=encode,
    read_request=read_request,
    decode=decode,
    respond=respond,
    recognise=recognise,
    facets=FACETS.read,
    paths=PATHS,
    stops={
        "completed": "end",
        "incomplete": "length",
        "failed": "cut",
        "cancelled": "cut",
    },
    wire=WIRE,
)
