"""What differs between a clean exchange and a faulty one, in the form of a diff.

A line begins with `-` where it is the fault, with `+` where it is right, with a space where
both have it. Only what differs is kept, with a line around it, each line cut to its point.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final

from toolwire.model.exchange import Exchange, Headers, Response
from toolwire.rules.views.layout import pair

_LONGEST: Final = 150
_BEFORE: Final = 45
_MOST: Final = 24
_RUN: Final = 6
_AROUND: Final = 1
_NEAR: Final = 2
_LEFT_OUT: Final = "…"


def difference(clean: Exchange, faulty: Exchange) -> tuple[str, ...]:
    """Return the lines that tell a faulty exchange from a clean one.

    What differs in the request comes first; empty when the exchanges are alike.
    """
    parts = (*_requests(clean, faulty), *_responses(clean, faulty))
    return tuple(line for part in _between(parts) for line in part)


def _between(parts: Iterable[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """Yield the parts that are not empty, with a sign of what is left out between them."""
    first = True
    for part in filter(None, parts):
        yield part if first else (_LEFT_OUT, *part)
        first = False


def _requests(clean: Exchange, faulty: Exchange) -> Iterator[tuple[str, ...]]:
    right, wrong = clean.request, faulty.request
    if right is None or wrong is None or right == wrong:
        return
    yield diff(
        [f"{right.method} {right.url}", *_headers(right.headers)],
        [f"{wrong.method} {wrong.url}", *_headers(wrong.headers)],
    )
    yield diff(*pair(right.body, wrong.body))


def _responses(clean: Exchange, faulty: Exchange) -> Iterator[tuple[str, ...]]:
    right, wrong = clean.response, faulty.response
    yield diff(
        [f"HTTP {right.status}", *_headers(right.headers)],
        [f"HTTP {wrong.status}", *_headers(wrong.headers)],
    )
    yield diff(*pair(right.body, wrong.body))
    yield diff(_end(right), _end(wrong))


def _end(response: Response) -> list[str]:
    return ["(closed before the body was ended)" if response.broken_off else "(the body is ended)"]


def _headers(headers: Headers) -> list[str]:
    return [f"{name.lower()}: {value}" for name, value in sorted(headers)]


def diff(right: Sequence[str], wrong: Sequence[str]) -> tuple[str, ...]:
    """Return the lines of a diff from `wrong` to `right`; empty when they are alike."""
    matcher = SequenceMatcher(None, wrong, right, autojunk=False)
    found: list[str] = []
    for group in matcher.get_grouped_opcodes(_AROUND):
        if found:
            found.append(_LEFT_OUT)
        for tag, a, b, c, d in group:
            if tag == "equal":
                found += [f"  {cut(wrong[at], _own(wrong, at))}" for at in range(a, b)]
            else:
                found += _changed(wrong, range(a, b), right, range(c, d))
    return tuple(found if len(found) <= _MOST else [*found[: _MOST - 1], _LEFT_OUT])


def _changed(
    wrong: Sequence[str], its: range, right: Sequence[str], others: range
) -> Iterator[str]:
    points = [_parting(wrong[a], right[b]) for a, b in zip(its, others, strict=False)]
    yield from _signed("-", wrong, its, points)
    yield from _signed("+", right, others, points)


def _signed(sign: str, lines: Sequence[str], places: range, points: list[int]) -> Iterator[str]:
    """Yield changed lines, those in the middle of a long run left out."""
    for nth, at in enumerate(places):
        if len(places) > _RUN and _RUN - 2 <= nth < len(places) - 1:
            if nth == _RUN - 2:
                yield f"{sign} {_LEFT_OUT}"
            continue
        yield f"{sign} {cut(lines[at], points[nth] if nth < len(points) else _own(lines, at))}"


def _own(lines: Sequence[str], at: int) -> int:
    """Return where a line begins to differ from those around it, as events of a stream do.

    Of a short one that is not looked for: it is shown as it is.
    """
    if len(lines[at]) <= _LONGEST:
        return 0
    near = range(max(at - _NEAR, 0), min(at + _NEAR + 1, len(lines)))
    return max((_shared(lines[at], lines[other]) for other in near if other != at), default=0)


def _parting(one: str, other: str) -> int:
    """Return where two lines part, of which one is too long to be shown as it is; else 0."""
    return _shared(one, other) if max(len(one), len(other)) > _LONGEST else 0


def _shared(one: str, other: str) -> int:
    """Return how many characters two lines begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def cut(line: str, point: int = 0) -> str:
    """Return a line as it is when it is short, else the part around a point of it."""
    if len(line) <= _LONGEST:
        return line
    start = max(min(point - _BEFORE, len(line) - _LONGEST), 0)
    end = start + _LONGEST
    return f"{_LEFT_OUT if start else ''}{line[start:end]}{_LEFT_OUT if end < len(line) else ''}"
