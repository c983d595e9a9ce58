"""Rules about thinking blocks in histories of Anthropic's format, at home and elsewhere."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.sent import HistoryStep
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.observation import Severity

#: Families of models that think unless told not to -> what an Anthropic-shaped endpoint of
#: theirs does without their blocks: refuse, or answer with less.
ELSEWHERE: Final = (
    ("deepseek-", None),
    ("kimi-k2", None),
    ("minimax-", Severity.INFO),
)


def thinking_blocks(step: HistoryStep) -> list[JsonObject]:
    """Return the content blocks of an assistant's turn."""
    return [object_of(block) for block in items_of(step.value.get("content"))]
