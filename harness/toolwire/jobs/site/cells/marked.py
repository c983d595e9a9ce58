"""Bytes as a page shows them: as they are, marked where a finding stands, cut around the marks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from toolwire.io.json_spans import Span

#: Bytes that are shown on both sides of a mark, of its two ends, and of those of a body.
_AROUND: Final = 240
_BEGIN: Final = 700
_END: Final = 160
#: What is left out has to be worth the words that say so.
_LEAST_LEFT_OUT: Final = 120


class TokenKind(StrEnum):
    """`text`; `open` and `close` of a mark; `absent`: a mark of what is not there; `gap`."""

    TEXT = "text"
    OPEN = "open"
    CLOSE = "close"
    ABSENT = "absent"
    GAP = "gap"


@dataclass(frozen=True, slots=True)
class MarkLabel:
    """A rule that a mark is about: its id, its page ("" where there is none), and what was found."""

    rule: str
    page: str
    message: str


@dataclass(frozen=True, slots=True)
class ByteMark:
    """What is marked in a body.

    Attributes:
        id: of the element on the page.
        span: its bytes; empty for what is missing there.
        labels: the rules it is about.
        missing: name of the member that is missing; "" where bytes are marked.
    """

    id: str
    span: Span
    labels: tuple[MarkLabel, ...]
    missing: str = ""


@dataclass(frozen=True, slots=True)
class Token:
    """One piece of what is shown.

    Attributes:
        kind: what it is.
        text: the bytes as text; of `absent` the name of what is missing.
        mark: of `open`, `close` and `absent`.
        left_out: of `gap`, how many bytes are not shown.
    """

    kind: TokenKind
    text: str = ""
    mark: ByteMark | None = None
    left_out: int = 0


def tokens(body: bytes, window: Span, marks: Sequence[ByteMark], most: int) -> tuple[Token, ...]:
    """Return a part of a body, marked.

    Args:
        body: all bytes.
        window: the part.
        marks: those in it; what is not, is left out.
        most: bytes up to which all of the part is shown; beyond, what is around marks and the ends.
    """
    inside = [one for one in marks if window.start <= one.span.start <= one.span.end <= window.end]
    found = tuple(_nested(sorted(inside, key=_order)))
    kept = _kept(body, window, found, most)
    return tuple(_tokens(body, window, found, kept))


def _order(mark: ByteMark) -> tuple[int, bool, int, str]:
    """Sort by place; what is missing at the begin of an object stands before its first member."""
    start, end = mark.span
    return (start, end > start, -end, mark.id)


def _nested(marks: Iterable[ByteMark]) -> Iterator[ByteMark]:
    """Leave out marks that would cross another: values of JSON lie within each other or apart."""
    open_: list[int] = []
    for mark in marks:
        while open_ and open_[-1] <= mark.span.start:
            open_.pop()
        if not open_ or mark.span.end <= open_[-1]:
            if mark.span.end > mark.span.start:
                open_.append(mark.span.end)
            yield mark


def _kept(body: bytes, window: Span, marks: Sequence[ByteMark], most: int) -> list[Span]:
    """Return the parts that are shown, in order and apart."""
    if window.end - window.start <= most:
        return [window]
    wanted = [
        Span(window.start, window.start + min(_BEGIN, most // 2)),
        Span(window.end - min(_END, most // 4), window.end),
    ]
    for mark in marks:
        start, end = mark.span
        wanted.append(Span(start - _AROUND, min(end, start + _BEGIN)))
        wanted.append(Span(max(start, end - _END), end + _AROUND))
    kept: list[Span] = []
    for one in sorted(Span(max(w.start, window.start), min(w.end, window.end)) for w in wanted):
        start, end = _whole(body, one.start), _whole(body, one.end)
        if kept and start - kept[-1].end < _LEAST_LEFT_OUT:
            kept[-1] = Span(kept[-1].start, max(kept[-1].end, end))
        else:
            kept.append(Span(start, end))
    return kept


def _whole(body: bytes, at: int) -> int:
    """Return the place before a character that would be cut in two."""
    back = at
    while back > 0 and at - back < 3 and back < len(body) and body[back] & 0xC0 == 0x80:
        back -= 1
    return back


def _tokens(
    body: bytes, window: Span, marks: Sequence[ByteMark], kept: Sequence[Span]
) -> Iterator[Token]:
    at = window.start
    for place, token in (*_edges(marks), (window.end, None)):
        yield from _between(body, Span(at, place), kept)
        at = place
        if token is not None:
            yield token


def _edges(marks: Sequence[ByteMark]) -> Iterator[tuple[int, Token]]:
    """Yield where marks begin and end, in the order in which they have to stand."""
    open_: list[ByteMark] = []
    for mark in marks:
        while open_ and open_[-1].span.end <= mark.span.start:
            last = open_.pop()
            yield last.span.end, Token(TokenKind.CLOSE, mark=last)
        if mark.span.start == mark.span.end:
            yield mark.span.start, Token(TokenKind.ABSENT, mark.missing, mark)
        else:
            open_.append(mark)
            yield mark.span.start, Token(TokenKind.OPEN, mark=mark)
    while open_:
        last = open_.pop()
        yield last.span.end, Token(TokenKind.CLOSE, mark=last)


def _between(body: bytes, span: Span, kept: Sequence[Span]) -> Iterator[Token]:
    """Yield the text of a part, and gaps for what of it is not kept."""
    at = span.start
    for one in kept:
        start, end = max(one.start, at), min(one.end, span.end)
        if start >= end:
            continue
        if start > at:
            yield Token(TokenKind.GAP, left_out=start - at)
        yield Token(TokenKind.TEXT, shown(body[start:end]))
        at = end
    if at < span.end:
        yield Token(TokenKind.GAP, left_out=span.end - at)


def shown(data: bytes) -> str:
    r"""Return bytes as text; one that is no UTF-8 is shown as `\xff`."""
    return data.decode("utf-8", "backslashreplace")
