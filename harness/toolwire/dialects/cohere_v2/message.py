"""The assistant message: text, reasoning and calls, in a response or in a history.

Source: cohere 7.3.1 `types/assistant_message_response.py`, `types/tool_call_v2.py`, read
2026-11-21.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from toolwire.dialects.arguments import arguments_of
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import Json, JsonObject, ToolCall
from toolwire.model.reply import Unread

#: Members that hold parts or calls -> what they may be; content may also be one plain text.
_CONTAINERS: Mapping[str, tuple[type, ...]] = {"content": (list, str), "tool_calls": (list,)}


def call_of(entry: JsonObject, arguments: Json, pointer: str) -> ToolCall:
    """Read one call; `arguments` are those of `function`, joined where they were streamed."""
    value, raw, problem = arguments_of(arguments)
    name = string_of(object_of(entry.get("function")).get("name"))
    return ToolCall(name, string_of(entry.get("id")), value, raw, problem, pointer)


def calls_of(message: JsonObject, pointer: str) -> tuple[ToolCall, ...]:
    """Read every call of a message at `pointer`; entries that are no objects are left out."""
    entries = message.get("tool_calls")
    if not isinstance(entries, list):
        return ()
    return tuple(
        call_of(
            entry,
            object_of(entry.get("function")).get("arguments"),
            f"{pointer}/tool_calls/{position}",
        )
        for position, entry in enumerate(entries)
        if isinstance(entry, dict)
    )


def misplaced(message: JsonObject, pointer: str) -> tuple[Unread, ...]:
    """Return what stands where calls and parts should and is neither."""
    return tuple(
        Unread(f"{pointer}/{place}", reason)
        for member, kinds in _CONTAINERS.items()
        for place, reason in _strays(message.get(member), member, kinds)
    )


def _strays(value: Json, member: str, kinds: tuple[type, ...]) -> Iterator[tuple[str, str]]:
    if value is not None and not isinstance(value, kinds):
        yield member, "not an array"
    for position, entry in enumerate(items_of(value)):
        if not isinstance(entry, dict):
            yield f"{member}/{position}", "not an object"


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
