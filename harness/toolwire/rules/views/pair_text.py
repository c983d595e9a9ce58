"""What became of a text on its way: a piece of it lost, or thoughts put into it."""

from __future__ import annotations

import re
from typing import Final

#: Shorter texts may well be other texts.
_SHORTEST: Final = 12
#: Before thoughts in a text: blanks, and a tag that models put around them.
_OPENED: Final = re.compile(r"\A\s*(?:<[A-Za-z_]{3,24}>\s*)?")


def torn(one: str, other: str) -> bool:
    """Return whether one text is the other without a piece, cut out in the middle of a word.

    A model may leave a word out, or put one in. Words it does not cut.
    """
    short, long = sorted((one, other), key=len)
    size = len(long) - len(short)
    if len(short) < _SHORTEST or not 0 < size <= len(short):
        return False
    at = next((n for n, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if not short.endswith(long[at + size :]):
        return False
    return _within(long, at) or _within(long, at + size)


def _within(text: str, at: int) -> bool:
    """Return whether a place is inside of a word."""
    return text[at - 1 : at].isalpha() and text[at : at + 1].isalpha()


def moved(thoughts: str, text: str) -> bool:
    """Return whether a text begins with what is the reasoning of another answer, in a tag or not."""
    told = _OPENED.sub("", text, count=1)
    return len(thoughts.strip()) >= _SHORTEST and told.startswith(thoughts.strip())
