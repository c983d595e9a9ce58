"""Tools of a request: those of `tools`, and those that a message of the system defines later on.

Source: Anthropic, mid-conversation tool changes (beta inline-tools-2026-09-15): a `tool_addition` block
whose tool is of the type `tool_definition` has the definition itself, which replaces one of the same name;
one by reference names a tool of `tools`. A toolset (computer_toolset_20260801) has no name, its members are
called by theirs (anthropic, `beta_computer_toolset_configs_param.py`). Read 2026-11-28.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects.sent import Definition, flat
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import Json, JsonObject

_SCHEMA: Final = "input_schema"
_LISTED: Final = "request/tools/"
#: Has no name either; the server runs its tools.
_OF_A_SERVER: Final = "mcp_toolset"


def definitions(request: JsonObject) -> Iterator[Definition]:
    """Yield what a request offers, in wire order."""
    for pointer, entry in entries(request):
        yield flat(entry, pointer, _SCHEMA)


def entries(request: JsonObject) -> Iterator[tuple[str, Json]]:
    """Yield the entries of tools with their places, in wire order."""
    for place, entry in enumerate(items_of(request.get("tools"))):
        yield f"{_LISTED}{place}", entry
    for number, item in enumerate(items_of(request.get("messages"))):
        message = object_of(item)
        if message.get("role") != "system":
            continue
        for place, block in enumerate(items_of(message.get("content"))):
            added = object_of(object_of(block).get("tool"))
            if added.get("type") == "tool_definition" and "definition" in added:
                at = f"request/messages/{number}/content/{place}/tool/definition"
                yield at, added["definition"]


def offered(request: JsonObject) -> list[Json]:
    """Return the entries of tools that are offered in the end: a later one replaces its namesake."""
    listed: list[tuple[str | None, Json]] = []
    added: dict[str, Json] = {}
    for pointer, entry in entries(request):
        name = string_of(object_of(entry).get("name"))
        if pointer.startswith(_LISTED):
            listed.append((name, entry))
        else:
            added[name or pointer] = entry
    return [*(entry for name, entry in listed if name not in added), *added.values()]


def has_toolset(request: JsonObject) -> bool:
    """Return whether a request offers a set of tools that the client runs, which says no names."""
    for _, entry in entries(request):
        tool = object_of(entry)
        kind = string_of(tool.get("type")) or ""
        if "_toolset" in kind and "name" not in tool and kind != _OF_A_SERVER:
            return True
    return False
