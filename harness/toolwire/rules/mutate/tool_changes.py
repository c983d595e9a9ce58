"""Changes of the tools of a conversation: of the first one, of its schema, and one more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from toolwire.io.json_text import object_of
from toolwire.model.conversation import Conversation, JsonObject, Tool

Change: TypeAlias = "Callable[[Conversation], Conversation]"


def of_tool(change: Callable[[Tool], Tool]) -> Change:
    """Make a change of the first tool."""
    return lambda asked: replace_tools(asked, (change(asked.tools[0]), *asked.tools[1:]))


def replace_tools(asked: Conversation, tools: tuple[Tool, ...]) -> Conversation:
    """Return a conversation with other tools."""
    return replace(asked, tools=tools)


def of_schema(change: Callable[[JsonObject], JsonObject]) -> Change:
    """Make a change of the first tool's schema."""
    return of_tool(lambda tool: replace(tool, parameters=change(tool.parameters or {})))


def with_parameter(name: str, schema: JsonObject, beside: JsonObject | None = None) -> Change:
    """Make a change that gives the first tool another parameter, which need not be sent."""

    def change(parameters: JsonObject) -> JsonObject:
        properties = {**object_of(parameters.get("properties")), name: schema}
        return {**parameters, "properties": properties, **(beside or {})}

    return of_schema(change)


def with_tool(tool: Tool) -> Change:
    """Make a change that offers one more tool."""
    return lambda asked: replace_tools(asked, (*asked.tools, tool))
