"""A schema without what rules judge by name: a document that fits it needs no closer look."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from typing import Final

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject

#: Keywords about a value itself, not about what is in it.
_OWN: Final = frozenset(
    {
        "const",
        "enum",
        "exclusiveMaximum",
        "exclusiveMinimum",
        "format",
        "maxItems",
        "maxLength",
        "maximum",
        "minItems",
        "minLength",
        "minimum",
        "multipleOf",
        "pattern",
        "type",
    }
)
#: Keywords that may stand beside a reference without meaning anything.
_NOTES: Final = frozenset({"$comment", "$ref", "description", "title"})


def loosened(schema: JsonObject, places: Iterable[str]) -> JsonObject:
    """Return a schema by which the members at some places may be anything, or be absent.

    What is inside of them is still judged, and so are places that are reached through a choice
    between shapes only: the schema may be stricter than it had to be, never laxer.

    Args:
        schema: whose references lead to its own `$defs`.
        places: paths as `choices/*/delta`, `*` for any item.
    """
    loose = deepcopy(schema)
    for place in places:
        _loosen(loose, loose, place.split("/"))
    return loose


def _loosen(root: JsonObject, node: JsonObject, steps: list[str]) -> None:
    _write_out(root, node)
    step, *others = steps
    properties = object_of(node.get("properties"))
    inner = node.get("items") if step == "*" else properties.get(step)
    if others:
        if isinstance(inner, dict):
            _loosen(root, inner, others)
        return
    if "required" in node:
        node["required"] = [name for name in items_of(node["required"]) if name != step]
    if isinstance(inner, dict):
        _write_out(root, inner)
        for keyword in inner.keys() & _OWN:
            del inner[keyword]


def _write_out(root: JsonObject, node: JsonObject) -> None:
    """Put a definition in the place of a reference to it, since others may refer to it too."""
    while isinstance(reference := node.get("$ref"), str) and node.keys() <= _NOTES:
        found = root
        for step in reference.removeprefix("#/").split("/"):
            found = object_of(found.get(step))
        node.clear()
        node.update(deepcopy(found))
