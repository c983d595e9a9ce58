"""Texts in which a masking program hid an e-mail address or a telephone number, and put a mark in its place.

Such programs (Presidio in LiteLLM's guardrails, those of Kong and Portkey) hide them on the way to the model, and
put them back into what it says; calls they forget.
"""

from __future__ import annotations

import re
from typing import Final

from toolwire.model.conversation import Json
from toolwire.rules.views.cut_texts import text_pairs

#: What is said of it, before what was hidden.
MARKED: Final = "the mark of a masking program stands in the place of"
#: What is hidden: a pattern each, in words.
_HIDDEN: Final = {
    "an e-mail address": re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}"),
    "a telephone number": re.compile(r"\+\d{1,3} \d{3}-\d{3}-\d{4}"),
}
#: Marks of such programs: what they name in capitals, or signs.
_MARK: Final = re.compile(
    r"<[A-Z][A-Z0-9_ ]{0,40}>|\[[A-Z][A-Z0-9_ ]{0,40}\]|\{\{?[A-Z][A-Z0-9_]{0,40}\}\}?|\*{3,40}|#{3,40}|X{3,40}|\u2588+"
)
#: Characters that one mark stands for, at most.
_LONGEST: Final = 80


def hidden_of(wanted: Json, came: Json) -> str:
    """Return what was hidden in the texts of a value, of which nothing else came otherwise; "" for nothing."""
    try:
        lost = [pair for pair in text_pairs(wanted, came) if pair[0] != pair[1]]
    except LookupError:
        return ""
    hidden = [hidden_in(text, other) for text, other in lost]
    return max(hidden, key=len) if hidden and all(hidden) else ""


def hidden_in(text: str, came: str) -> str:
    """Return what was hidden in a text that came with marks, and else as it was; "" for nothing."""
    gaps = _gaps(text, came)
    hidden = [
        what
        for what, pattern in _HIDDEN.items()
        if any(
            start < found.end() and found.start() < end
            for found in pattern.finditer(text)
            for start, end in gaps
        )
    ]
    return " and ".join(hidden)


def hidden_within(words: str, text: str) -> str:
    """Return what was hidden in words that a longer text repeats; "" for nothing."""
    spans = sorted(
        found.span() for pattern in _HIDDEN.values() for found in pattern.finditer(words)
    )
    if not spans:
        return ""
    head, tail = words[: spans[0][0]], words[max(end for _, end in spans) :]
    first = text.find(head)
    last = text.rfind(tail)
    return hidden_in(words, text[first : last + len(tail)]) if 0 <= first <= last else ""


def _gaps(text: str, came: str) -> list[tuple[int, int]]:
    """Return where in a text the marks stand with which it came; [] where it differs by anything else."""
    marks = [found for found in _MARK.finditer(came) if found[0] not in text]
    if not marks:
        return []
    gaps, at, read = [], 0, 0
    for mark in marks:
        part = came[read : mark.start()]
        # Only the first part has to stand where it does: what a mark stands for is not known.
        place = text.find(part, at)
        if place < 0 or (read == 0 and place > 0):
            return []
        if read:
            gaps.append((at, place))
        at, read = place + len(part), mark.end()
    end = len(text) - len(came[read:])
    gaps.append((at, end))
    right = text.endswith(came[read:]) and all(0 < b - a <= _LONGEST for a, b in gaps)
    return gaps if right else []
