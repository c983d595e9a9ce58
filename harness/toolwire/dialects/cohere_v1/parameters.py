"""`parameter_definitions` and JSON Schema: one Python type name for each parameter.

Source: docs.cohere.com v1 "What Parameter Types are Available in Tool Use?" and cohere 7.3.1
`types/tool.py`, read 2026-11-21. The notation has `str`, `int`, `float`, `bool`, `List`,
`List[T]`, `Dict` and `Dict[str, T]`; "any Python type" takes in `Optional[T]` and `Any`.

It has no word for enumerations, members of nested objects, formats, limits, defaults and
alternatives; the documentation tells users to put those into the description. So that is where
`definitions_of` puts them, as one JSON Schema text which `schema_of` finds again: the type then
is the nearest one. Of the whole schema only `properties` and `required` are carried; what else
stands beside them (`additionalProperties`, `$defs`, `title`, names required but not described)
is lost, and so is a tool's `strict`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from toolwire.dialects.body import json_of
from toolwire.io.json_text import dump, items_of, object_of
from toolwire.model.conversation import Json, JsonObject

_PLAIN: Mapping[str, str] = {
    "string": "str",
    "integer": "int",
    "number": "float",
    "boolean": "bool",
    "array": "List",
    "object": "Dict",
}
_NAMES: Mapping[str, str] = {
    **{name: kind for kind, name in _PLAIN.items()},
    "list": "array",
    "dict": "object",
}
_MARK = "JSON Schema: "
#: Longer or deeper notations come from nobody who wants to be understood.
_LONGEST = 256
_DEEPEST = 16


class _Said(NamedTuple):
    """A type in Python's notation, and whether it says everything the schema says."""

    text: str
    whole: bool


def definitions_of(schema: JsonObject) -> JsonObject:
    """Write the properties of an object schema as parameter definitions."""
    required = items_of(schema.get("required"))
    return {
        name: _definition(object_of(member), required=name in required)
        for name, member in object_of(schema.get("properties")).items()
    }


def _definition(schema: JsonObject, *, required: bool) -> JsonObject:
    description = schema.get("description")
    shape = {key: value for key, value in schema.items() if key != "description"}
    notation = _notation(shape)
    reported = [description] if isinstance(description, str) else []
    if not notation.whole or (reported and _MARK in reported[0]):
        reported.append(_MARK + dump(shape).decode())
    out: JsonObject = {"description": "\n".join(reported)} if reported else {}
    return {**out, "type": notation.text, "required": required}


def _notation(schema: JsonObject) -> _Said:
    kind = schema.get("type")
    if isinstance(kind, list):
        return _optional(schema, kind)
    if not isinstance(kind, str) or kind not in _PLAIN:
        return _Said("Any", not schema)
    inner = _INNER.get(kind)
    item = schema.get(inner[0]) if inner is not None else None
    if inner is None or not isinstance(item, dict) or not item:
        return _Said(_PLAIN[kind], schema.keys() == {"type"})
    of = _notation(item)
    return _Said(inner[1].format(of.text), of.whole and schema.keys() == {"type", inner[0]})


#: Type -> (keyword that says of what, how Python writes it).
_INNER: Mapping[str, tuple[str, str]] = {
    "array": ("items", "List[{}]"),
    "object": ("additionalProperties", "Dict[str, {}]"),
}


def _optional(schema: JsonObject, kinds: list[Json]) -> _Said:
    if len(kinds) == 2 and kinds[1] == "null" and kinds[0] != "null":
        of = _notation({**schema, "type": kinds[0]})
        if of.text != "Any":
            return _Said(f"Optional[{of.text}]", of.whole)
    return _Said("Any", whole=False)


def schema_of(definitions: JsonObject) -> JsonObject:
    """Read parameter definitions as JSON Schema; a type that is not known allows anything."""
    properties: JsonObject = {}
    required: list[Json] = []
    for name, member in definitions.items():
        definition = object_of(member)
        properties[name] = _member(definition)
        if definition.get("required") is True:
            required.append(name)
    schema: JsonObject = {"type": "object", "properties": properties}
    return {**schema, "required": required} if required else schema


def _member(definition: JsonObject) -> JsonObject:
    description = definition.get("description")
    if not isinstance(description, str):
        return _schema(definition.get("type"))
    # JSON text has no line breaks: what was added is the last line, and a line of its own.
    reported, broken, line = description.rpartition("\n")
    shape = json_of(line.removeprefix(_MARK)) if line.startswith(_MARK) else None
    if isinstance(shape, dict):
        return {**shape, "description": reported} if broken else shape
    return {**_schema(definition.get("type")), "description": description}


def _schema(kind: Json) -> JsonObject:
    if not isinstance(kind, str) or len(kind) > _LONGEST:
        return {}
    return _parsed(kind.strip(), _DEEPEST)


def _parsed(text: str, depth: int) -> JsonObject:
    if text in _NAMES:
        return {"type": _NAMES[text]}
    head, bracket, rest = text.partition("[")
    read = _READERS.get(head.strip())
    if not bracket or not rest.endswith("]") or read is None or not depth:
        return {}
    key, prefix = read
    inner = rest[:-1].strip()
    if prefix:
        first, comma, inner = inner.partition(",")
        if not comma or first.strip() != prefix:
            return {}
    of = _parsed(inner.strip(), depth - 1)
    if key is None:
        kinds = of.get("type")
        return {**of, "type": [kinds, "null"]} if isinstance(kinds, str) else {}
    kind = "array" if key == "items" else "object"
    return {"type": kind, key: of} if of else {"type": kind}


#: Generic type -> (keyword of its argument, what must stand before it); None: the type itself.
_READERS: Mapping[str, tuple[str | None, str]] = {
    "List": ("items", ""),
    "list": ("items", ""),
    "Dict": ("additionalProperties", "str"),
    "dict": ("additionalProperties", "str"),
    "Optional": (None, ""),
}
