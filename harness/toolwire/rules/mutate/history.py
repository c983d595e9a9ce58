"""A conversation in which a tool was called and answered, for requests that are made of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from toolwire.dialects.sample import sample_arguments
from toolwire.model.conversation import (
    AssistantTurn,
    Conversation,
    ResultsTurn,
    ToolCall,
    ToolResult,
)

#: Fits the strictest vendor (Mistral: nine letters and digits): the id is never what is refused.
CALL_ID: Final = "required1"


def with_history(conversation: Conversation) -> Conversation:
    """Return a conversation in which the first tool was called and answered; as it is if one was."""
    if any(isinstance(turn, ResultsTurn) for turn in conversation.turns):
        return conversation
    tool = conversation.tools[0]
    call = ToolCall(tool.name, CALL_ID, sample_arguments(tool))
    result = ToolResult(CALL_ID, tool.name, '{"answer": "18 C and sunny"}')
    turns = (*conversation.turns, AssistantTurn(None, (call,)), ResultsTurn((result,)))
    return replace(conversation, turns=turns)
