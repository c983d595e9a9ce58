"""Gemini's `Schema` (the OpenAPI-like one under `parameters`) and JSON Schema.

Source: google-genai 3.4.0 `types.Schema` and `types.FunctionDeclaration`, read 2026-11-21.
`parameters` and `parametersJsonSchema` exclude each other. Keywords `Schema` does not know
make the API refuse the whole request.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from toolwire.model.conversation import Json, JsonObject

# Keywords that mean the same in both worlds and that live APIs take. `default` and `example`
# are ignored or refused there, `nullable` and `propertyOrdering` mean nothing in JSON Schema.
_SHARED = frozenset(
    (
        "type",
        "format",
        "title",
        "description",
        "enum",
        "properties",
        "required",
        "items",
        "minItems",
        "maxItems",
        "minProperties",
        "maxProperties",
        "minLength",
        "maxLength",
        "minimum",
        "maximum",
        "pattern",
        "anyOf",
    )
)
_TYPES = frozenset(("string", "number", "integer", "boolean", "array", "object"))
# int64 members, which protobuf's JSON form also spells as decimal strings.
_COUNTS = ("minItems", "maxItems", "minProperties", "maxProperties", "minLength", "maxLength")


def fits_parameters(schema: JsonObject) -> bool:
    """Return whether a tool's schema can go under `parameters` without loss or refusal.

    An object without properties does not fit: the API has refused it there ("should be
    non-empty for OBJECT type").
    """
    try:
        return schema.get("type") == "object" and _fits(schema)
    except RecursionError:
        return False  # nested deeper than anyone declares: JSON Schema goes as it is


def _fits(schema: Json) -> bool:
    if not isinstance(schema, dict) or not _SHARED.issuperset(schema):
        return False
    kind = schema.get("type")
    if not isinstance(kind, str) or kind not in _TYPES:
        return False
    enum = schema.get("enum")
    if enum is not None and not _fits_enum(kind, enum):
        return False
    if kind == "array" and "items" not in schema:
        return False
    return all(fits(schema[key]) for key, fits in _INSIDE.items() if key in schema) and (
        kind != "object" or bool(schema.get("properties"))
    )


def _fits_enum(kind: str, enum: Json) -> bool:
    # Numbers in an enum are refused there: its values are strings in the protobuf.
    return (
        kind == "string"
        and isinstance(enum, list)
        and all(isinstance(value, str) for value in enum)
    )


def _fits_each(schemas: Json) -> bool:
    return isinstance(schemas, list) and all(_fits(schema) for schema in schemas)


def _fits_properties(schemas: Json) -> bool:
    return isinstance(schemas, dict) and all(_fits(schema) for schema in schemas.values())


_INSIDE: Mapping[str, Callable[[Json], bool]] = {
    "properties": _fits_properties,
    "items": _fits,
    "anyOf": _fits_each,
}


def to_json_schema(schema: JsonObject) -> JsonObject:
    """Write a `Schema` as JSON Schema, so that arguments can be validated against it.

    Types become lower case, `nullable` becomes a type list, counts spelled as strings become
    numbers. Everything else stays, known or not; values that are no schemas stay as they are.
    """
    out = dict(schema)
    kind = schema.get("type")
    if isinstance(kind, str):
        if kind == "TYPE_UNSPECIFIED":
            del out["type"]
        elif kind.isupper():
            out["type"] = kind.lower()
    properties = schema.get("properties")
    if isinstance(properties, dict):
        out["properties"] = {key: _converted(value) for key, value in properties.items()}
    if "items" in schema:
        out["items"] = _converted(schema["items"])
    branches = schema.get("anyOf", schema.get("any_of"))
    if isinstance(branches, list):
        out.pop("any_of", None)
        out["anyOf"] = [_converted(branch) for branch in branches]
    for key in _COUNTS:
        count = schema.get(key)
        if isinstance(count, str) and count.isdecimal() and len(count) < 19:
            out[key] = int(count)
    if out.pop("nullable", None) is True:
        _allow_null(out)
    return out


def _converted(value: Json) -> Json:
    return to_json_schema(value) if isinstance(value, dict) else value


def _allow_null(schema: JsonObject) -> None:
    kind, enum, branches = schema.get("type"), schema.get("enum"), schema.get("anyOf")
    if isinstance(kind, str):
        schema["type"] = [kind, "null"]
    if isinstance(enum, list) and None not in enum:
        schema["enum"] = [*enum, None]
    if isinstance(branches, list):
        schema["anyOf"] = [*branches, {"type": "null"}]
