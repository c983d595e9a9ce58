"""Where a request states its choice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects.sent import Chosen
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject

#: Types of tools that a client names; the others are the server's own.
_NAMED: Final = ("custom", "function")


def chosen(request: JsonObject) -> Iterator[Chosen]:
    """Yield the tool names that a choice mentions, and where they stand."""
    choice = object_of(request.get("tool_choice"))
    if choice:
        yield from _nested(choice, "request/tool_choice")
        allowed = object_of(choice.get("allowed_tools"))
        for place, entry in enumerate(items_of(allowed.get("tools"))):
            pointer = f"request/tool_choice/allowed_tools/tools/{place}"
            yield from _nested(object_of(entry), pointer)
    legacy = object_of(request.get("function_call"))
    if "name" in legacy:
        yield "request/function_call/name", legacy["name"]


def _nested(choice: JsonObject, pointer: str) -> Iterator[Chosen]:
    for kind in _NAMED:
        inner = object_of(choice.get(kind))
        if "name" in inner:
            yield f"{pointer}/{kind}/name", inner["name"]
