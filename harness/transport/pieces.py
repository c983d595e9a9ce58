"""Keys in pieces inside one body: over content parts, members of an array, lines of an event.

Strings of the same member name, strings that stand next to each other in an array (or one a line),
and the data of lines of server-sent events are read as one text each. Only keys are looked for in
these: what the end of one string and the beginning of the next come to is no text that anybody
wrote, and other kinds of secrets would be seen in it by chance.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator

from harness.transport.kind import KEY, cut_short
from harness.transport.known import Known
from harness.transport.secret import OF_THIS_RUN, Found, find, masked

__all__ = ["in_pieces"]

_KEYS = frozenset({OF_THIS_RUN, KEY})
#: A quote of JSON inside of a string of JSON.
_QUOTE = rb'(?<!\\)\\++"'
#: Name and value of a member; the same inside of a string.
_MEMBERS = (
    re.compile(
        rb'"([^"\\]{1,64})"\s{0,8}:\s{0,8}"([^"\\]*(?:\\.[^"\\]*)*)"',
        re.DOTALL,
    ),
    re.compile(
        _QUOTE + rb'([^"\\]{1,64})\\++"\s{0,8}:\s{0,8}\\++"([^"\\]*(?:\\++[^"\\][^"\\]*)*)\\++"'
    ),
)
_NEWLINE = rb"(?:\r\n|\n|\r)"
#: What stands between two strings of an array, and between the data of two lines.
_GAPS = (
    re.compile(rb'(?<!\\)\\*+"[\s,]{1,80}\\*+"(?=[^"]*"\s*+[^:\s])'),
    re.compile(
        rb"(?<![\r\n])"
        + _NEWLINE
        + rb"++(?:(?:event|id|retry):[^\r\n]*+"
        + _NEWLINE
        + rb")?data: ?"
    ),
)
_MOST_NAMES = 1000


def in_pieces(text: bytes, values: Known) -> tuple[bytes, list[Found]]:
    """Return the text with keys masked that stand in pieces in it, and what was found.

    Args:
        text: a body, or the documents in it, one after the other.
        values: keys of this run.
    """
    seen: list[Found] = []
    if not values.values and not cut_short(text):
        return text, seen
    for joined, places, pattern in _WAYS:
        together = joined(pattern, text)
        found = [one for one in find(together, values) if one.kind in _KEYS]
        if found:
            text = _put(text, masked(together, found), places(pattern, text))
            seen += found
    return text, seen


def _of_names(members: re.Pattern[bytes], text: bytes) -> bytes:
    """Return the values of each name as one text; a quote between two names ends every secret."""
    by_name: dict[bytes, list[bytes]] = {}
    for name, value in members.findall(text):
        if name in by_name:
            by_name[name].append(value)
        elif len(by_name) < _MOST_NAMES:
            by_name[name] = [value]
    return b'"'.join(map(b"".join, by_name.values()))


def _places_of_names(members: re.Pattern[bytes], text: bytes) -> Iterator[tuple[int, int]]:
    """Yield where the pieces of `_of_names` stand, the quotes between as places without length."""
    by_name: dict[bytes, array[int]] = {}
    for member in members.finditer(text):
        name = member[1]
        if name in by_name:
            by_name[name].extend(member.span(2))
        elif len(by_name) < _MOST_NAMES:
            by_name[name] = array("q", member.span(2))
    for places in by_name.values():
        numbers = iter(places)
        yield from zip(numbers, numbers, strict=True)
        yield -1, 0


def _between(gap: re.Pattern[bytes], text: bytes) -> bytes:
    """Return the text without gaps."""
    return gap.sub(b"", text)


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


#: How texts are joined, where the pieces stand, and what tells them.
_WAYS = (
    *((_of_names, _places_of_names, pattern) for pattern in _MEMBERS),
    *((_between, _places_between, pattern) for pattern in _GAPS),
)
