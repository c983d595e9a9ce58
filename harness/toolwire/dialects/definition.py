"""Tool definitions of the shape that OpenAI brought up: name, description, parameters, strict.

Chat Completions nests them (`{"type": "function", "function": {...}}`), and so do Cohere v2
and Ollama; Responses and the deprecated `functions` API have the members themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import Json, JsonObject, Tool
from toolwire.model.reply import ABSENT, Absent

#: The schema of a tool without parameters, for formats that want one of every tool.
NO_PARAMETERS: Final[JsonObject] = {"type": "object", "properties": {}}


def definition_of(tool: Tool, schema: str = "parameters") -> dict[str, object]:
    """Write the members of a definition that the tool has, its schema in the one of that name."""
    members = {
        "name": tool.name,
        "description": tool.description,
        schema: tool.parameters,
        "strict": tool.strict,
    }
    return {key: value for key, value in members.items() if value is not None}


def nested(tool: Tool) -> dict[str, object]:
    """Write a definition inside `function`."""
    return {"type": "function", "function": definition_of(tool)}


def nested_with_schema(tool: Tool) -> dict[str, object]:
    """Write a definition inside `function` that always has a schema, and no `strict`."""
    return nested(replace(with_schema(tool), strict=None))


def with_schema(tool: Tool) -> Tool:
    """Return a tool that has a schema, for formats that want one of every tool."""
    return tool if tool.parameters is not None else replace(tool, parameters=NO_PARAMETERS)


def tools_in(
    entries: Json, *holders: str, schema: str = "parameters", switch: bool | Absent | None = ABSENT
) -> Iterator[Tool]:
    """Read a list of tools; what has no name is left out.

    Args:
        entries: the list.
        holders: members of an entry, the first of which that is there is the definition; none
            where the entry is it.
        schema: as in `tool_of`.
        switch: as in `tool_of`.
    """
    for entry in items_of(entries):
        members = object_of(entry)
        held: Json = None if holders else members
        for key in holders:
            if members.get(key):
                held = members[key]
                break
        tool = tool_of(held, schema=schema, switch=switch)
        if tool is not None:
            yield tool


def tool_of(
    definition: Json, *, schema: str = "parameters", switch: bool | Absent | None = ABSENT
) -> Tool | None:
    """Read the members of a definition; None when it has no name.

    `schema` is the member that has the schema. `switch` stands in for its `strict` in formats
    that say that elsewhere, or not at all.
    """
    members = object_of(definition)
    name = members.get("name")
    if not isinstance(name, str):
        return None
    parameters = members.get(schema)
    strict = members.get("strict") if isinstance(switch, Absent) else switch
    return Tool(
        name,
        string_of(members.get("description")),
        parameters if isinstance(parameters, dict) else None,
        strict if isinstance(strict, bool) else None,
    )
