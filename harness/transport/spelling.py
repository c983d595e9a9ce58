r"""Text as it reads once escapes are undone, with the way back to the bytes it came from.

A secret inside JSON inside JSON, or in a URL, is spelled with escapes: an at sign written as
`\u0040` or `%40`, a slash as `\/`. Patterns look at the view; what they find is masked in the raw
bytes. An escaped quote or line break becomes spaces, so that the `n` of `\n` is not taken for the
first letter of a word; an escaped letter beyond ASCII becomes a sign that belongs to no word.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

__all__ = ["View", "view"]

#: Escapes that keep their length in the view, so that nothing has to be mapped.
_PLAIN = (b'\\"', b"\\n", b"\\r", b"\\t", b"\\b", b"\\f")
#: Marks of those that do not. Backslashes before are part of the escape: JSON in JSON.
_SHORTER = (b"\\u", b"\\/", b"%", b"&amp;")
_ESCAPE = re.compile(
    rb"\\(?<!\\\\)\\*(?:u([0-9A-Fa-f]{4})|(/)|[\"nrtbf])|%([2-7][0-9A-Fa-f])|&(amp);"
)


@dataclass(frozen=True, slots=True)
class View:
    """A text with its escapes undone.

    Attributes:
        text: what patterns look at.
        places: positions in `text` from which on the raw text is further ahead, rising.
        shifts: how far, from the place of the same number on.
    """

    text: bytes
    places: tuple[int, ...] = ()
    shifts: tuple[int, ...] = ()

    def raw(self, position: int) -> int:
        """Return where in the raw text a position of the view stands."""
        number = bisect_right(self.places, position)
        return position + (self.shifts[number - 1] if number else 0)


def view(text: bytes) -> View:
    """Undo the escapes of a text; linear in its length."""
    if any(mark in text for mark in _SHORTER):
        return _mapped(text)
    if b"\\" in text:
        for escape in _PLAIN:
            text = text.replace(escape, b"  ")
    return View(text)


def _mapped(text: bytes) -> View:
    parts: list[bytes] = []
    places: list[int] = []
    shifts: list[int] = []
    at = length = 0
    for match in _ESCAPE.finditer(text):
        start, end = match.span()
        length += start - at + 1
        parts += (text[at:start], _sign(match))
        at = end
        places.append(length)
        shifts.append(end - length)
    parts.append(text[at:])
    return View(b"".join(parts), tuple(places), tuple(shifts))


def _sign(match: re.Match[bytes]) -> bytes:
    digits = match[1] or match[3]
    if digits:
        code = int(digits, 16)
        return bytes((code,)) if code < 128 else b"\xff"
    if match[2]:
        return b"/"
    return b"&" if match[4] else b" "
