"""Rules about OpenAI's envelope around what is said and called: choices and tool_calls."""

from __future__ import annotations

from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate.edit import at
from toolwire.rules.rule import Source

TYPES = Source(
    "spec",
    "openai 3.52.0 types: chat_completion.py, chat_completion_chunk.py, "
    "chat_completion_message.py; openai-openapi 2.3.0",
    "https://developers.openai.com/api/docs/guides/function-calling",
    "2026-11-21",
)

MESSAGE = ("choices", 0, "message")


def first_call(value: JsonObject) -> Json:
    """Return the first call of a Chat Completions body."""
    return at(value, (*MESSAGE, "tool_calls", 0))
