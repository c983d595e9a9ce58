"""Which members a dialect's schemas know, as trees that are walked fast.

A schema's alternatives (`anyOf`, `oneOf`, `allOf`, `then`, `else`) are taken together: a member
is known at a place when any of them has it there. Objects whose schema names no members, or
allows members of any name, are free-form (arguments, echoed schemas, results of tools that the
service runs): nothing inside them is looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from jsonschema_rs import Draft202012Validator

from toolwire.dialects.schemas import compiled, schema
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject

_ALTERNATIVES = ("allOf", "anyOf", "oneOf")
_CONDITIONAL = ("then", "else")


@dataclass(frozen=True, slots=True, eq=False)
class Members:
    """What is known at one place of a body; each place has a value of its own.

    Attributes:
        names: member names of an object here; empty where it is free-form.
        inside: those of them whose own members are known, with these.
        items: what is known of the items of an array here; None when nothing is.
    """

    names: frozenset[str]
    inside: Mapping[str, Members]
    items: Members | None


@cache
def known(dialect: str, kinds: tuple[str, ...]) -> Members:
    """Return the members that the schemas of some kinds of body know between them.

    Args:
        dialect: its name.
        kinds: of `toolwire.dialects.schemas.KINDS`.

    Raises:
        ToolwireError: the dialect has no schema of that kind.
    """
    roots = [schema(dialect, kind) for kind in kinds]
    return _members([_SchemaPlace(root, root, frozenset()) for root in roots])


@cache
def closed(dialect: str, kinds: tuple[str, ...]) -> Draft202012Validator:
    """Return what a list of bodies is valid for in which no member is unknown.

    It looks at more than `known` tells of (arrays in arrays), so that only its yes is final; one
    look of it at a whole stream takes a quarter of the time of a walk.

    Args:
        dialect: its name.
        kinds: as of `known`.

    Raises:
        ToolwireError: as `known` does.
    """
    return compiled({"items": _closed(known(dialect, kinds))})


def _closed(here: Members) -> JsonObject:
    found: JsonObject = {}
    if here.names:
        properties: JsonObject = dict.fromkeys(here.names, True)
        properties.update((name, _closed(inner)) for name, inner in here.inside.items())
        found = {"properties": properties, "additionalProperties": False}
    if here.items is not None:
        found["items"] = _closed(here.items)
    return found


@dataclass(frozen=True, slots=True)
class _SchemaPlace:
    """A schema, the document its references lead into, and those on the way to it."""

    root: JsonObject
    schema: JsonObject
    passed: frozenset[str]

    def at(self, schema: Json, *passed: str) -> _SchemaPlace:
        return _SchemaPlace(self.root, object_of(schema), self.passed.union(passed))


def _members(places: Iterable[_SchemaPlace]) -> Members:
    every = [one for place in places for one in _alternatives(place)]
    children: dict[str, list[_SchemaPlace]] = {}
    for place in every:
        for name, inner in object_of(place.schema.get("properties")).items():
            children.setdefault(name, []).append(place.at(inner))
    if any(_free(place.schema) for place in every):
        children = {}
    nested = ((name, _members(inner)) for name, inner in children.items())
    held = [place.at(place.schema["items"]) for place in every if "items" in place.schema]
    items = _members(held) if held else None
    return Members(
        frozenset(children),
        {name: inner for name, inner in nested if _tells(inner)},
        items if items is not None and _tells(items) else None,
    )


def _tells(found: Members) -> bool:
    return bool(found.names) or found.items is not None


def _alternatives(place: _SchemaPlace) -> Iterator[_SchemaPlace]:
    """Yield a schema and everything it refers to or is composed of, circles once."""
    yield place
    reference = place.schema.get("$ref")
    if isinstance(reference, str) and reference not in place.passed:
        yield from _alternatives(place.at(_resolved(place.root, reference), reference))
    parts = [part for key in _ALTERNATIVES for part in items_of(place.schema.get(key))]
    parts += [place.schema[key] for key in _CONDITIONAL if key in place.schema]
    for part in parts:
        yield from _alternatives(place.at(part))


def _resolved(root: JsonObject, reference: str) -> Json:
    found: Json = root
    for step in reference.removeprefix("#/").split("/"):
        found = object_of(found).get(step)
    return found


def _free(schema: JsonObject) -> bool:
    """Return whether a schema says that an object of any members may stand here."""
    if schema.get("additionalProperties", False) is not False:
        return True
    composed = any(key in schema for key in (*_ALTERNATIVES, "properties", "$ref", "if"))
    kind = schema.get("type")
    return not composed and (kind == "object" or "object" in items_of(kind))
