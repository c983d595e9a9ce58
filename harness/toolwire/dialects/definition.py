"""Tool definitions of the shape that OpenAI brought up: name, description, parameters, strict.

Chat Completions nests them (`{"type": "function", "function": {...}}`), and so do Cohere v2
and Ollama; Responses and the deprecated `functions` API have the members themselves.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from toolwire.io.json_text import object_of, string_of
from toolwire.model.conversation import Json, JsonObject, Tool
from toolwire.model.reply import ABSENT, Absent

#: The schema of a tool without parameters, for formats that want one of every tool.
NO_PARAMETERS: Final[JsonObject] = {"type": "object", "properties": {}}


def definition_of(tool: Tool) -> dict[str, object]:
    """Write the members of a definition that the tool has."""
    members = {
        "name": tool.name,
        "description": tool.description,
        "parameters": tool.parameters,
        "strict": tool.strict,
    }
    return {key: value for key, value in members.items() if value is not None}


def nested(tool: Tool) -> dict[str, object]:
    """Write a definition inside `function`."""
    return {"type": "function", "function": definition_of(tool)}


def nested_with_schema(tool: Tool) -> dict[str, object]:
    """Write a definition inside `function` that always has a schema, and no `strict`."""
    parameters = NO_PARAMETERS if tool.parameters is None else tool.parameters
    return nested(replace(tool, parameters=parameters, strict=None))


def tool_of(definition: Json, *, switch: bool | Absent | None = ABSENT) -> Tool | None:
    """Read the members of a definition; None when it has no name.

    `switch` stands in for its `strict` in formats that say that elsewhere, or not at all.
    """
    members = object_of(definition)
    name = members.get("name")
    if not isinstance(name, str):
        return None
    parameters = members.get("parameters")
    strict = members.get("strict") if isinstance(switch, Absent) else switch
    return Tool(
        name,
        string_of(members.get("description")),
        parameters if isinstance(parameters, dict) else None,
        strict if isinstance(strict, bool) else None,
    )
