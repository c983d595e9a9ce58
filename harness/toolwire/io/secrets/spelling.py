r"""Text as it reads once escapes are undone, with the way back to the bytes it came from.

A secret inside JSON inside JSON, in a URL or a page of HTML is spelled with escapes: an at sign
written as `\u0040`, `\x40`, `%40`, `&#64;` or `&commat;`, a slash as `\/`; and characters without
width may stand between its letters. Patterns look at the view; what they find is masked in the raw
bytes. An escaped quote or line break becomes spaces, so that the `n` of `\n` is not taken for the
first letter of a word; an escaped letter beyond ASCII becomes a sign that belongs to no word. One
view undoes one layer (backslashes of JSON in JSON at once); what is escaped twice has another.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate

from toolwire.io.secrets.entity import NAMED, WIDTHLESS, is_widthless

#: Escapes that keep their length in the view, so that nothing has to be mapped; the commonest.
_PLAIN = re.compile(rb'\\["nrtbf]')
_COMMONEST = b'\\"'
#: Marks of those that do not. Backslashes before are part of the escape: JSON in JSON.
_SHORTER = (b"\\u", b"\\x", b"\\/", b"%", b"&")
_X = rb"[0-9A-Fa-f]"
_AFTER = rb"(?:u(?:" + _X + rb"{4}|\{" + _X + rb"{1,6}\})|x" + _X + rb"{2}|[/\"'nrtbf])"
_REFERENCE = rb"&(?:#(?:[0-9]{1,8}|[xX]" + _X + rb"{1,7});?|(?:" + b"|".join(NAMED) + rb");)"
_PERCENT = rb"%(?:" + _X + rb"{2}|u" + _X + rb"{4})"
_OTHERS = b"|".join((_PERCENT, _REFERENCE, WIDTHLESS))
_ESCAPE = re.compile(rb"(\\(?<!\\\\)\\*+" + _AFTER + b"|" + _OTHERS + b")")
#: An escape, seen from its last backslash on.
_END = re.compile(rb"\\" + _AFTER + b"|" + _OTHERS)
_WIDTHLESS = re.compile(WIDTHLESS)
_REST = re.compile(rb"\\*+(?:" + _AFTER + b")?")
_NUMBER = re.compile(rb"(?:(&#)|([x%])|[uxX]\{?)(" + _X + rb"+)[};]?\Z")
_BACKSLASH = ord("\\")
_NAME_AT_MOST = max(map(len, NAMED)) + 2
#: Bytes that are undone at once; a hostile text has an escape in every second byte.
_PIECE = 256 * 1024
_MOST_KEPT, _LONGEST_KEPT = 4096, 32


class _Signs(dict[bytes, bytes]):
    """Escape -> what it stands for, as far as it was met before."""

    def __missing__(self, escape: bytes) -> bytes:
        sign = _sign(escape)
        if len(self) < _MOST_KEPT and len(escape) <= _LONGEST_KEPT:
            self[escape] = sign
        return sign


_SIGNS = _Signs()


def _sign(escape: bytes) -> bytes:
    """Return one byte, or none for a character without width."""
    if escape[:1] == b"&" and escape[1:2] != b"#":
        return NAMED[escape[1:-1]]
    number = _NUMBER.search(escape)
    if number is None:
        return b"/" if escape[-1:] == b"/" else b" " if escape[:1] == b"\\" else b""
    code = int(number[3], 10 if number[1] else 16)
    if code < 128:
        return b" " if code < 32 else bytes((code,))
    # A byte of UTF-8, which the next layer reads; else a character.
    if number[2] and escape[:1] != b"&":
        return bytes((code,))
    if not is_widthless(code):
        return b"\xff"
    # A backslash that was escaped itself, before it: it may begin what comes after.
    backslashes = len(escape) - len(escape.lstrip(b"\\"))
    return b"\\" if backslashes & (backslashes - 1) else b""


class View:
    """A text with its escapes undone.

    Attributes:
        text: what patterns look at.
        mapped: whether it is any shorter than the text it came from.
    """

    __slots__ = ("_of", "_places", "_shifts", "mapped", "text")

    def __init__(self, text: bytes, of: bytes | None = None) -> None:
        self.text = text
        self.mapped = of is not None
        self._of = of
        #: Positions in `text` from which on the raw text is further ahead, rising; how far.
        self._places: array[int] | None = None
        self._shifts: array[int] = array("q")

    def raw(self, position: int) -> int:
        """Return where in the raw text a position of the view stands."""
        if self._of is None:
            return position
        if self._places is None:
            self._places = self._map(self._of)
        number = bisect_right(self._places, position)
        return position + (self._shifts[number - 1] if number else 0)

    def _map(self, raw: bytes) -> array[int]:
        places = array("q")
        at = start = 0
        for pieces in _pieces(raw):
            lengths = list(map(len, pieces))
            ends = list(accumulate(lengths, initial=start))[2::2]
            lengths[1::2] = [len(_SIGNS[escape]) for escape in pieces[1::2]]
            new = list(accumulate(lengths, initial=at))
            places.extend(new[2::2])
            self._shifts.extend(map(int.__sub__, ends, new[2::2]))
            start, at = start + sum(map(len, pieces)), new[-1]
        return places


def escaped(seen: View) -> bool:
    """Say whether a view may hold escapes of another layer."""
    return seen.mapped and _ESCAPE.search(seen.text) is not None


def view(text: bytes) -> View:
    """Undo one layer of escapes of a text; linear in its length."""
    if any(mark in text for mark in _SHORTER) or not (
        text.isascii() or _WIDTHLESS.search(text) is None
    ):
        return _undone(text)
    if b"\\" in text:
        text = _PLAIN.sub(b"  ", text.replace(_COMMONEST, b"  "))
    return View(text)


def _undone(text: bytes) -> View:
    out: list[bytes] = []
    for pieces in _pieces(text):
        pieces[1::2] = map(_SIGNS.__getitem__, pieces[1::2])
        out.append(b"".join(pieces))
    seen = b"".join(out)
    return View(text) if seen == text else View(seen, text)


def _pieces(text: bytes) -> Iterator[list[bytes]]:
    """Yield the text in turns: plain, escape, plain, ..., plain; cut where no escape is cut."""
    start = 0
    while start < len(text) or not start:
        end = _cut(text, start + _PIECE)
        yield _ESCAPE.split(text[start:end])
        if end == start:
            return
        start = end


def _cut(text: bytes, end: int) -> int:
    if end >= len(text):
        return len(text)
    # Nothing that begins an escape stands inside of one, so that it does not matter where one
    # begins to look.
    for match in _END.finditer(text, end - _NAME_AT_MOST, end + _NAME_AT_MOST):
        if match.start() < end < match.end():
            end = match.end()
    if text[end - 1] == _BACKSLASH:
        rest = _REST.match(text, end)
        end = rest.end() if rest is not None else end
    return end
