"""Where two JSON values differ: pointers, and what stands there on both sides."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import zip_longest
from typing import TypeAlias

from toolwire.io.pointer import escaped
from toolwire.model.conversation import Json
from toolwire.model.reply import ABSENT, Absent

Side: TypeAlias = "Json | Absent"
#: A pointer and both sides; ABSENT where one has nothing.
Difference: TypeAlias = "tuple[str, Side, Side]"


def differences(
    one: Side,
    other: Side,
    same: Callable[[Side, Side], bool],
    *,
    deepest: int = sys.maxsize,
    resized: bool = True,
    by_name: bool = False,
    at: str = "",
) -> Iterator[Difference]:
    """Yield where two values differ, in the order of the first.

    Args:
        one: a value; two objects, or two arrays, are compared by what is in them.
        other: what it is compared with.
        same: whether two values that are not looked into are the same.
        deepest: how many levels are looked into; what lies deeper is one value.
        resized: arrays of different lengths are looked into.
        by_name: members go by their names instead.
        at: pointer of both.

    Raises:
        RecursionError: they are nested too deeply, and `deepest` allows it.
    """
    pairs: Iterable[tuple[str | int, Side, Side]]
    if deepest and isinstance(one, dict) and isinstance(other, dict):
        names = sorted(one.keys() | other.keys()) if by_name else dict.fromkeys((*one, *other))
        pairs = ((name, one.get(name, ABSENT), other.get(name, ABSENT)) for name in names)
    elif (
        deepest
        and isinstance(one, list)
        and isinstance(other, list)
        and (resized or len(one) == len(other))
    ):
        both = zip_longest(one, other, fillvalue=ABSENT)
        pairs = ((number, *pair) for number, pair in enumerate(both))
    else:
        if not same(one, other):
            yield at, one, other
        return
    for step, left, right in pairs:
        yield from differences(
            left,
            right,
            same,
            deepest=deepest - 1,
            resized=resized,
            by_name=by_name,
            at=f"{at}/{escaped(step)}",
        )
