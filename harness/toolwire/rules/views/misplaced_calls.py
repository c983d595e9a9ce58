"""Calls of offered tools that stand in a member which the format does not have, so that no reader sees them."""

from __future__ import annotations

from typing import Final

from toolwire.dialects import load_dialect
from toolwire.dialects.members import Members
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import Reading
from toolwire.rules.views.memoize import memoize
from toolwire.rules.views.unknown_members import unknown_members

#: How formats call what a tool is called with.
_ARGUMENTS: Final = frozenset({"args", "arguments", "input", "parameters"})
#: What a schema of an object that has no properties may say besides (JSON Schema 2020-12 and
#: OpenAPI 3.0; read 2026-11-30).
_OF_AN_OBJECT: Final = frozenset(
    {
        "$comment",
        "$defs",
        "$id",
        "$schema",
        "additionalProperties",
        "default",
        "definitions",
        "description",
    }
    | {
        "examples",
        "maxProperties",
        "minProperties",
        "nullable",
        "patternProperties",
        "propertyNames",
    }
    | {"required", "title", "type", "unevaluatedProperties"}
)
#: The member in which formats tell of the tools that were offered.
_TOOLS: Final = "tools"


@memoize
def has_misplaced_calls(reading: Reading) -> bool:
    """Return whether an answer without calls has some in such a member (TC191): what it lacks
    follows from that.
    """
    offered = offered_in_vain(reading)
    return bool(offered) and any(
        name not in one.here.names and is_called(value, offered)
        for one in unknown_members(reading)
        if not tells_of_tools(one.pointer)
        for name, value in one.value.items()
    )


def tells_of_tools(pointer: str) -> bool:
    """Return whether an object stands where a format itself tells of the tools that were offered.

    Nobody looks for calls there: in what form the tools are told is another rule's.
    """
    return _TOOLS in pointer.split("/")


def offered_in_vain(reading: Reading) -> frozenset[str]:
    """Return the tools of a request whose answer has no calls; none where it has or is not known."""
    conversation = reading.conversation
    if conversation is None or not reading.ok or reading.reply.tool_calls:
        return frozenset()
    return frozenset(tool.name for tool in conversation.tools)


def arguments_elsewhere(
    reading: Reading, here: Members, name: str, value: JsonObject
) -> str | None:
    """Return the member in which a call of an offered tool has its arguments, where they stand in another one."""
    paths = load_dialect(reading.dialect).wire.calls
    conversation = reading.conversation
    if paths is None or conversation is None or name not in _ARGUMENTS:
        return None
    own, called = paths.arguments.rpartition("/")[2], string_of(value.get("name"))
    offered = any(tool.name == called for tool in conversation.tools)
    given = value[name] and isinstance(value[name], dict | str) and not _is_schema(value[name])
    return own if offered and given and own in here.names else None


def is_called(value: Json, offered: frozenset[str]) -> bool:
    """Return whether a value is a call of an offered tool, or a list that begins with one."""
    first = object_of(items_of(value)[0] if isinstance(value, list) and value else value)
    for call in (first, object_of(first.get("function"))):
        if string_of(call.get("name")) not in offered or _ARGUMENTS.isdisjoint(call):
            continue
        if not any(_is_schema(call.get(one)) for one in _ARGUMENTS):
            return True
    return False


def _is_schema(value: Json) -> bool:
    """Return whether a value says what a tool takes: then a tool is told of, and not called.

    A tool that takes nothing may have a schema without properties.
    """
    told = object_of(value)
    return told.get("type") == "object" and ("properties" in told or told.keys() <= _OF_AN_OBJECT)
