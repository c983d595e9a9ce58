"""The text that has to fit the schema of its request, and the values that stand in it."""

from __future__ import annotations

import re
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.dialects.text_form import TextForm
from toolwire.io.json_text import JsonError, items_of, parse
from toolwire.model.conversation import Json
from toolwire.rules.rule import Reading
from toolwire.rules.text.remarks import without_remarks
from toolwire.rules.views.asked_for import whole
from toolwire.rules.views.told_again import tells_again
from toolwire.rules.views.tools_used import is_declined

#: The formats in which a request can want a schema of its text, and rules ask for it.
OF_SCHEMAS: Final = (
    "cohere-v1",
    "cohere-v2",
    "gemini-generate",
    "ollama-chat",
    "openai-chat",
    "openai-responses",
)
#: Between the texts of two messages.
_BETWEEN: Final = re.compile(r"\}\s*\{")


def due_text(reading: Reading, wanted: TextForm) -> str:
    """Return the text that is to fit a schema; "" where none is."""
    # A text that a stream tells again is TC929's.
    if reading.reply.tool_calls or not whole(reading) or tells_again(reading, reading.reply.text):
        return ""
    text = without_remarks(reading, wanted.remark).strip()
    return "" if not text or is_declined(reading) or _ends_in_calls(reading) else text


def _ends_in_calls(reading: Reading) -> bool:
    """Return whether a reply says that it ends in calls, so its text is none of the answer's."""
    return load_dialect(reading.dialect).stops.get(reading.reply.stop or "") == "tool_call"


def values_in(text: str, wanted: TextForm) -> list[Json]:
    """Return the values of a text, several where an answer may hold several messages; None for one that is no JSON."""
    if not wanted.several:
        return [value_of(text)]
    return items_of(value_of(f"[{_BETWEEN.sub('},{', text)}]")) or [None]


def value_of(text: str) -> Json:
    """Return a text as JSON; None where it is none."""
    try:
        return parse(text.encode("utf-8", "replace"))
    except JsonError:
        return None
