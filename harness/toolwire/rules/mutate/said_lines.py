"""A history with a line beside each call of the model, in each result or behind it, or in each answer alone."""

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

#: What the model said, or a tool. Each begins otherwise.
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
        for turn in _round(asked.tools[0], line, "It was found.", number)
    )
    return before_last(asked, *turns)


def returned_by_name(asked: Conversation) -> Conversation:
    """Have the first tool called before, three times without an id, and a line in each result."""
    turns = (turn for line in SAID_LINES for turn in _round(asked.tools[0], None, line, None))
    return before_last(asked, *turns)


def told_behind_results(asked: Conversation) -> Conversation:
    """Have the first tool called before, three times, and the user say a line behind each result.

    It stands amid words, so that of several parts the first and the last have nothing of it.
    """
    turns: list[Turn] = []
    for line, number in zip(SAID_LINES, _IDS, strict=True):
        words = UserTurn(f"Please keep this line.\n{line}\nI will ask for it later.")
        *before, _ = _round(asked.tools[0], None, "It was found.", number)
        turns += (*before, words, AssistantTurn("Noted."))
    return before_last(asked, *turns)


def said_alone(asked: Conversation) -> Conversation:
    """Have the model answer before, three times, with a line each and without a call."""
    turns = (
        turn
        for line in SAID_LINES
        for turn in (UserTurn("Tell me one thing that you know."), AssistantTurn(line))
    )
    return before_last(asked, *turns)


def _round(tool: Tool, said: str | None, returned: str, number: str | None) -> tuple[Turn, ...]:
    call = ToolCall(tool.name, number, sample_arguments(tool))
    return (
        UserTurn("Say what you know, then look one more up."),
        AssistantTurn(said, (call,)),
        ResultsTurn((ToolResult(number, tool.name, returned),)),
        AssistantTurn("Done."),
    )
