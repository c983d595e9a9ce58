"""What stands at a path of members, in a body, a request or a payload."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from toolwire.model.conversation import Json
from toolwire.model.reply import ABSENT, Absent

#: A value to the first of what stands at a path in it, or ABSENT.
First: TypeAlias = "Callable[[Json], Json | Absent]"
_Pick: TypeAlias = "Callable[[list[Json]], Iterable[Json]]"


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
    then: First = first_at(rest, meant) if rest else lambda v: v if meant(v) else ABSENT
    name, bracket, chosen = step.removesuffix("]").partition("[")
    if name == "*":
        return lambda value: _first(value.values() if isinstance(value, dict) else (), then)
    if not bracket:
        return lambda v: then(v[name]) if isinstance(v, dict) and name in v else ABSENT
    pick = _picking(chosen)

    def find(value: Json) -> Json | Absent:
        items = value.get(name) if isinstance(value, dict) else None
        return _first(pick(items), then) if isinstance(items, list) else ABSENT

    return find


def _first(values: Iterable[Json], then: First) -> Json | Absent:
    for value in values:
        got = then(value)
        if got is not ABSENT:
            return got
    return ABSENT


def _picking(chosen: str) -> _Pick:
    if chosen == "0":
        return lambda items: items[:1]
    pick: _Pick = iter
    for condition in filter(None, chosen.split(",")):
        pick = _picked(condition, pick)
    return pick


def _picked(condition: str, before: _Pick) -> _Pick:
    key, equals, words = condition.partition("=")
    if not equals:
        return lambda items: (one for one in before(items) if isinstance(one, dict) and key in one)
    known = tuple(words.split("|"))
    return lambda items: (
        one for one in before(items) if isinstance(one, dict) and one.get(key) in known
    )
