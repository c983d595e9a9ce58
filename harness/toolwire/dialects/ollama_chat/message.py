"""Calls of a message, in a reply or in a history."""

from __future__ import annotations

from toolwire.io.json_text import object_of, string_of
from toolwire.model.conversation import JsonObject, ToolCall


def call_of(entry: JsonObject, pointer: str) -> ToolCall:
    """Read one entry of `tool_calls`; arguments stay what they are, object or not."""
    function = object_of(entry.get("function"))
    name, identity = string_of(function.get("name")), string_of(entry.get("id"))
    return ToolCall(name, identity, function.get("arguments"), pointer=pointer)
