"""Probes of what a request demands of tools: choices, a stream, words that nobody knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from toolwire.model.conversation import Json, JsonObject
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


def allow_in_chat(body: JsonObject, names: Sequence[str]) -> None:
    """Allow some tools of Chat Completions alone, of which one has to be called."""
    tools: list[Json] = [{"type": "function", "function": {"name": name}} for name in names]
    body["tool_choice"] = {
        "type": "allowed_tools",
        "allowed_tools": {"mode": "required", "tools": tools},
    }


def allow_in_responses(body: JsonObject, names: Sequence[str]) -> None:
    """Allow some tools of Responses alone, of which one has to be called."""
    tools: list[Json] = [{"type": "function", "name": name} for name in names]
    body["tool_choice"] = {"type": "allowed_tools", "mode": "required", "tools": tools}


def allow_in_gemini(body: JsonObject, names: Sequence[str]) -> None:
    """Allow some of Gemini's tools alone, of which one has to be called."""
    set_mode({"mode": "ANY", "allowedFunctionNames": [*names]})(body)
