"""Requests that are wrong on purpose, to see how a provider refuses them.

A fault is put into the neutral conversation, before any dialect writes it, so that each
works in every dialect that has words for it. Which statuses and texts providers answer is
in the documentation named in `suites/request_validation.yaml`. Histories in which calls and
results do not fit are asked by probe rules instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from toolwire.model.conversation import ChoiceMode, Conversation, Tool, ToolChoice

_NOBODY = "no_such_tool"


def broken(conversation: Conversation, fault: str) -> Conversation:
    """Put one fault into a conversation.

    Args:
        conversation: what would be right; offers at least one tool.
        fault: a key of `FAULTS`.
    """
    return FAULTS[fault](conversation)


def _unknown_choice(right: Conversation) -> Conversation:
    return replace(right, choice=ToolChoice(ChoiceMode.NAMED, _NOBODY))


def _bad_schema(right: Conversation) -> Conversation:
    return _first_tool(right, replace(right.tools[0], parameters={"type": "string"}))


def _bad_name(right: Conversation) -> Conversation:
    return _first_tool(right, replace(right.tools[0], name="get weather!"))


def _first_tool(right: Conversation, tool: Tool) -> Conversation:
    return replace(right, tools=(tool, *right.tools[1:]))


UNKNOWN_CHOICE: Final = "unknown_tool_choice"
#: Fault -> what puts it in. `unknown_tool_choice`: the tool choice names a tool that is not
#: offered. `bad_schema`: parameters whose root is no object. `bad_name`: a name with a space.
FAULTS: Mapping[str, Callable[[Conversation], Conversation]] = {
    "bad_name": _bad_name,
    "bad_schema": _bad_schema,
    UNKNOWN_CHOICE: _unknown_choice,
}
#: Fault -> what is wrong, as a message ends.
FAULTS_SAID: Mapping[str, str] = {
    "bad_name": "a space in a tool's name",
    "bad_schema": "parameters that are no object",
    UNKNOWN_CHOICE: "a tool choice of a tool that is not offered",
}
