"""A whole call that an answer tells again under its id, or of which it tells a part at a time.

Formats whose calls come whole (Gemini's, Ollama's) have no other reading of two calls under one id,
of one tool, that contradict each other nowhere. What is joined is noted as unread, so that a rule
says so.
"""

from __future__ import annotations

from typing import Final

from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import Unread, UnreadKind

#: How a call is left out that was sent before, whole or in part.
SENT_BEFORE: Final = frozenset({UnreadKind.TOLD_AGAIN, UnreadKind.IN_PARTS})


def joined(before: Json, after: Json) -> JsonObject | None:
    """Return the arguments that two parts of one call add up to; None where one contradicts the other."""
    if not isinstance(before, dict) or not isinstance(after, dict):
        return None
    for name, value in after.items():
        if name in before and not _grown(before[name], value):
            return None
    return {**before, **after}


def left_out(before: Json, after: Json, pointer: str) -> Unread:
    """Return why the second of two calls under one id, which stands at `pointer`, is none of its own."""
    if before == after:
        return Unread(pointer, "a call that was sent before", UnreadKind.TOLD_AGAIN)
    return Unread(pointer, "a call that goes on under its id", UnreadKind.IN_PARTS)


def _grown(before: Json, after: Json) -> bool:
    """Return whether a value is another one, or a text that goes on from it."""
    texts = isinstance(before, str) and isinstance(after, str)
    return before == after or (texts and str(after).startswith(str(before)))
