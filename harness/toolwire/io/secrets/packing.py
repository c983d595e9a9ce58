"""What stands in a text as base64 or hex, unpacked, with the way back to the signs it came from.

Where a packed value begins is not known: a path or a word may stand right before it, and a key may
begin in the middle of what was packed. So every run of such signs is unpacked four times (hex:
twice), each time from one sign further on. What comes of the wrong beginnings, and of ids and
signatures, is noise.
"""

from __future__ import annotations

import re
from binascii import a2b_base64, a2b_hex
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import TypeAlias

from toolwire.io.secrets.entity import WIDTHLESS
from toolwire.io.secrets.known import Known

#: Signs that so many letters take up in base64, without those that fill up; see `known`.
_SHORTEST, _SHORTEST_OF_KNOWN = 16, 11
_URL_SAFE = bytes.maketrans(b"-_", b"+/")
_MARK, _NONE = b"\1", b"\0"
_HEX = re.compile(rb"[0-9A-Fa-f]{16,}")
#: Between runs, so that one call unpacks them all. From wherever it is unpacked, a quote or a byte
#: that is no text comes of it, which ends every secret.
_BETWEEN, _BETWEEN_HEX = b"IiIiIiIi", b"2222"
#: Signs of more than this are unpacked in one way after the other, to spare memory.
_LARGE = 256 * 1024
#: Bytes in a row that are all text are no accident: in noise once in 150,000 bytes.
_TEXT = 12


def _table(signs: str) -> bytes:
    return bytes(_MARK[0] if chr(n) in signs else _NONE[0] for n in range(256))


_PACKED = _table("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_")
#: Text between whose letters there may be characters without width.
_WIDTHLESS = re.compile(WIDTHLESS)
_STRETCH = re.compile(rb"(?:[\t\n\r -~]|" + WIDTHLESS + rb"){%d,}" % _TEXT)
_READABLE = _table("\t\n\r" + "".join(map(chr, range(32, 127))))

#: A run of signs -> where it stands in the text; one number while it stands there once.
_Runs: TypeAlias = dict[bytes, int | list[int]]


class _Base64:
    """The runs of a text, one after the other."""

    bits = 6

    def __init__(self, runs: _Runs) -> None:
        self._runs = runs
        self.signs = _BETWEEN.join([run + b"AAA"[: -len(run) % 4] for run in runs])

    @cached_property
    def _starts(self) -> list[int]:
        sizes = (len(run) + -len(run) % 4 + len(_BETWEEN) for run in self._runs)
        return list(accumulate(sizes, initial=0))

    @cached_property
    def _ordered(self) -> list[bytes]:
        return list(self._runs)

    def unpacked(self, offset: int) -> bytes:
        """Return what the signs hold, some of them left out at the beginning."""
        whole = self.signs[offset:].translate(_URL_SAFE)
        return a2b_base64(whole + b"AAA"[: -len(whole) % 4])

    def places(self, first: int, last: int) -> Iterator[tuple[int, int]]:
        """Yield where signs stand in the text that the runs are of."""
        number = bisect_right(self._starts, first) - 1
        run = self._ordered[number]
        first -= self._starts[number]
        last = min(last - self._starts[number], len(run))
        places = self._runs[run]
        if first < last:
            for place in (places,) if isinstance(places, int) else places:
                yield place + first, place + last


class _Hex:
    """What may be hex among signs of base64."""

    bits = 4

    def __init__(self, base64: _Base64) -> None:
        self._base64 = base64
        runs = [match.span() for match in _HEX.finditer(base64.signs)]
        self._firsts = [first for first, _ in runs]
        pieces = [base64.signs[first:last] + b"2"[: (last - first) % 2] for first, last in runs]
        self.signs = _BETWEEN_HEX.join(pieces)
        sizes = (len(piece) + len(_BETWEEN_HEX) for piece in pieces)
        self._starts = list(accumulate(sizes, initial=0))

    def unpacked(self, offset: int) -> bytes:
        """Return what the signs hold, some of them left out at the beginning."""
        whole = self.signs[offset:]
        return a2b_hex(whole + b"2"[: len(whole) % 2])

    def places(self, first: int, last: int) -> Iterator[tuple[int, int]]:
        """Yield where signs stand in the text."""
        number = bisect_right(self._starts, first) - 1
        further = self._firsts[number] - self._starts[number]
        return self._base64.places(first + further, last + further)


class Unpacked:
    """Everything packed of a text, unpacked in one or several ways.

    Args:
        ways: what is packed, and how many signs of it are left out.

    Attributes:
        text: what was packed, quotes between; and noise.
    """

    def __init__(self, ways: Sequence[tuple[_Base64 | _Hex, int]]) -> None:
        self._ways = ways
        texts = [signs.unpacked(offset) for signs, offset in ways]
        self._starts = list(accumulate((len(text) + 1 for text in texts), initial=0))
        self.text = b'"'.join(texts)

    def places(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield where `[start, end)` of `text` stands in the text it came from, each time."""
        way = bisect_right(self._starts, start) - 1
        signs, offset = self._ways[way]
        start, end = start - self._starts[way], end - self._starts[way]
        first, last = start * 8 // signs.bits, -(-end * 8 // signs.bits)
        return signs.places(first + offset, last + offset)


def unpacked(text: bytes, values: Known) -> Iterator[Unpacked]:
    """Yield what is packed in a text.

    Args:
        text: with its escapes undone.
        values: what is looked for; short ones make for short runs.
    """
    runs = _runs(text, _SHORTEST_OF_KNOWN if values.short else _SHORTEST)
    if not runs:
        return
    base64 = _Base64(runs)
    ways: list[tuple[_Base64 | _Hex, int]] = [(base64, offset) for offset in range(4)]
    if _HEX.search(base64.signs) is not None:
        hexes = _Hex(base64)
        ways += ((hexes, offset) for offset in range(2))
    if len(base64.signs) < _LARGE:
        yield Unpacked(ways)
    else:
        yield from (Unpacked((way,)) for way in ways)


def _runs(text: bytes, shortest: int) -> _Runs:
    """Return the runs of signs of base64; those of hex are among them."""
    marked = text.translate(_PACKED)
    runs: _Runs = {}
    long = _MARK * shortest
    at = marked.find(long)
    while at >= 0:
        end = marked.find(_NONE, at)
        end = len(text) if end < 0 else end
        run = text[at:end]
        before = runs.setdefault(run, at)
        if isinstance(before, list):
            before.append(at)
        elif before != at:
            runs[run] = [before, at]
        at = marked.find(long, end)
    return runs


def readable(text: bytes) -> bytes | None:
    """Return a text with quotes for all that is noise; None if there is nothing else."""
    clean = bytearray(b'"') * len(text)
    some = False
    for start, end in _stretches(text):
        clean[start:end] = text[start:end]
        some = True
    return bytes(clean) if some else None


def _stretches(text: bytes) -> Iterator[tuple[int, int]]:
    if _WIDTHLESS.search(text) is not None:
        yield from (match.span() for match in _STRETCH.finditer(text))
        return
    marked, long = text.translate(_READABLE), _MARK * _TEXT
    at = marked.find(long)
    while at >= 0:
        end = marked.find(_NONE, at)
        end = len(text) if end < 0 else end
        yield at, end
        at = marked.find(long, end)
