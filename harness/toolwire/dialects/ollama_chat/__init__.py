"""Ollama's native chat API: object arguments, optional call ids, streams of JSON lines.

Spoken at `/api/chat` by a local server and by ollama.com; the same server's `/v1` routes
speak other dialects. Sources: ollama/ollama `docs/openapi.yaml`, `docs/api/*.mdx`,
`api/types.go`, `server/routes.go`, read 2026-11-21.
"""

from __future__ import annotations

from toolwire.dialects.dialect import Dialect
from toolwire.dialects.ollama_chat.decode import decode
from toolwire.dialects.ollama_chat.encode import encode
from toolwire.dialects.ollama_chat.facets import FACETS
from toolwire.dialects.ollama_chat.recognise import recognise
from toolwire.dialects.ollama_chat.request import read_request
from toolwire.dialects.ollama_chat.respond import respond
from toolwire.dialects.ollama_chat.wire import WIRE

__all__ = ["DIALECT"]

DIALECT = Dialect(
    name="ollama-chat",
    title="Ollama Chat",
    encode=encode,
    read_request=read_request,
    decode=decode,
    respond=respond,
    recognise=recognise,
    facets=FACETS.read,
    # A reply with calls ends in `stop` as any other does: no word of it tells calls.
    stops={"stop": "end", "length": "length"},
    wire=WIRE,
)
