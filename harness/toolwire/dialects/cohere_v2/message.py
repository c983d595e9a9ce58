"""The assistant message: text, reasoning and calls, in a response or in a history.

Source: cohere 7.3.1 `types/assistant_message_response.py`, `types/tool_call_v2.py`, read
2026-11-21.
"""

from __future__ import annotations

from toolwire.dialects.arguments import arguments_of
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import Json, JsonObject, ToolCall


def call_of(entry: JsonObject, pointer: str) -> ToolCall:
    """Read one call; arguments that were streamed have been joined."""
    function = object_of(entry.get("function"))
    value, raw, problem = arguments_of(function.get("arguments"))
    name, identity = string_of(function.get("name")), string_of(entry.get("id"))
    return ToolCall(name, identity, value, raw, problem, pointer)


def calls_of(message: JsonObject, pointer: str) -> tuple[ToolCall, ...]:
    """Read every call of a message at `pointer`; entries that are no objects are left out."""
    return tuple(
        call_of(entry, f"{pointer}/tool_calls/{position}")
        for position, entry in enumerate(items_of(message.get("tool_calls")))
        if isinstance(entry, dict)
    )


def text_of(content: Json) -> str | None:
    """Return the text of a `content` member; None when it has no text part."""
    return _joined(content, "text")


def reasoning_of(message: JsonObject) -> str | None:
    """Return what the model thought: its thinking parts, then its tool plan; None for neither.

    The plan is what the model says beside a call, but it is no answer and never shown as one,
    so it does not count as text.
    """
    content = message.get("content")
    thought = None if isinstance(content, str) else _joined(content, "thinking")
    reported = [part for part in (thought, string_of(message.get("tool_plan"))) if part]
    return "\n".join(reported) if reported else None


def _joined(content: Json, kind: str) -> str | None:
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return None
    texts = [
        text
        for part in content
        if isinstance(part, dict) and part.get("type") == kind
        if isinstance(text := part.get(kind), str)
    ]
    return "".join(texts) if texts else None
