"""Probes of what a request demands of tools: choices, a stream, words that nobody knows."""

from __future__ import annotations

from typing import Final

from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate.probe_edit import Ask
from toolwire.rules.views.dialect_paths import (
    ANTHROPIC,
    BEDROCK,
    CHAT,
    COHERE_V2,
    GEMINI,
    RESPONSES,
)

READ: Final = "2026-11-21"

GUIDE: Final = "https://developers.openai.com/api/docs/guides/function-calling"

#: Formats with a tool choice. Ollama passes over it, Cohere's v1 has none.
CHOOSING: Final = (ANTHROPIC, BEDROCK, CHAT, COHERE_V2, GEMINI, RESPONSES)


def set_mode(config: JsonObject) -> Ask:
    """Ask for a tool choice in Gemini's words."""
    return lambda body: body.update({"toolConfig": {"functionCallingConfig": config}})
