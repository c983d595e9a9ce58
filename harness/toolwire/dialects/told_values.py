"""Values that a prompt leaves to a tool's definition: its schema, a parameter's description, or the tool's own.

The reference responder and the rules that hold a call to its tool's definition read them alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from toolwire.dialects.quoted import DESCRIBED, FILL, NAMED, TOOL_DESCRIBED
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject, Tool


class ToldBy(Enum):
    """What tells a value, and how a prompt says so."""

    SCHEMA = FILL
    DESCRIPTION = DESCRIBED
    TOOL = TOOL_DESCRIBED


class ToldValue(NamedTuple):
    """A parameter that is left to a tool's definition, and the one text that this tells; None where it is not one."""

    by: ToldBy
    parameter: str
    value: str | None


def told_values(prompt: str, tool: Tool) -> Iterator[ToldValue]:
    """Yield each parameter that a prompt leaves to a tool's definition, with what this tells."""
    properties = object_of(object_of(tool.parameters).get("properties"))
    for by in ToldBy:
        found = by.value.search(prompt)
        if found is not None:
            values = _told(by, object_of(properties.get(found.group(1))), tool)
            only = values[0] if len(values) == 1 else None
            yield ToldValue(by, found.group(1), only if isinstance(only, str) else None)


def _told(by: ToldBy, known: JsonObject, tool: Tool) -> Sequence[Json]:
    if by is ToldBy.SCHEMA:
        return items_of(known.get("enum"))
    words = tool.description if by is ToldBy.TOOL else known.get("description")
    return NAMED.findall(words) if isinstance(words, str) else ()
