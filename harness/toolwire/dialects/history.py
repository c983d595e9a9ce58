"""Histories of messages with a role, as Chat Completions has them, to turns.

Cohere v2 and Ollama have them too, with members of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from toolwire.model.conversation import (
    AssistantTurn,
    Json,
    JsonObject,
    ResultsTurn,
    ToolCall,
    ToolResult,
    Turn,
    UserTurn,
)


@dataclass(frozen=True, slots=True)
class MessageForm:
    """What a format's messages are made of.

    Attributes:
        text: a `content` member to its text; None when it has none.
        calls: an assistant message and its pointer to its calls.
        result: a message with a result, and the names of the calls so far by their ids
            (results seldom carry a tool name), to the result.
        system: roles of what is told before the conversation.
        results: roles of results.
    """

    text: Callable[[Json], str | None]
    calls: Callable[[JsonObject, str], tuple[ToolCall, ...]]
    result: Callable[[JsonObject, Mapping[str, str | None]], ToolResult]
    system: tuple[str, ...] = ("system",)
    results: tuple[str, ...] = ("tool",)


def system_of(messages: list[Json], form: MessageForm) -> str | None:
    """Return what the system messages say, a line each; None when there are none."""
    texts = [
        text
        for message in messages
        if isinstance(message, dict) and message.get("role") in form.system
        if (text := form.text(message.get("content"))) is not None
    ]
    return "\n".join(texts) if texts else None


def turns_of(messages: list[Json], form: MessageForm) -> Iterator[Turn]:
    """Read a history; results in a row are one turn, and unknown roles are left out."""
    results: list[ToolResult] = []
    names: dict[str, str | None] = {}
    for position, message in enumerate(messages):
        if not isinstance(message, dict):
            continue
        role = message.get("role")
        if role in form.results:
            results.append(form.result(message, names))
            continue
        if results:
            yield ResultsTurn(tuple(results))
            results = []
        if role == "user":
            yield UserTurn(form.text(message.get("content")) or "")
        elif role == "assistant":
            calls = form.calls(message, f"request/messages/{position}")
            names.update((call.id, call.name) for call in calls if call.id is not None)
            yield AssistantTurn(form.text(message.get("content")), calls)
    if results:
        yield ResultsTurn(tuple(results))
