"""The limit of a request, and a text that breaks off at it."""

from __future__ import annotations

import re
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.io.json_text import object_of
from toolwire.model.reply import Reading
from toolwire.rules.views.asked_for import asked
from toolwire.rules.views.latin_words import WORDS_OF_A_TOKEN

#: The limit of a question: the least that every vendor takes.
LIMIT: Final = 16
_WORD: Final = re.compile(r"\w+")


def most_tokens(reading: Reading) -> int | None:
    """Return how many tokens the request allows; None where it, or its dialect, does not say."""
    form = load_dialect(reading.dialect).wire.request
    return None if form is None else form.most_tokens(object_of(reading.request))


def breaks_off(reading: Reading) -> bool:
    """Return whether a text that hardly fits the limit was to be said, and only its beginning was."""
    limit, what, text = most_tokens(reading), asked(reading), (reading.reply.text or "").strip()
    if limit is None or what is None or what.since or not what.quoted or not reading.ok:
        return False
    fits = len(_WORD.findall(what.quoted)) * WORDS_OF_A_TOKEN < limit
    return not fits and bool(text) and what.quoted != text and what.quoted.startswith(text)
