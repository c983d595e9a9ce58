"""The values that arguments hold, however deep, and whether two are alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.model.conversation import Json

#: Levels of nesting that are walked.
_DEEP: Final = 32


def inside(value: Json) -> Iterator[Json]:
    """Yield a value and every value in it, however deep."""
    open_ = [value]
    while open_:
        one = open_.pop()
        yield one
        if isinstance(one, dict):
            open_ += one.values()
        elif isinstance(one, list):
            open_ += one


def is_flat(value: Json) -> bool:
    """Return whether a value is nested no deeper than people write it, so that one may walk it."""
    level: list[Json] = [value]
    for _ in range(_DEEP):
        level = [one for above in level for one in _members(above)]
        if not level:
            return True
    return False


def _members(value: Json) -> list[Json]:
    if isinstance(value, dict):
        return [*value.values()]
    return value if isinstance(value, list) else []


def same(one: Json, other: Json) -> bool:
    """Return whether two values are alike to the type: 1, 1.0 and true differ."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other
