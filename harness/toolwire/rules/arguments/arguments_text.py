"""Rules about what stands in the text of the arguments beside the arguments."""

from __future__ import annotations

from toolwire.io.json_text import JsonError, dump
from toolwire.model.conversation import ToolCall
from toolwire.model.reply import Reading
from toolwire.rules.views.dialect_paths import CHAT, COHERE_V2, RESPONSES
from toolwire.rules.views.leaks import Leak, arguments_markup, heard_in


def text_of(call: ToolCall) -> str:
    """Return the arguments as text, without escapes where they can be read."""
    if call.raw is not None and (call.parse_error is not None or "\\u" not in call.raw):
        return call.raw
    try:
        return dump(call.arguments).decode()
    except (JsonError, UnicodeError):
        return call.raw or ""


def markup_of(reading: Reading, call: ToolCall) -> Leak | None:
    """Return the markup in a call's arguments; None also when the request is not known.

    Without the request nobody can tell a leak from arguments that are about markup.
    """
    if reading.conversation is None or call.kind == "custom":
        return None
    return arguments_markup(text_of(call), heard_in(reading))


#: Dialects whose wire has the arguments as text: in both modes, and in streams only.
TEXT = (CHAT, COHERE_V2, RESPONSES)
