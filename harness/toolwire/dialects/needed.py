"""Calls that a prompt asks for with as few parameters as may be: those that the tool's schema requires, or one
that it names.

The reference responder and the rules that hold a call to its tool's definition read them alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from toolwire.dialects.dialect import PlannedCall
from toolwire.dialects.quoted import MEMBERS_ALONE, MUST_HAVE, ONE_ALONE
from toolwire.dialects.sample import sample_arguments
from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject, Tool


class Needed(NamedTuple):
    """A tool that is to be called with as few parameters as may be.

    Attributes:
        tool: as it is offered.
        named: the one parameter that the prompt names; "" where the schema is to tell.
        members: those that it names of that one, which is an object; () for none.
    """

    tool: Tool
    named: str = ""
    members: tuple[str, ...] = ()


def needed_of(prompt: str, tools: Iterable[Tool]) -> Needed | None:
    """Return the offered tool that a prompt wants called so; None where it wants none."""
    found, named, members = MUST_HAVE.search(prompt), "", None
    if found is None:
        found, members = ONE_ALONE.search(prompt), MEMBERS_ALONE.search(prompt)
        named = found.group(2) if found is not None else ""
    if found is None:
        return None
    mine = (tool for tool in tools if tool.name == found.group(1) and not tool.builtin)
    tool = next(mine, None)
    return None if tool is None else Needed(tool, named, members.groups() if members else ())


def needed_calls(prompt: str, tools: Iterable[Tool]) -> Iterator[PlannedCall]:
    """Yield the call that a prompt wants so, with values that the tool's schema allows."""
    needed = needed_of(prompt, tools)
    if needed is not None:
        tool = needed.tool
        if needed.named:
            schema: JsonObject = {**object_of(tool.parameters), "required": [needed.named]}
            if needed.members:
                properties = object_of(schema.get("properties"))
                held: JsonObject = {
                    **object_of(properties.get(needed.named)),
                    "required": [*needed.members],
                }
                schema["properties"] = {**properties, needed.named: held}
            tool = replace(tool, parameters=schema)
        yield PlannedCall(tool.name, sample_arguments(tool))
