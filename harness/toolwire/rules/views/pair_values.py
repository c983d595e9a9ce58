"""Where two JSON values differ: the first path, and what stands there on both sides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, cast

from toolwire.io.json_diff import differences
from toolwire.io.json_text import JsonError, canonical, parse
from toolwire.model.conversation import Json
from toolwire.model.reply import ABSENT, Absent
from toolwire.rules.views.excerpt import excerpt

_ABSENT: Final = "absent"
#: Deeper values are compared as a whole.
_DEEPEST: Final = 32


@dataclass(frozen=True, slots=True)
class ValueDifference:
    """A path at which two values differ, and both sides, cut short."""

    path: str
    sides: tuple[Json, Json]


def first_difference(before: Json, after: Json) -> ValueDifference | None:
    """Return the first path at which two values are not the same; None when they are.

    The order of members does not count; 1 and 1.0 are the same number, 1 and true are not
    the same value.
    """
    return next(_differences(before, after), None)


def retyped(before: Json, after: Json) -> ValueDifference | None:
    """Return the first path at which one value is the other's JSON text; None for none."""
    return next((f for f in _differences(before, after) if _same_in_text(*f.sides)), None)


def _differences(before: Json, after: Json) -> Iterator[ValueDifference]:
    for path, *sides in differences(before, after, _same_leaf, deepest=_DEEPEST, resized=False):
        left, right = (excerpt(_ABSENT if side is ABSENT else cast("Json", side)) for side in sides)
        yield ValueDifference(path, (left, right))


def _same_leaf(before: Json | Absent, after: Json | Absent) -> bool:
    if _sort(before) is not _sort(after):
        return False
    if isinstance(before, dict):
        return _spelled(before) == _spelled(cast("Json", after))
    return before == after


def _spelled(value: Json) -> bytes:
    try:
        return canonical(value)
    except (JsonError, UnicodeError):
        return b""


def _sort(value: Json | Absent) -> type:
    """Return the type of a value, all numbers alike; True is no number here."""
    return float if type(value) is int else type(value)


def _same_in_text(before: Json, after: Json) -> bool:
    return _is_text_of(before, after) or _is_text_of(after, before)


def _is_text_of(text: Json, value: Json) -> bool:
    if not isinstance(text, str) or isinstance(value, str) or value is None:
        return False
    try:
        return _same(parse(text), value)
    except (JsonError, UnicodeError):
        return False


def _same(one: Json, other: Json) -> bool:
    return next(_differences(one, other), None) is None
