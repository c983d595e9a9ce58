"""The subschemas of a tool's parameters, which strangers wrote: bounded, nothing followed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.io.pointer import escaped
from toolwire.model.conversation import Json, JsonObject

_MOST: Final = 5_000
_ONE: Final = (
    "additionalProperties",
    "contains",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
)
_LISTS: Final = ("allOf", "anyOf", "items", "oneOf", "prefixItems")
_MAPS: Final = ("$defs", "definitions", "dependentSchemas", "patternProperties", "properties")


def nodes(schema: Json) -> Iterator[tuple[str, JsonObject]]:
    """Yield a schema and its subschemas with the pointer of each in it, at most 5,000.

    The order is that of the document, the outer ones first.
    """
    open_: list[tuple[str, Json]] = [("", schema)]
    left = _MOST
    while open_ and left:
        left -= 1
        path, here = open_.pop()
        if isinstance(here, dict):
            yield path, here
            open_ += reversed(list(_below(path, here)))


def _below(path: str, node: JsonObject) -> Iterator[tuple[str, Json]]:
    for keyword, value in node.items():
        if isinstance(value, dict):
            if keyword in _MAPS:
                for name, inner in value.items():
                    yield f"{path}/{keyword}/{escaped(name[:200])}", inner
            elif keyword in _ONE:
                yield f"{path}/{keyword}", value
        elif isinstance(value, list) and keyword in _LISTS:
            for place, inner in enumerate(value):
                yield f"{path}/{keyword}/{place}", inner


def typed(node: JsonObject, name: str) -> bool:
    """Return whether a subschema allows a type, by name."""
    kind = node.get("type")
    return kind == name or (isinstance(kind, list) and name in kind)
