"""Rules about OpenAI's envelope around what is said and called: choices and tool_calls."""

from __future__ import annotations

from typing import Final

from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate.edit import at
from toolwire.rules.rule import Reading, Source, Violation
from toolwire.rules.views.request_definitions import names
from toolwire.rules.views.streamed import filled

TYPES = Source(
    "spec",
    "openai 3.52.0 types: chat_completion.py, chat_completion_chunk.py, "
    "chat_completion_message.py; openai-openapi 2.3.0",
    "https://developers.openai.com/api/docs/guides/function-calling",
    "2026-11-21",
)

GUIDE = "https://developers.openai.com/api/docs/guides/function-calling"

READ: Final = "2026-11-21"

#: Dialects with these calls in a message.
BOTH_SHAPES = ("openai-chat", "cohere-v2")

MESSAGE = ("choices", 0, "message")


def first_call(value: JsonObject) -> Json:
    """Return the first call of a Chat Completions body."""
    return at(value, (*MESSAGE, "tool_calls", 0))


def json(value: object) -> Json:
    """Return a scalar as it is, and null for what a finding does not show."""
    return value if isinstance(value, str | int | float | bool) else None


def unnamed(reading: Reading, name: object) -> bool:
    """Return whether a call has no name: not where a tool was offered without one (TC811)."""
    return not filled(name) and (name != "" or "" not in names(reading))


def nameless(pointer: str, actual: Json) -> Violation:
    """Return the breach of a call without a name."""
    return Violation(pointer, "The call has no name.", "non-empty string", actual)


LEGACY: Final = Source(
    "spec",
    "openai 3.52.0 types: `functions` and `function_call`, deprecated, answered in "
    "message.function_call with finish_reason function_call",
    "https://developers.openai.com/api/docs/guides/function-calling",
    READ,
)
