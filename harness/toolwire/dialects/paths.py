"""What stands at a path of members, in a body, a request or a payload."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject


def found(value: Json, path: str) -> Iterator[Json]:
    """Yield what stands at a path of members, written as `a.b`.

    `a[]` is each item of a list and `a[0]` its first; `a[k=x|y,n]` are its objects whose member
    `k` is `x` or `y` and that have a member `n`. The step `*` is any member of an object.
    """
    step, _, rest = path.partition(".")
    name, bracket, chosen = step.partition("[")
    members = object_of(value)
    if name == "*":
        yield from members.values()
        return
    if name not in members:
        return
    held = members[name]
    for one in _chosen(items_of(held), chosen.removesuffix("]")) if bracket else [held]:
        if rest:
            yield from found(one, rest)
        else:
            yield one


def _chosen(items: list[Json], chosen: str) -> list[Json]:
    if chosen in ("", "0"):
        return items if not chosen else items[:1]
    return [item for item in items if all(_has(object_of(item), c) for c in chosen.split(","))]


def _has(item: JsonObject, condition: str) -> bool:
    name, equals, words = condition.partition("=")
    return item.get(name) in words.split("|") if equals else name in item
