"""Where a fault goes in the clean exchanges of each dialect.

Some formats say a thing several times: a Responses stream has the arguments as fragments, once
more whole, in the finished item and in the finished response. A fault that is to be one fault
changes them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from toolwire.dialects import load_dialect
from toolwire.dialects.wire import Find, Holder, StatedParts
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.errors import ToolwireError
from toolwire.rules.mutate.edit import Frame

#: A blocking body, or the frames of a stream.
Place: TypeAlias = "JsonObject | list[Frame]"


def objects(name: str, where: Place) -> Iterator[JsonObject]:
    """Yield every object of a body or of frames that is the answer's own, the outer ones first."""
    yield from _objects(where, _stated(name).repeated)


def _objects(where: Json | list[Frame], passed: tuple[str, ...]) -> Iterator[JsonObject]:
    if isinstance(where, dict):
        yield where
        for key, value in where.items():
            if key not in passed:
                yield from _objects(value, passed)
    elif isinstance(where, list):
        for item in where:
            yield from _objects(item[1] if isinstance(item, tuple) else item, passed)


def _stated(name: str) -> StatedParts:
    parts = load_dialect(name).wire.stated
    if parts is None:
        raise ToolwireError(f"calls of {name} are text")
    return parts


def copies(name: str, where: Place) -> list[list[JsonObject]]:
    """Return every call of an exchange, each as all the objects that state it."""
    parts = _stated(name)
    found: dict[object, list[JsonObject]] = {}
    for number, call in enumerate(filter(parts.is_call, objects(name, where))):
        key = number if parts.same_call is None else parts.same_call(call)
        found.setdefault(key, []).append(call)
    return list(found.values())


def set_at(call: JsonObject, pointer: str, new: Callable[[JsonObject, str], None]) -> None:
    """Change the member at a pointer of a call, where the object that holds it is there."""
    *steps, last = pointer.split("/")[1:]
    holder = call
    for step in steps:
        holder = object_of(holder.get(step))
    new(holder, last)


def _delta(payload: JsonObject) -> JsonObject:
    choices = items_of(payload.get("choices"))
    return object_of(object_of(choices[0]).get("delta")) if choices else {}


def legacy_fragment(payload: JsonObject) -> Holder | None:
    """Find the arguments of a deprecated `function_call`."""
    function = object_of(_delta(payload).get("function_call"))
    return (function, "arguments") if "arguments" in function else None


def find_fragment(name: str) -> Find | None:
    """Return what finds the arguments in a payload of a stream; None where they come whole."""
    return _stated(name).fragment


def fragment_of(name: str, payload: JsonObject) -> Holder | None:
    """Return what holds the fragment of arguments in a payload of a stream."""
    find = find_fragment(name)
    return None if find is None else find(payload)


def repeats(name: str, where: Place) -> Iterator[JsonObject]:
    """Yield what states the arguments of the only call once more, beside its fragments."""
    again = _stated(name).again
    if again is not None:
        yield from filter(again, objects(name, where))


def any_again(name: str) -> bool:
    """Return whether streams state the arguments once more, beside their fragments."""
    return _stated(name).again is not None


def find_text(name: str) -> Find:
    """Return what finds the fragment of text in a payload of a stream."""
    return _stated(name).text


def texts(name: str, where: Place) -> Iterator[Holder]:
    """Yield what has the text in one piece: of a body, or beside the fragments of a stream."""
    parts = _stated(name)
    if isinstance(where, list) and not parts.text_again:
        return
    for found in objects(name, where):
        member = parts.whole_text(found)
        if member is not None:
            yield found, member


def stops(name: str, where: Place) -> Iterator[Holder]:
    """Yield what has the stop reason, wherever it is told."""
    parts = _stated(name)
    for found in objects(name, where):
        own = parts.has_stop is None or parts.has_stop(found)
        # A response under way has no reason yet.
        if own and found.get(parts.stop) not in (None, "in_progress"):
            yield found, parts.stop
