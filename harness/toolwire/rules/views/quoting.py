"""Which places of a text are quoted: inside a code span, a fenced block, or marks of their own."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from typing import Final

_FENCES: Final = "```"
_FENCE: Final = re.compile(_FENCES)
_TICK: Final = re.compile("`")
_BREAK: Final = re.compile("\n")

#: What may stand between what is quoted and the words behind it.
_BETWEEN: Final = " \t\r\n.,;:!?)"

#: What opens -> what closes where a text speaks of a token and does not end with it.
_WRAPS: Final[Mapping[str, str]] = {
    '"': '"',
    "'": "'",
    "(": ")",
    "*": "*",
    "\u2018": "\u2019",
    "\u201c": "\u201d",
    "\u300c": "\u300d",
}

#: Words before and behind a token in a sentence. What is left of turns has blanks there too, where a
#: decoder puts them between tokens: the names of roles and channels are no such words. A token may end
#: a sentence, with its full stop, or be one of several with commas between them.
_BEFORE: Final = re.compile(r"(?:(?:\w[,:]?|>) ([A-Za-z]+)[,:]?|[>\]],) $")
_BEHIND: Final = re.compile(r",? ([a-z]+)\b|[.!?](?=\s|\Z)|, (?=[<\[])")
_ROLES: Final = frozenset(
    {"analysis", "assistant", "commentary", "final", "model", "system", "think", "tool", "user"}
)
_LOOK_BACK: Final = 80
#: What a literal of a program begins with, and what may stand before that.
_LITERAL: Final = ('"', "'")
_BEFORE_LITERAL: Final = " \t=([{,:+"


class Quotes:
    """The quoting of one text, read once, so that many places cost little more than one.

    A place is quoted when an odd number of fences ends before it, or when an odd number of
    backticks stands before it on its line and one behind it.
    """

    def __init__(self, text: str) -> None:
        self._length = len(text)
        self._quotes = "`" in text
        if self._quotes:
            self._fences = array("Q", (found.end() for found in _FENCE.finditer(text)))
            self._ticks = array("Q", (found.start() for found in _TICK.finditer(text)))
            self._breaks = array("Q", (found.start() for found in _BREAK.finditer(text)))

    def holds(self, at: int) -> bool:
        """Return whether the place at an offset is quoted."""
        if not self._quotes:
            return False
        if bisect_right(self._fences, at) % 2:
            return True
        line = bisect_left(self._breaks, at)
        start = self._breaks[line - 1] + 1 if line else 0
        end = self._breaks[line] if line < len(self._breaks) else self._length
        here = bisect_left(self._ticks, at)
        odd = (here - bisect_left(self._ticks, start)) % 2 == 1
        return odd and here < len(self._ticks) and self._ticks[here] < end


def is_wrapped(text: str, start: int, end: int) -> bool:
    """Return whether `[start, end)` of a text stands alone in quotation marks, brackets or emphasis."""
    before, after = text[max(start - 1, 0) : start], text[end : end + 1]
    return before != "" and _WRAPS.get(before) == after


def in_prose(text: str, start: int, end: int) -> bool:
    """Return whether `[start, end)` of a text is a word of a sentence: others, or its end, stand on both sides."""
    before = _BEFORE.search(text, max(start - _LOOK_BACK, 0), start)
    behind = _BEHIND.match(text, end)
    if before is None or behind is None:
        return False
    return before.group(1) not in _ROLES and behind.group(1) not in _ROLES


def in_literal(text: str, at: int) -> bool:
    """Return whether a place is inside a string literal of a program, which ends on its line."""
    start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
    for mark in _LITERAL:
        if text.count(mark, start, at) % 2 == 0:
            continue
        begins = text.rfind(mark, start, at)
        if begins > start and text[begins - 1] not in _BEFORE_LITERAL:
            continue
        if text.find(mark, at, len(text) if end < 0 else end) >= 0:
            return True
    return False


def is_shown(text: str, at: int) -> bool:
    """Return whether a quoted place stands amid words, which show it: some before its quoting, some behind."""
    fenced = text.count(_FENCES, 0, at) % 2 == 1
    if not fenced and not Quotes(text).holds(at):
        return False
    mark = _FENCES if fenced else "`"
    end = text.find(mark, at)
    before, behind = text[: text.rindex(mark, 0, at)], text[end + len(mark) :].lstrip(_BETWEEN)
    return end >= 0 and behind[:1].isalpha() and any(map(str.isalpha, before))
