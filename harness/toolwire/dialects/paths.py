"""What stands at a path of members, in a body, a request or a payload."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import ABSENT, Absent

#: A value to the first of what stands at a path in it, or ABSENT.
First: TypeAlias = "Callable[[Json], Json | Absent]"
_Condition: TypeAlias = "Callable[[JsonObject], bool]"


def anything(_: Json) -> bool:
    """Return that whatever stands there is meant."""
    return True


def first_at(path: str, meant: Callable[[Json], bool] = anything) -> First:
    """Return what finds the first value at a path of members that is meant.

    A path is written as `a.b`. `a[]` is each item of a list and `a[0]` its first;
    `a[k=x|y,n]` are its objects whose member `k` is `x` or `y` and that have a member `n`. The
    step `*` is any member of an object. It is laid out once, since rules of every exchange ask.
    """
    step, _, rest = path.partition(".")
    name, bracket, chosen = step.removesuffix("]").partition("[")
    if not (rest or bracket) and name != "*" and meant is anything:
        return lambda value: value.get(name, ABSENT) if isinstance(value, dict) else ABSENT
    then: First = first_at(rest, meant) if rest else lambda v: v if meant(v) else ABSENT
    if name == "*":
        return lambda v: _first(v.values(), then) if isinstance(v, dict) else ABSENT
    if not bracket:
        return lambda v: then(v[name]) if isinstance(v, dict) and name in v else ABSENT
    if chosen == "0":
        return _of_first_item(name, then)
    conditions = tuple(map(_condition, filter(None, chosen.split(","))))

    def find(value: Json) -> Json | Absent:
        items = value.get(name) if isinstance(value, dict) else None
        return _first(items, then, conditions) if isinstance(items, list) else ABSENT

    return find


def _of_first_item(name: str, then: First) -> First:
    def find(value: Json) -> Json | Absent:
        items = value.get(name) if isinstance(value, dict) else None
        return then(items[0]) if isinstance(items, list) and items else ABSENT

    return find


def _first(
    values: Iterable[Json], then: First, conditions: tuple[_Condition, ...] = ()
) -> Json | Absent:
    for value in values:
        for holds in conditions:
            if not isinstance(value, dict) or not holds(value):
                break
        else:
            got = then(value)
            if got is not ABSENT:
                return got
    return ABSENT


def _condition(written: str) -> _Condition:
    key, equals, words = written.partition("=")
    if not equals:
        return lambda value: key in value
    known = tuple(words.split("|"))
    return lambda value: value.get(key) in known
