"""Custom tools of OpenAI's formats: called with a text, which is no JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects.dialect import PlannedCall
from toolwire.io.json_text import dump, items_of, object_of, string_of
from toolwire.model.conversation import Json, JsonObject

#: What a custom tool is called with where nobody says with what.
_EXAMPLE: Final = "example"
#: Levels of namespaces that are looked into.
_DEEPEST: Final = 4


def custom_names(body: JsonObject) -> frozenset[str]:
    """Return the names of a body's custom tools, flat or nested, in namespaces and in its input."""
    later = [object_of(item).get("tools") for item in items_of(body.get("input"))]
    return frozenset(
        name for tools in (body.get("tools"), *later) for name in _names(items_of(tools), _DEEPEST)
    )


def _names(tools: list[Json], levels: int) -> Iterator[str]:
    for tool in map(object_of, tools):
        name = string_of((object_of(tool.get("custom")) or tool).get("name"))
        if tool.get("type") == "custom" and name is not None:
            yield name
        elif tool.get("type") == "namespace" and levels:
            yield from _names(items_of(tool.get("tools")), levels - 1)


def free_text(call: PlannedCall) -> str:
    """Return the text of a planned call: its `input`, else its arguments as they stand."""
    given = call.arguments.get("input")
    if isinstance(given, str):
        return given
    return dump(call.arguments).decode() if call.arguments else _EXAMPLE
