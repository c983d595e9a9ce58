"""Where a request states history, tools and choice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects.sent import Chosen, Definition, HistoryPart, HistoryStep, flat, role_of
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import Json, JsonObject

_ITEM_CALLS: Final = ("function_call", "custom_tool_call")
_ITEM_RESULTS: Final = ("function_call_output", "custom_tool_call_output")
_DEEPEST: Final = 4
#: Types of tools that a client names; the others are the server's own.
_NAMED: Final = ("custom", "function")


def history(request: JsonObject) -> Iterator[HistoryStep]:
    """Yield the messages of a request, each with its calls and results."""
    for number, entry in enumerate(items_of(request.get("input"))):
        item, pointer = object_of(entry), f"request/input/{number}"
        kind = string_of(item.get("type"))
        if kind in _ITEM_CALLS or kind in _ITEM_RESULTS:
            known, name = string_of(item.get("call_id")), string_of(item.get("name"))
            parts = (HistoryPart(pointer, known, name, item),)
            made = kind in _ITEM_CALLS
            yield HistoryStep(
                pointer, kind or "", item, parts if made else (), () if made else parts
            )
        else:
            is_message = kind is None or kind == "message"
            yield HistoryStep(pointer, role_of(item) if is_message else kind or "", item, other=1)


def definitions(request: JsonObject) -> Iterator[Definition]:
    """Yield the tools that a request offers."""
    return _grouped(request.get("tools"), "request/tools", 0)


def _grouped(entries: Json, pointer: str, depth: int) -> Iterator[Definition]:
    for place, entry in enumerate(items_of(entries)):
        at, held = f"{pointer}/{place}", object_of(entry)
        yield flat(entry, at, "parameters")
        if held.get("type") == "namespace" and depth < _DEEPEST:
            yield from _grouped(held.get("tools"), f"{at}/tools", depth + 1)


def chosen(request: JsonObject) -> Iterator[Chosen]:
    """Yield the tool names that a choice mentions, and where they stand."""
    choice = object_of(request.get("tool_choice"))
    if choice.get("type") in _NAMED and "name" in choice:
        yield "request/tool_choice/name", choice["name"]
    elif choice.get("type") == "allowed_tools":
        for place, entry in enumerate(items_of(choice.get("tools"))):
            allowed = object_of(entry)
            if allowed.get("type") in _NAMED and "name" in allowed:
                yield f"request/tool_choice/tools/{place}/name", allowed["name"]
