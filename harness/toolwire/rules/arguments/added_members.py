"""What a call has besides everything that the prompt writes out for it and its tool declares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from toolwire.io.json_text import object_of
from toolwire.model.conversation import Tool, ToolCall
from toolwire.model.reply import Reading
from toolwire.rules.arguments.probe_echo import pairs


class Kept(NamedTuple):
    """A call that came with everything that was written out, and what else it has.

    Attributes:
        bare: its tool declares no parameter.
    """

    call: ToolCall
    wanted: tuple[str, ...]
    added: frozenset[str]
    bare: bool


def kept(reading: Reading) -> Iterator[Kept]:
    """Yield the calls of open schemas that came with everything that was written out."""
    conversation = reading.conversation
    together = list(pairs(reading))
    for wanted, call in together:
        tool = None if conversation is None else conversation.tool(call.name)
        came = object_of(call.arguments)
        # With a member lost or renamed, another rule has it.
        if (
            tool is not None
            and not _is_closed(tool)
            and call.parse_error is None
            and came.keys() >= wanted.arguments.keys()
        ):
            declared = object_of(object_of(tool.parameters).get("properties"))
            added = came.keys() - wanted.arguments.keys() - declared.keys()
            # With what another call was to have, TC315 has it.
            added -= {name for other, _ in together for name in other.arguments}
            yield Kept(call, tuple(wanted.arguments), frozenset(added), not declared)


def _is_closed(tool: Tool) -> bool:
    """Return whether another rule judges members that a tool does not declare: TC313, TC311."""
    schema = object_of(tool.parameters)
    return tool.strict is True or schema.get("additionalProperties") is False
