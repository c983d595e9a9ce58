"""Probes of histories: the forms in which one that is right comes back, and some that do not fit."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import AssistantTurn, JsonObject, ResultsTurn, ToolCall, ToolResult
from toolwire.model.reply import Reading
from toolwire.rules.mutate.probe_edit import Question, in_dialect
from toolwire.rules.rule import Source

READ: Final = "2026-11-21"

#: Fits the strictest provider (Mistral: nine letters and digits), so that the id itself is
#: never what is refused.
ID: Final = "orphan001"

WORDS: Final = re.compile(r"\w+")

PAIRED: Final = (
    "anthropic-messages",
    "bedrock-converse",
    "openai-chat",
    "gemini-generate",
    "openai-responses",
)


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text, without case."""
    return frozenset(word.casefold() for word in WORDS.findall(text))


def last_round(reading: Reading) -> tuple[tuple[ToolCall, ...], tuple[ToolResult, ...]]:
    """Return the last calls of a request and the results that follow them."""
    turns = () if reading.conversation is None else reading.conversation.turns
    for place in range(len(turns) - 1, 0, -1):
        before, turn = turns[place - 1], turns[place]
        if isinstance(turn, ResultsTurn) and isinstance(before, AssistantTurn):
            return before.calls, turn.results
    return (), ()


CONTENT: Final = Source(
    "spec",
    "openai 3.52.0 types, assistant message: content is optional, may be null, and is required "
    "only where there are no calls",
    "https://developers.openai.com/api/docs/guides/function-calling",
    READ,
)


def calling_message(change: Callable[[JsonObject], object]) -> Question:
    """Ask with the last assistant message that has calls changed."""

    def ask(_name: str, body: JsonObject) -> None:
        messages = [object_of(message) for message in items_of(body["messages"])]
        change(next(message for message in reversed(messages) if "tool_calls" in message))

    return in_dialect(ask)
