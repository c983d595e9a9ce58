"""Probes of a history's messages: the forms in which a conversation that is right comes back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate.probe_edit import Question, in_dialect
from toolwire.rules.rule import Source

READ: Final = "2026-11-21"

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
