"""Probes of tool results: the forms they may have, and histories in which they do not fit."""

from __future__ import annotations

import re
from typing import Final

from toolwire.model.conversation import AssistantTurn, ResultsTurn, ToolCall, ToolResult
from toolwire.model.reply import Reading
from toolwire.rules.views.dialect_paths import ANTHROPIC, BEDROCK, CHAT, GEMINI, RESPONSES

READ: Final = "2026-11-21"

#: Fits the strictest provider (Mistral: nine letters and digits), so that the id itself is
#: never what is refused.
ID: Final = "orphan001"

WORDS: Final = re.compile(r"\w+")

PAIRED: Final = (ANTHROPIC, BEDROCK, CHAT, GEMINI, RESPONSES)


def said(text: str) -> frozenset[str]:
    """Return the words of a text, without case."""
    return frozenset(word.casefold() for word in WORDS.findall(text))


def last_round(reading: Reading) -> tuple[tuple[ToolCall, ...], tuple[ToolResult, ...]]:
    """Return the last calls of a request and the results that follow them."""
    turns = () if reading.conversation is None else reading.conversation.turns
    for place in range(len(turns) - 1, 0, -1):
        before, turn = turns[place - 1], turns[place]
        if isinstance(turn, ResultsTurn) and isinstance(before, AssistantTurn):
            return before.calls, turn.results
    return (), ()
