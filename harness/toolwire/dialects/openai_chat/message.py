"""Calls, text and reasoning of a message, in a reply or in a history."""

from __future__ import annotations

from toolwire.dialects.arguments import arguments_of
from toolwire.dialects.openai import names_nothing
from toolwire.io.json_text import object_of, string_of
from toolwire.model.conversation import Json, JsonObject, ToolCall

#: Members that carry reasoning beside `content`, in order of preference (vLLM renamed the
#: first to the second; some servers send both).
REASONING = ("reasoning_content", "reasoning")


def call_of(entry: JsonObject, pointer: str) -> ToolCall:
    """Read one entry of `tool_calls`; free text tools have `custom` instead of `function`."""
    identity = string_of(entry.get("id"))
    function, custom = entry.get("function"), entry.get("custom")
    if isinstance(custom, dict) and not isinstance(function, dict):
        text = string_of(custom.get("input"))
        return ToolCall(
            string_of(custom.get("name")), identity, raw=text, pointer=pointer, kind="custom"
        )
    members = object_of(function)
    value, raw, problem = arguments_of(members.get("arguments"))
    return ToolCall(string_of(members.get("name")), identity, value, raw, problem, pointer)


def legacy_call_of(entry: JsonObject, pointer: str) -> ToolCall:
    """Read a deprecated `function_call`, which has no id."""
    value, raw, problem = arguments_of(entry.get("arguments"))
    return ToolCall(string_of(entry.get("name")), None, value, raw, problem, pointer, "legacy")


def calls_of(message: JsonObject, pointer: str) -> tuple[ToolCall, ...]:
    """Read every call of an assistant message at `pointer`, in wire order.

    Entries that are not objects are left out; decoding reports them as unread.
    """
    entries = message.get("tool_calls")
    legacy = message.get("function_call")
    calls = (
        [
            call_of(entry, f"{pointer}/tool_calls/{position}")
            for position, entry in enumerate(entries)
            if isinstance(entry, dict)
        ]
        if isinstance(entries, list)
        else []
    )
    if isinstance(legacy, dict) and not names_nothing(legacy):
        calls.append(legacy_call_of(legacy, f"{pointer}/function_call"))
    return tuple(calls)


def text_of(content: Json) -> str | None:
    """Return the text of a `content` member; None when it has no text part."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return None
    texts = [text for part in content if (text := _part_text(part)) is not None]
    return "".join(texts) if texts else None


def _part_text(part: Json) -> str | None:
    if isinstance(part, str):
        return part
    members = object_of(part)
    text = members.get("text")
    return text if isinstance(text, str) and members.get("type", "text") == "text" else None


def thinking_of(content: Json) -> str | None:
    """Return the text of the `thinking` parts of a content list (Mistral); None if none."""
    if not isinstance(content, list):
        return None
    texts = [
        text
        for part in content
        if isinstance(part, dict) and part.get("type") == "thinking"
        if (text := text_of(part.get("thinking"))) is not None
    ]
    return "".join(texts) if texts else None


def reasoning_of(message: JsonObject) -> str | None:
    """Return the reasoning of a message, kept apart from its text; None when there is none."""
    for member in REASONING:
        value = message.get(member)
        if isinstance(value, str):
            return value
    return thinking_of(message.get("content"))
