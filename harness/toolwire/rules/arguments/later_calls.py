"""Calls behind the first of a reply, and whether they have what their tools require."""

from __future__ import annotations

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import ToolCall
from toolwire.model.reply import Reading
from toolwire.rules.arguments.arguments_schema import argument_values
from toolwire.rules.views.asked_for import whole
from toolwire.rules.views.chance import is_forced


def later_calls(reading: Reading) -> list[ToolCall]:
    """Return the calls behind one with arguments whose tools require some; strict ones aside.

    Calls that were demanded are judged by themselves, and a limit may have cut the last.
    """
    asked, calls = reading.conversation, reading.reply.tool_calls
    if asked is None or len(calls) < 2 or not argument_values(reading, calls[0]):
        return []
    if is_forced(reading) or not whole(reading):
        return []
    return [
        call
        for call in calls[1:]
        if (tool := asked.tool(call.name)) is not None
        and tool.strict is not True
        and items_of(object_of(tool.parameters).get("required"))
    ]


def bare_calls(reading: Reading) -> list[ToolCall]:
    """Return the later calls of a reply where none of them has arguments; [] where one has."""
    later = later_calls(reading)
    return [] if any(argument_values(reading, call) != {} for call in later) else later
