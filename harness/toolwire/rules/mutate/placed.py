"""A document with another value at a path."""

from __future__ import annotations

from collections.abc import Callable

from toolwire.dialects.neutral import MORE
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json


def placed(document: Json, path: tuple[str, ...], value: Json) -> Json:
    """Return a document with a value at a path; objects on it are made.

    `*` is each item of a list, and a name that begins with `+` one more at its end.
    """
    return changed_at(document, path, lambda _: value)


def changed_at(document: Json, path: tuple[str, ...], change: Callable[[Json], Json]) -> Json:
    """Return a document with what a change makes of the value at a path, which is as in `placed`."""
    name, *rest = path
    items = items_of(document)
    if name.startswith(MORE):
        return [*items, change(None)]
    if name == "*":
        return [changed_at(item, tuple(rest), change) for item in items]
    held = object_of(document)
    there = held.get(name)
    return {**held, name: changed_at(there, tuple(rest), change) if rest else change(there)}
