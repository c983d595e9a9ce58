"""A history with lines: beside each call of the model, in each result, or in words that come in several parts."""

from __future__ import annotations

from dataclasses import replace
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
#: What the system and the user say before.
PART_LINES: Final = (
    "Kiosk: booth 3 under arch v6n8",
    "Rope: hook 27 behind mast j2w5",
    "Cake: sponge in tin 9, ribbon y4r7",
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


def told_in_parts(asked: Conversation) -> Conversation:
    """Have the system and the user say a line each before, and the user another one behind a result.

    The first two stand amid words, so that of several parts the first and the last have nothing of them.
    """
    system, words, beside = PART_LINES
    tool = asked.tools[0]
    call = ToolCall(tool.name, _IDS[0], sample_arguments(tool))
    return before_last(
        replace(asked, system=f"Be as brief as you can.\n{system}\nTell that line when asked."),
        UserTurn(f"Please keep this line.\n{words}\nI will ask for it later."),
        AssistantTurn("Noted."),
        UserTurn("Look one more up."),
        AssistantTurn(None, (call,)),
        ResultsTurn((ToolResult(_IDS[0], tool.name, "It was found."),)),
        UserTurn(f"And keep this line, too.\n{beside}\nIt is the last."),
        AssistantTurn("Done."),
    )


def _round(tool: Tool, said: str | None, returned: str, number: str | None) -> tuple[Turn, ...]:
    call = ToolCall(tool.name, number, sample_arguments(tool))
    return (
        UserTurn("Say what you know, then look one more up."),
        AssistantTurn(said, (call,)),
        ResultsTurn((ToolResult(number, tool.name, returned),)),
        AssistantTurn("Done."),
    )
