"""A history in which the model said a line beside each of its calls; no other message has it."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.sample import sample_arguments
from toolwire.model.conversation import (
    AssistantTurn,
    Conversation,
    ResultsTurn,
    Tool,
    ToolCall,
    ToolResult,
    Turn,
    UserTurn,
)
from toolwire.rules.mutate.long_text import before_last

#: What the model said. Each begins otherwise.
SAID_LINES: Final = (
    "Peg: row 6 beside lamp k4w7",
    "Tram: line 14 from bay t9c3",
    "Loaf: rye on tray 3, stamp h5m2",
)
#: Fit the strictest vendor (Mistral: nine letters and digits): the id is never what is refused.
_IDS: Final = ("required5", "required6", "required7")


def said_beside_calls(asked: Conversation) -> Conversation:
    """Have the first tool called before, three times, and a line said beside each call."""
    turns = (
        turn
        for line, number in zip(SAID_LINES, _IDS, strict=True)
        for turn in _round(asked.tools[0], line, number)
    )
    return before_last(asked, *turns)


def _round(tool: Tool, line: str, number: str) -> tuple[Turn, ...]:
    call = ToolCall(tool.name, number, sample_arguments(tool))
    return (
        UserTurn("Say what you know, then look one more up."),
        AssistantTurn(line, (call,)),
        ResultsTurn((ToolResult(number, tool.name, "It was found."),)),
        AssistantTurn("Done."),
    )
