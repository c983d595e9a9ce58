"""Places of a document that its schema knows, be they in the document or not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate.document_place import Path

_BRANCHES: Final = ("anyOf", "oneOf", "allOf")
_CONDITIONS: Final = ("then", "else")
#: References that follow each other without a value between them.
_DEEPEST: Final = 20


@dataclass(frozen=True, slots=True)
class KnownPlace:
    """A place that a schema knows: where it is, and what may stand there; in a document or not."""

    path: Path
    schema: JsonObject


def known_places(schema: JsonObject, document: Json) -> Iterator[KnownPlace]:
    """Yield the members that a schema names, whatever its conditions; one may come again.

    Args:
        schema: with what it refers to in `$defs`; where it refers to itself, the document's depth
            is the end.
        document: which fits it.
    """
    yield from _places(schema, object_of(schema.get("$defs")), document, (), 0)


def _places(
    schema: Json, shared: JsonObject, value: Json, at: Path, depth: int
) -> Iterator[KnownPlace]:
    """Yield the places below a value; a schema that refers to itself ends with the value."""
    node = object_of(schema)
    if not node:
        return
    reference = node.get("$ref")
    if isinstance(reference, str) and depth < _DEEPEST:
        inner = shared.get(reference.rpartition("/")[2])
        yield from _places(inner, shared, value, at, depth + 1)
    for word in _BRANCHES:
        for inner in items_of(node.get(word)):
            yield from _places(inner, shared, value, at, depth)
    for word in _CONDITIONS:
        yield from _places(node.get(word), shared, value, at, depth)
    if isinstance(value, dict):
        for name, inner in object_of(node.get("properties")).items():
            yield KnownPlace((*at, name), _resolved(inner, shared))
            yield from _places(inner, shared, value.get(name), (*at, name), 0)
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _places(node.get("items"), shared, item, (*at, number), 0)


def _resolved(schema: Json, shared: JsonObject) -> JsonObject:
    """Return what bounds a member: its own keywords, or those that it refers to."""
    node = object_of(schema)
    reference = node.get("$ref")
    if isinstance(reference, str):
        return {**object_of(shared.get(reference.rpartition("/")[2])), **node}
    return node
