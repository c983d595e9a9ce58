"""Which path belongs to which dialect: those that the official SDKs ask for.

Paths are compared as they were sent, percent signs and all, since a model id may hold an encoded
slash or colon.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from toolwire.dialects import load_dialect
from toolwire.dialects.wire import BesideRoute, Models


@dataclass(frozen=True, slots=True)
class Match:
    """What a request is to.

    Attributes:
        dialect: name of the dialect that answers it, an error included.
        method: the method this path takes; "" when nothing is at this path.
        lists: it asks for the models.
        beside: what answers it where it is beside the dialect's own paths; None elsewhere.
    """

    dialect: str
    method: str = ""
    lists: bool = False
    beside: BesideRoute | None = None


def find(path: str, dialects: Sequence[str], method: str = "") -> Match:
    """Return what is at a path, without its query.

    Args:
        path: as it was sent.
        dialects: the names of those that are served, at least one; the first that has the
            path is named. A path of none goes to the one that has the likest paths.
        method: that is asked with, where a path takes several; "" for any.
    """
    for name in dialects:
        if any(re.fullmatch(pattern, path) for pattern in load_dialect(name).wire.serving.paths):
            return Match(name, "POST")
    listing = [(models.rank, name) for name, models in _lists(dialects) if models.path == path]
    if listing:
        return Match(min(listing)[1], "GET", lists=True)
    others = list(_beside(path, dialects))
    if others:
        fit = [(rank, name, route) for rank, name, route in others if route.method == method]
        _, name, route = min(fit or others, key=lambda other: other[0])
        return Match(name, route.method, beside=route)
    return Match(max(dialects, key=lambda name: _likeness(path, name)))


def _beside(path: str, dialects: Sequence[str]) -> Iterator[tuple[int, str, BesideRoute]]:
    for name in dialects:
        wire = load_dialect(name).wire
        rank = 0 if wire.models is None else wire.models.rank
        for route in wire.serving.beside:
            if re.fullmatch(route.path, path):
                yield rank, name, route


def _lists(dialects: Sequence[str]) -> Iterator[tuple[str, Models]]:
    for name in dialects:
        models = load_dialect(name).wire.models
        if models is not None:
            yield name, models


def _likeness(path: str, name: str) -> int:
    """Return how many characters a path has in common with one of a dialect's own."""
    wire = load_dialect(name).wire
    known = (*wire.serving.beginnings, "" if wire.models is None else wire.models.path)
    return max(_in_common(path, own) for own in known)


def _in_common(one: str, other: str) -> int:
    same = (a == b for a, b in zip(one, other, strict=False))
    return sum(1 for _ in takewhile(bool, same))
