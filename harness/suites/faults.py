"""Requests that are wrong on purpose, to see how a provider refuses them.

A fault is put into the neutral conversation, before any dialect writes it, so that each
works in every dialect that has words for it. Which statuses and texts providers answer is
in the documentation named in `suites/request_validation.yaml`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from harness.conversation import (
    AssistantTurn,
    ChoiceMode,
    Conversation,
    ResultsTurn,
    Tool,
    ToolCall,
    ToolChoice,
    ToolResult,
    UserTurn,
)
from harness.dialects.reference import sample_arguments

__all__ = ["FAULTS", "broken"]

#: Fits the strictest provider (Mistral: nine letters and digits), so that the id itself is
#: never what is refused.
_ID = "orphan001"
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


def _orphan(right: Conversation) -> Conversation:
    result = ToolResult(_ID, right.tools[0].name, "18 C and sunny")
    return replace(right, turns=(*right.turns, ResultsTurn((result,))))


def _unanswered(right: Conversation) -> Conversation:
    tool = right.tools[0]
    call = ToolCall(tool.name, _ID, sample_arguments(tool))
    said = (AssistantTurn(None, (call,)), UserTurn("And what did it say?"))
    return replace(right, turns=(*right.turns, *said))


def _bad_schema(right: Conversation) -> Conversation:
    return _first_tool(right, replace(right.tools[0], parameters={"type": "string"}))


def _bad_name(right: Conversation) -> Conversation:
    return _first_tool(right, replace(right.tools[0], name="get weather!"))


def _first_tool(right: Conversation, tool: Tool) -> Conversation:
    return replace(right, tools=(tool, *right.tools[1:]))


#: Fault -> what puts it in. `unknown_tool_choice`: the tool choice names a tool that is not
#: offered. `orphan_result`: a result to no call. `missing_result`: a call without a result.
#: `bad_schema`: parameters whose root is no object. `bad_name`: a name with a space.
FAULTS: Mapping[str, Callable[[Conversation], Conversation]] = {
    "bad_name": _bad_name,
    "bad_schema": _bad_schema,
    "missing_result": _unanswered,
    "orphan_result": _orphan,
    "unknown_tool_choice": _unknown_choice,
}
