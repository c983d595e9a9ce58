"""Keys in pieces inside one body: over content parts, members of an array, lines of an event.

Strings of the same member name, strings that stand next to each other in an array (or one a line),
and the data of lines of server-sent events are read as one text each. Only keys are looked for in
these: what the end of one string and the beginning of the next come to is no text that anybody
wrote, and other kinds of secrets would be seen in it by chance.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from toolwire.io.secrets.kind import KEY
from toolwire.io.secrets.known import Known
from toolwire.io.secrets.search import OF_THIS_RUN, FoundSecret, find, masked

_KEYS = frozenset({OF_THIS_RUN, KEY})
#: Backslashes of a quote of JSON inside of a string of JSON: all quotes of one depth have as many,
#: and what stands before them belongs to the text.
_DEPTH = rb"(\\{1,31}+)"
#: Name and value of a member, the last two groups; the same inside of a string.
_MEMBER = re.compile(rb'"([^"\\]{1,64})"\s{0,8}:\s{0,8}"([^"\\]*(?:\\.[^"\\]*)*)"', re.DOTALL)
_INNER_MEMBER = re.compile(_DEPTH + rb'"([^"\\]{1,64})\1"\s{0,8}:\s{0,8}\1"([^"]*)\1"')
_NEWLINE = rb"(?:\r\n|\n|\r)"
_BETWEEN_STRINGS = re.compile(rb'"[\s,]{1,80}"(?=[^"]*+"\s*+[^:\s])')
_BETWEEN_INNER_STRINGS = re.compile(_DEPTH + rb'"[\s,]{1,80}\1"(?=[^"]*+"\s*+[^:\s])')
_BETWEEN_LINES = re.compile(
    rb"(?<![\r\n])" + _NEWLINE + rb"++(?:(?:event|id|retry):[^\r\n]*+" + _NEWLINE + rb")?data: ?"
)
#: A line of data that no document of JSON begins.
_BARE = re.compile(rb"[\r\n]data:[ \t]*+[^\s{\[]")
#: Two objects in an array: without any, no name stands there twice.
_OBJECTS = re.compile(rb"\}\s{0,80},\s{0,80}\{")
_MOST_NAMES = 1000


def joined_pieces(text: bytes) -> Iterator[bytes]:
    """Yield the texts that the pieces of a text make, as far as there are such pieces.

    Args:
        text: a body, or the documents in it, one after the other.
    """
    for way in _WAYS:
        together = way.joined(way.pattern, text)
        if together is not text:
            yield together


def in_pieces(text: bytes, values: Known) -> tuple[bytes, list[FoundSecret]]:
    """Return the text with keys masked that stand in pieces in it, and what was found.

    Args:
        text: see `joined_pieces`.
        values: keys of this run.
    """
    seen: list[FoundSecret] = []
    for way in _WAYS:
        together = way.joined(way.pattern, text)
        if together is text:
            continue
        found = keys(find(together, values))
        if found:
            text = _put(text, masked(together, found), way.places(way.pattern, text))
            seen += found
    return text, seen


def keys(found: Iterable[FoundSecret]) -> list[FoundSecret]:
    """Return those that are looked for in pieces."""
    return [one for one in found if one.kind in _KEYS]


def _of_names(members: re.Pattern[bytes], text: bytes) -> bytes:
    """Return the values of each name as one text; a quote between two names ends every secret."""
    if _OBJECTS.search(text) is None:
        return text
    by_name: dict[bytes, list[bytes]] = {}
    for *_, name, value in members.findall(text):
        if name in by_name:
            by_name[name].append(value)
        elif len(by_name) < _MOST_NAMES:
            by_name[name] = [value]
    return b'"'.join(map(b"".join, by_name.values())) if by_name else text


def _places_of_names(members: re.Pattern[bytes], text: bytes) -> Iterator[tuple[int, int]]:
    """Yield where the pieces of `_of_names` stand, the quotes between as places without length."""
    by_name: dict[bytes, array[int]] = {}
    for member in members.finditer(text):
        name, place = member[members.groups - 1], member.span(members.groups)
        if name in by_name:
            by_name[name].extend(place)
        elif len(by_name) < _MOST_NAMES:
            by_name[name] = array("q", place)
    for places in by_name.values():
        numbers = iter(places)
        yield from zip(numbers, numbers, strict=True)
        yield -1, 0


def _between(gap: re.Pattern[bytes], text: bytes) -> bytes:
    """Return the text without gaps."""
    if gap.search(text) is None:
        return text
    # `sub` would keep a list of all pieces: 180 bytes for each of what may be millions.
    together = bytearray()
    for start, end in _places_between(gap, text):
        together += text[start:end]
    return bytes(together)


def _between_lines(gap: re.Pattern[bytes], text: bytes) -> bytes:
    """Return the text without gaps, where some event is more than one line of JSON."""
    return _between(gap, text) if b"data:" in text and _BARE.search(text) is not None else text


def _places_between(gap: re.Pattern[bytes], text: bytes) -> Iterator[tuple[int, int]]:
    """Yield where the pieces of `_between` stand."""
    at = 0
    for match in gap.finditer(text):
        yield at, match.start()
        at = match.end()
    yield at, len(text)


def _put(text: bytes, clean: bytes, places: Iterator[tuple[int, int]]) -> bytes:
    """Return the text with the pieces of a joined text in their places."""
    out, at = bytearray(text), 0
    for start, end in places:
        if start >= 0:
            out[start:end] = clean[at : at + end - start]
        at += end - start
    return bytes(out)


class _Joining(NamedTuple):
    """How texts are joined, where their pieces stand, and what tells them."""

    joined: Callable[[re.Pattern[bytes], bytes], bytes]
    places: Callable[[re.Pattern[bytes], bytes], Iterator[tuple[int, int]]]
    pattern: re.Pattern[bytes]


_WAYS = (
    _Joining(_of_names, _places_of_names, _MEMBER),
    _Joining(_of_names, _places_of_names, _INNER_MEMBER),
    _Joining(_between, _places_between, _BETWEEN_STRINGS),
    _Joining(_between, _places_between, _BETWEEN_INNER_STRINGS),
    _Joining(_between_lines, _places_between, _BETWEEN_LINES),
)
