"""One tool call of a message, a history or a stream: wire members to neutral values."""

from __future__ import annotations

from toolwire.dialects.arguments import arguments_of
from toolwire.io.json_text import object_of, string_of
from toolwire.model.conversation import JsonObject, ToolCall


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
    if isinstance(legacy, dict):
        calls.append(legacy_call_of(legacy, f"{pointer}/function_call"))
    return tuple(calls)
