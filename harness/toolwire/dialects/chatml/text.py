"""Hermes calls in the text of an assistant turn."""

from __future__ import annotations

from toolwire.dialects.text_families.tagged import HERMES, HERMES_STRICT
from toolwire.model.conversation import ToolCall
from toolwire.model.reply import Unread


def read_text(
    text: str | None, pointer: str
) -> tuple[str | None, tuple[ToolCall, ...], tuple[Unread, ...]]:
    """Read a turn: (its text, its calls, what could not be read).

    Only calls between both of their tags count, as in the parsers of servers; a call without
    them stays text and is named. A text that was nothing but calls, or one cut-off call, is
    None.
    """
    if not text:
        return text, (), ()
    decoded = HERMES_STRICT.decode(text)
    problems = decoded.problems
    if not decoded.calls and not problems:
        problems = HERMES.decode(text).problems
    calls = tuple(
        ToolCall(call.name, None, call.arguments, pointer=pointer) for call in decoded.calls
    )
    unread = tuple(Unread(pointer, problem.reason) for problem in problems)
    return decoded.text or None, calls, unread
