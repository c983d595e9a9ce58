"""Where the value of a pointer stands in the bytes of a JSON document, which stays as it is.

Nothing is parsed to values and written again, so that what is marked is what was sent: spacing,
escapes, the spelling of numbers. Of members of one name the last counts, as it does in
`toolwire.io.json_text`; so an object that is cut off has no value to show. No recursion: depth
costs nothing but time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from toolwire.io.json_text import JsonError, parse

_BOM = b"\xef\xbb\xbf"
_SPACE = re.compile(rb"[ \t\r\n]*")
_STRING = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_WORD = re.compile(rb"-?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|null")
#: What nesting is made of; a quote alone is a text without its end.
_NESTING = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"|["\[\]{}]', re.DOTALL)
_CLOSES = {b"[": b"]", b"{": b"}"}
_INDEX = re.compile(r"0|[1-9][0-9]{0,8}", re.ASCII)


class Span(NamedTuple):
    """Bytes of a document, from `start` up to `end`."""

    start: int
    end: int


class FoundValue(NamedTuple):
    """What a path leads to, as far as it goes.

    Attributes:
        value: the bytes of the deepest value on the path.
        member: where its name begins in an object; without one where the value begins.
        steps: how many steps of the path lead there; fewer than all where the rest is missing.
    """

    value: Span
    member: int
    steps: int


class _NotJsonError(Exception):
    """The document ends, or goes on as JSON does not."""


def locate(document: bytes, path: Sequence[str]) -> FoundValue | None:
    """Find the value at a path.

    Args:
        document: one JSON document; a byte order mark is passed over.
        path: the steps of a pointer, unescaped.

    Returns:
        The value, or the deepest one on the way to it where members are missing; None where the
        bytes on the way, up to the ends of what they stand in, are not JSON.
    """
    try:
        return _located(document, path)
    except _NotJsonError:
        return None


def elements(document: bytes) -> tuple[Span, ...] | None:
    """Return where the elements of an array stand; None where the document is no whole array."""
    at = _space(document, _begin(document))
    if document[at : at + 1] != b"[":
        return None
    try:
        found = tuple(value for _, value in _children(document, at))
        end = found[-1].end if found else at + 1
        closed = _space(document, _expected(document, _space(document, end), b"]"))
    except _NotJsonError:
        return None
    return found if closed == len(document) else None


def _located(document: bytes, path: Sequence[str]) -> FoundValue:
    start = _space(document, _begin(document))
    member = start
    for followed, step in enumerate(path):
        found = _child(document, start, step)
        if found is None:
            return FoundValue(Span(start, _end(document, start)), member, followed)
        member, start = found
    return FoundValue(Span(start, _end(document, start)), member, len(path))


def _begin(document: bytes) -> int:
    return len(_BOM) if document.startswith(_BOM) else 0


def _child(document: bytes, start: int, step: str) -> tuple[int, int] | None:
    """Return where a step leads to, name and value; None where the value has no such child."""
    opening = document[start : start + 1]
    if opening == b"{":
        last = None
        for name, value in _children(document, start):
            if _names(document[name.start : name.end], step):
                last = (name.start, value.start)
        return last
    if opening == b"[" and _INDEX.fullmatch(step):
        wanted = int(step)
        for number, (_, value) in enumerate(_children(document, start)):
            if number == wanted:
                return value.start, value.start
    return None


def _names(spelled: bytes, step: str) -> bool:
    if b"\\" not in spelled:
        return spelled[1:-1] == step.encode("utf-8", "surrogatepass")
    try:
        return parse(spelled) == step
    except JsonError:
        return False


def _children(document: bytes, start: int) -> Iterator[tuple[Span, Span]]:
    """Yield name and value of each child of an object or array; elements have an empty name."""
    named = document[start : start + 1] == b"{"
    closing = _CLOSES[document[start : start + 1]]
    at = _space(document, start + 1)
    if document[at : at + 1] == closing:
        return
    while True:
        name = Span(at, at)
        if named:
            name = Span(at, _string_end(document, at))
            at = _space(document, _expected(document, _space(document, name.end), b":"))
        value = Span(at, _end(document, at))
        yield name, value
        at = _space(document, value.end)
        if document[at : at + 1] == closing:
            return
        at = _space(document, _expected(document, at, b","))


def _end(document: bytes, start: int) -> int:
    """Return where the value that begins at `start` ends."""
    opening = document[start : start + 1]
    if opening == b'"':
        return _string_end(document, start)
    if opening not in _CLOSES:
        word = _WORD.match(document, start)
        if word is None:
            raise _NotJsonError
        return word.end()
    open_: list[bytes] = []
    for found in _NESTING.finditer(document, start):
        token = found[0]
        if token in _CLOSES:
            open_.append(_CLOSES[token])
        elif token == b'"' or (len(token) == 1 and open_.pop() != token):
            raise _NotJsonError
        if not open_:
            return found.end()
    raise _NotJsonError


def _string_end(document: bytes, start: int) -> int:
    found = _STRING.match(document, start)
    if found is None:
        raise _NotJsonError
    return found.end()


def _expected(document: bytes, at: int, sign: bytes) -> int:
    if document[at : at + 1] != sign:
        raise _NotJsonError
    return at + 1


def _space(document: bytes, at: int) -> int:
    found = _SPACE.match(document, at)
    return found.end() if found else at
