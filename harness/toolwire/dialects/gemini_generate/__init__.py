"""Gemini generateContent: `functionCall` parts, object arguments, data-only SSE.

Spoken by the Gemini API (AI Studio, `/v1beta/models/...`) and by Vertex AI
(`/v1/projects/.../publishers/google/models/...`).
Sources: google-genai 3.4.0 types and error handling, googleapis protos f8291d2b, the
function calling and thought signatures guides, read 2026-11-21.
"""

from __future__ import annotations

from toolwire.dialects.dialect import Dialect
from toolwire.dialects.gemini_generate.decode import decode
from toolwire.dialects.gemini_generate.encode import encode
from toolwire.dialects.gemini_generate.facets import FACETS
from toolwire.dialects.gemini_generate.recognise import PATHS, recognise
from toolwire.dialects.gemini_generate.request import read_request
from toolwire.dialects.gemini_generate.respond import respond
from toolwire.dialects.gemini_generate.wire import WIRE

__all__ = ["DIALECT"]

DIALECT = Dialect(
    name="gemini-generate",
    title="Gemini generateContent",
    encode=encode,
    read_request=read_request,
    decode=decode,
    respond=respond,
    recognise=recognise,
    facets=FACETS.read,
    paths=PATHS,
    stops={
        "STOP": "end",
        "MAX_TOKENS": "length",
        **dict.fromkeys(
            (
                "BLOCKLIST",
                "ESCALATION",
                "IMAGE_OTHER",
                "IMAGE_PROHIBITED_CONTENT",
                "IMAGE_RECITATION",
                "IMAGE_SAFETY",
                "LANGUAGE",
                "MALFORMED_FUNCTION_CALL",
                "MALFORMED_RESPONSE",
                "MISSING_THOUGHT_SIGNATURE",
                "MODEL_ARMOR",
                "NO_IMAGE",
                "OTHER",
                "PROHIBITED_CONTENT",
                "PUP_LIMITED_DISABLED",
                "RECITATION",
                "SAFETY",
                "SPII",
                "TOO_MANY_TOOL_CALLS",
                "UNEXPECTED_TOOL_CALL",
            ),
            "cut",
        ),
    },
    wire=WIRE,
)
