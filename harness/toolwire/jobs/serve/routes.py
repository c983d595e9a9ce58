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
from toolwire.dialects.wire import Models


@dataclass(frozen=True, slots=True)
class Match:
    """What a request is to.

    Attributes:
        dialect: name of the dialect that answers it, an error included.
        method: the method this path takes; "" when nothing is at this path.
        lists: it asks for the models.
    """

    dialect: str
    method: str = ""
    lists: bool = False


def find(path: str, dialects: Sequence[str]) -> Match:
    """Return what is at a path, without its query.

    Args:
        path: as it was sent.
        dialects: the names of those that are served, at least one; the first that has the
            path is named. A path of none goes to the one that has the likest paths.
    """
    for name in dialects:
        if any(re.fullmatch(pattern, path) for pattern in load_dialect(name).wire.serving.paths):
            return Match(name, "POST")
    listing = [(models.rank, name) for name, models in _lists(dialects) if models.path == path]
    if listing:
        return Match(min(listing)[1], "GET", lists=True)
    return Match(max(dialects, key=lambda name: _likeness(path, name)))


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
