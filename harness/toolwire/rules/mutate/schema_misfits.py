"""Values that a schema forbids, at every place that it knows, be it in a document or not.

A document shows only the members that it has. The schema names the others, and what each may be:
so each is given values of other types, and each bound is passed by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from toolwire.dialects.exempt import Operator
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate.document_edit import put
from toolwire.rules.mutate.document_place import Path
from toolwire.rules.mutate.known_place import known_places

#: One value of each type; a wrong type is any of them that does not fit.
_TYPES: Final[tuple[Json, ...]] = (7, "x", True, ["x"], {"x": 7})
#: Characters and elements that are made at most: a bound above is nobody's request.
_MOST: Final = 2048
#: Keyword -> what is just outside of a bound that it sets; None where nothing is.
_BEYOND: Final[Mapping[str, Callable[[float], Json]]] = MappingProxyType(
    {
        "minimum": lambda bound: bound - 1,
        "exclusiveMinimum": lambda bound: bound,
        "maximum": lambda bound: bound + 1,
        "exclusiveMaximum": lambda bound: bound,
        "minLength": lambda bound: "x" * int(bound - 1) if bound else None,
        "maxLength": lambda bound: "x" * int(bound + 1),
        "minItems": lambda bound: ["x"] * int(bound - 1) if bound else None,
        "maxItems": lambda bound: ["x"] * int(bound + 1),
    }
)


@dataclass(frozen=True, slots=True)
class Misfit:
    """A document with one value that its schema may forbid.

    Attributes:
        change: an operator's word, or the keyword of the schema that is not kept: `maxLength`.
        path: where.
        document: what it makes.
    """

    change: str
    path: Path
    document: Json


def misfits(schema: JsonObject, document: Json) -> Iterator[Misfit]:
    """Yield a document with a value that a schema may forbid, for every place and kind of value.

    Whether it does is the caller's to ask: another part of the schema may take it.

    Args:
        schema: with what it refers to in `$defs`.
        document: which fits it.
    """
    for place in known_places(schema, document):
        for change, value in _forbidden(place.schema):
            yield Misfit(change, place.path, put(document, place.path, value))


def _forbidden(schema: JsonObject) -> Iterator[tuple[str, Json]]:
    for value in _TYPES:
        yield str(Operator.RETYPE), value
    yield str(Operator.NULL), None
    for keyword, make in _BEYOND.items():
        bound = schema.get(keyword)
        if isinstance(bound, int | float) and not isinstance(bound, bool) and bound <= _MOST:
            value = make(bound)
            yield from () if value is None else ((keyword, value),)
    if "enum" in schema or "const" in schema:
        yield "enum", "none-of-these"
