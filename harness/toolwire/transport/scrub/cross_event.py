"""Strings that go on in the next event: the deltas of one text, told by where they stand.

No dialect is asked. Strings at the same place of successive documents are taken as one text, once
over all events and once apart for each set of `index` numbers, because parallel calls are
interleaved. Constants (the same string in every event) are left out. A place is a path; where no
string stands in an array, the member's name and how many of that name came before tell as much,
at a third of the time. Room and time are linear in the body, whatever it holds: depth, places and
index numbers are bounded.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias, TypeVar

from toolwire.io.secrets.known import Known
from toolwire.io.secrets.search import find, masked
from toolwire.transport.scrub.part import DocumentPart
from toolwire.transport.scrub.replacement import Replacement, replacements

#: An unterminated string reaches to the end, so that no look for its end is made twice.
_TOKEN = re.compile(rb'"([^"\\]*(?:\\(?:.|\Z)[^"\\]*)*)(?:"(\s*:)?|\Z)|[{}\[\],]', re.DOTALL)
_MEMBER = re.compile(
    rb'"([^"\\]{1,64})"\s{0,8}:\s{0,8}"([^"\\]+(?:\\.[^"\\]*)*|(?:\\.[^"\\]*)+)"', re.DOTALL
)
_IN_ARRAY = re.compile(rb'\[\s{0,8}"')
_INDEX = re.compile(rb'"\w{0,40}[iI]ndex"\s{0,4}:\s{0,4}(\d{1,9})')
_QUOTE = ord('"')
_OPENERS, _CLOSERS = b"[{", b"]}"
_DEEPEST = 64
_MOST_PATHS = 20_000
_MOST_INDEXES = 8

#: Number of the document; first byte and end of a string in it, without quotes.
_Piece: TypeAlias = tuple[int, int, int]
_Path: TypeAlias = tuple[bytes | int, ...]
_Place = TypeVar("_Place")
#: Pieces one after the other as flat numbers: a hostile body has millions.
_Flat: TypeAlias = "array[int]"


@dataclass(frozen=True, slots=True)
class Spread:
    """What was masked: its kinds, and each stand-in with what it stands for, in one piece."""

    kinds: frozenset[str]
    replacements: tuple[Replacement, ...]


def in_stream(parts: Sequence[DocumentPart], texts: list[bytes], values: Known) -> Spread:
    """Mask in `texts` what is packed or spread over several parts, and return what was found.

    Args:
        parts: the documents of a body.
        texts: their texts; changed in place, each keeps its length.
        values: keys of this run.
    """
    strings = list(_cross_event_strings(texts))
    # A quote between two strings ends every secret; one look at all of them is far cheaper.
    joined = b'"'.join(
        b"".join(texts[number][start:end] for number, start, end in _pieces(string))
        for string in strings
    )
    seen = find(joined, values)
    pairs: list[Replacement] = []
    if seen:
        clean = masked(joined, seen)
        pairs += replacements(joined, clean, seen)
        _spread(texts, strings, joined, clean)
    for number, part in enumerate(parts):
        found = find(texts[number], values) if part.packed else []
        if found:
            clean = masked(texts[number], found)
            pairs += replacements(texts[number], clean, found)
            texts[number] = clean
            seen += found
    return Spread(frozenset(one.kind for one in seen), tuple(pairs))


def _spread(texts: list[bytes], strings: list[_Flat], joined: bytes, clean: bytes) -> None:
    changed: dict[int, bytearray] = {}
    at = 0
    for string in strings:
        for number, start, end in _pieces(string):
            after = at + end - start
            # What another string has masked already stays masked.
            if clean[at:after] != joined[at:after]:
                if number not in changed:
                    changed[number] = bytearray(texts[number])
                changed[number][start:end] = clean[at:after]
            at = after
        at += 1
    for number, text in changed.items():
        texts[number] = bytes(text)


def _cross_event_strings(texts: Sequence[bytes]) -> Iterator[_Flat]:
    """Yield the pieces of every string that goes on over several places, in order."""
    whole: dict[_Path, _Flat] = {}
    apart: dict[tuple[_Path, tuple[bytes, ...]], _Flat] = {}
    places = _leaves if _has_arrays(texts) else _members
    for number, text in enumerate(texts):
        if b'"' not in text:
            continue  # no string: millions of brackets, for one
        indexes = tuple(match[1] for match in islice(_INDEX.finditer(text), _MOST_INDEXES))
        for path, start, end in places(text):
            _add(whole, path, (number, start, end))
            _add(apart, (path, indexes), (number, start, end))
    for flat in whole.values():
        if _goes_on(flat, texts):
            yield flat
    for (path, _), flat in apart.items():
        if len(flat) < len(whole.get(path, ())) and _goes_on(flat, texts):
            yield flat


def _has_arrays(texts: Sequence[bytes]) -> bool:
    """Say whether a document is an array, or has one that begins with a string."""
    if any(text[:64].lstrip()[:1] == b"[" for text in texts):
        return True
    # One look at all of them; nothing that is looked for goes on beyond a zero.
    return _IN_ARRAY.search(b"\0".join(texts)) is not None


def _add(known: dict[_Place, _Flat], place: _Place, piece: _Piece) -> None:
    flat = known.get(place)
    if flat is not None:
        flat.extend(piece)
    elif len(known) < _MOST_PATHS:
        known[place] = array("Q", piece)


def _goes_on(flat: _Flat, texts: Sequence[bytes]) -> bool:
    """Say whether there are several pieces, and not the same ones over and over."""
    pieces = _pieces(flat)
    number, start, end = next(pieces)
    first = texts[number][start:end]
    return any(texts[number][start:end] != first for number, start, end in pieces)


def _pieces(flat: _Flat) -> Iterator[_Piece]:
    numbers = iter(flat)
    return zip(numbers, numbers, numbers, strict=True)


def _members(text: bytes) -> Iterator[tuple[_Path, int, int]]:
    """Yield name, its number among those of that name, and place of string members."""
    seen: dict[bytes, int] = {}
    for member in _MEMBER.finditer(text):
        name = member[1]
        number = seen[name] = seen.get(name, 0) + 1
        yield (name, number), *member.span(2)


def _leaves(text: bytes) -> Iterator[tuple[_Path, int, int]]:
    """Yield path and place of every string value that is not empty."""
    # The key one is at in an object, the position in an array.
    stack: list[bytes | int] = []
    for token in _TOKEN.finditer(text):
        sign = text[token.start()]
        if sign == _QUOTE:
            start, end = token.span(1)
            if token[2] is not None:
                if stack:
                    stack[-1] = token[1]
            elif start < end and len(stack) <= _DEEPEST:
                # The elements of one array over everything are the events of a stream.
                yield tuple(stack[1:] if stack and stack[0].__class__ is int else stack), start, end
        elif sign in _OPENERS:
            stack.append(0 if sign == _OPENERS[0] else b"")
        elif sign in _CLOSERS:
            if stack:
                stack.pop()
        elif stack and isinstance(last := stack[-1], int):
            stack[-1] = last + 1
