"""Probes of what a request demands of tools: choices, a stream, words that nobody knows."""

from __future__ import annotations

from typing import Final

from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate.probe_edit import Ask

READ: Final = "2026-11-21"

GUIDE: Final = "https://developers.openai.com/api/docs/guides/function-calling"

#: Formats with a tool choice. Ollama passes over it, Cohere's v1 has none.
CHOOSING: Final = (
    "anthropic-messages",
    "bedrock-converse",
    "openai-chat",
    "cohere-v2",
    "gemini-generate",
    "openai-responses",
)


def set_mode(config: JsonObject) -> Ask:
    """Ask for a tool choice in Gemini's words."""
    return lambda body: body.update({"toolConfig": {"functionCallingConfig": config}})
