"""What became of a text on its way: a piece of it lost, thoughts put into it, or it behind its calls."""

from __future__ import annotations

import re
from typing import Final

from toolwire.model.reply import Reply

#: Shorter texts may well be other texts.
_SHORTEST: Final = 12
#: Before thoughts in a text: blanks, and a tag that models put around them.
_OPENED: Final = re.compile(r"\A\s*(?:<[A-Za-z_]{3,24}>\s*)?")
#: Steps of a pointer: of a list its element, of an object its member.
_STEP: Final = re.compile(r"\d+|[^/\[\]\d]+")


def torn(one: str, other: str) -> bool:
    """Return whether one text is the other without a piece, cut out in the middle of a word.

    A model may leave a word out, or put one in. Words it does not cut.
    """
    short, long = sorted((one, other), key=len)
    size = len(long) - len(short)
    if len(short) < _SHORTEST or not 0 < size <= len(short):
        return False
    at = _first_difference(short, long)
    if not short.endswith(long[at + size :]):
        return False
    return _within(long, at) or _within(long, at + size)


def how_torn(one: str, other: str) -> str:
    """Return what is said of texts that are torn: one may be the other behind a beginning of it, or
    before its end.

    Few pieces that each repeat all before begin a text twice, and a last piece that is sent again
    ends it so.
    """
    short, long = sorted((one, other), key=len)
    first, last = long.removesuffix(short), long.removeprefix(short)
    if len(first) < len(long) and short.startswith(first):
        return "The beginning of the text stands there twice in one mode."
    if len(last) < len(long) and short.endswith(last):
        return "The end of the text stands there twice in one mode."
    if _repeats(short, long):
        return "A piece of the text stands there twice in one mode, amid a word."
    return "A piece of the text is missing in one mode, cut out of a word."


def _repeats(short: str, long: str) -> bool:
    """Return whether the piece that one text has more is what stands right before it."""
    at, size = _first_difference(short, long), len(long) - len(short)
    return at >= size and long[at - size : at] == long[at : at + size]


def _first_difference(short: str, long: str) -> int:
    """Return the place of the first character that differs; the end of the shorter where none does."""
    pairs = enumerate(zip(short, long, strict=False))
    return next((n for n, (a, b) in pairs if a != b), len(short))


def _within(text: str, at: int) -> bool:
    """Return whether a place is inside of a word."""
    return text[at - 1 : at].isalpha() and text[at : at + 1].isalpha()


def moved(thoughts: str, text: str) -> bool:
    """Return whether a text begins with what is the reasoning of another answer, in a tag or not."""
    told = _OPENED.sub("", text, count=1)
    return len(thoughts.strip()) >= _SHORTEST and told.startswith(thoughts.strip())


def stands_first(reply: Reply) -> bool | None:
    """Return whether a text begins before the first call; None where its format has no order of the two."""
    if not reply.tool_calls:
        return None
    places = (_STEP.findall(at) for at in (reply.text_pointer, reply.tool_calls[0].pointer))
    text, call = next((pair for pair in zip(*places, strict=False) if len({*pair}) > 1), ("", ""))
    return int(text) < int(call) if text.isdigit() and call.isdigit() else None


def parted(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Return whether the same words are parted otherwise into reasoning and text, whatever blanks are between."""
    every = {_letters("".join(pair)) for pair in (one, other)}
    longest = max(map(len, every))
    apart = len(_letters(one[0])) != len(_letters(other[0]))
    return len(every) == 1 and longest >= _SHORTEST and apart


def closed_up(one: str, other: str) -> bool:
    """Return whether two texts differ in nothing but blanks, which one has not between all of its words."""
    same = _letters(one) == _letters(other) and len(_letters(one)) >= _SHORTEST
    return same and one.split() != other.split()


def _letters(text: str) -> str:
    return "".join(text.split())
