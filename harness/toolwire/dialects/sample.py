"""Arguments that fit the schema of a tool, where nobody said what to call it with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject, Tool

#: Levels of a schema that arguments are made up for.
DEEPEST: Final = 64
#: Values that are made up for one call: references can make a small schema a large value.
_MOST: Final = 4_096
_LOCAL: Final = "#/"
_ALTERNATIVES: Final = ("anyOf", "oneOf", "allOf")
_TEXT: Final = "example"
#: Characters, and items, that a bound can ask for.
_LONGEST: Final = 64


def sample_arguments(tool: Tool) -> JsonObject:
    """Make up arguments that fit a tool's schema (required members only, `DEEPEST` levels)."""
    schema = object_of(tool.parameters)
    return object_of(_SchemaSampler(schema).sample(schema, DEEPEST))


def completed(tool: Tool, given: JsonObject) -> JsonObject:
    """Return arguments with what is missing of a tool's schema, and without what it does not know.

    That is what constrained decoding does to a strict tool, as far as members go.
    """
    schema = object_of(tool.parameters)
    whole = {**object_of(_SchemaSampler(schema).sample(schema, DEEPEST)), **given}
    if schema.get("additionalProperties") is not False:
        return whole
    known = object_of(schema.get("properties"))
    return {key: value for key, value in whole.items() if key in known}


@dataclass(slots=True)
class _SchemaSampler:
    """Makes up a value of a schema; `made` counts what was made so far."""

    root: JsonObject
    made: int = field(default=0)

    def sample(self, schema: JsonObject, levels: int) -> Json:
        """Return a value of a schema; None below the deepest level."""
        schema = self._resolved(schema)
        fixed = [schema["const"]] if "const" in schema else items_of(schema.get("enum"))
        if fixed:
            return fixed[0]
        kind = schema.get("type")
        first = items_of(kind)[0] if items_of(kind) else kind
        name = first.lower() if isinstance(first, str) else ""
        return _PLAIN[name](schema) if name in _PLAIN else self._nested(name, schema, levels)

    def _nested(self, name: str, schema: JsonObject, levels: int) -> Json:
        self.made += 1
        if not levels or self.made > _MOST:
            return None
        inner = None if name or "properties" in schema else self._alternative(schema)
        if inner is not None:
            return self.sample(inner, levels - 1)
        return self._array(schema, levels) if name == "array" else self._object(schema, levels)

    def _object(self, schema: JsonObject, levels: int) -> JsonObject:
        properties = object_of(schema.get("properties"))
        # A name that is listed twice is still one member: else each level would double the work.
        required = dict.fromkeys(k for k in items_of(schema.get("required")) if isinstance(k, str))
        return {key: self.sample(object_of(properties.get(key)), levels - 1) for key in required}

    def _array(self, schema: JsonObject, levels: int) -> list[Json]:
        items, least = object_of(schema.get("items")), schema.get("minItems")
        count = min(least, _LONGEST) if isinstance(least, int) and least > 1 else 1
        return [self.sample(items, levels - 1) for _ in range(count)]

    def _resolved(self, schema: JsonObject) -> JsonObject:
        """Follow references inside of the schema, a few in a row."""
        for _ in range(8):
            reference = schema.get("$ref")
            if not (isinstance(reference, str) and reference.startswith(_LOCAL)):
                break
            found: Json = self.root
            for step in reference.removeprefix(_LOCAL).split("/"):
                found = object_of(found).get(step)
            schema = object_of(found)
        return schema

    @staticmethod
    def _alternative(schema: JsonObject) -> JsonObject | None:
        """Return the first of a schema's alternatives; None where it has none."""
        for key in _ALTERNATIVES:
            for one in items_of(schema.get(key)):
                if isinstance(one, dict):
                    return one
        return None


def _text(schema: JsonObject) -> str:
    least, most = schema.get("minLength"), schema.get("maxLength")
    text = _TEXT
    if isinstance(least, int) and least > len(text):
        text = text.ljust(min(least, _LONGEST), "e")
    return text[:most] if isinstance(most, int) and most >= 0 else text


def _number(schema: JsonObject, usual: float) -> Json:
    least, most = schema.get("minimum"), schema.get("maximum")
    if isinstance(least, (int, float)) and least > usual:
        return least
    return most if isinstance(most, (int, float)) and most < usual else usual


#: Type of a value that holds no others -> what makes one up.
_PLAIN: Final[Mapping[str, Callable[[JsonObject], Json]]] = {
    "boolean": lambda _: True,
    "integer": lambda schema: _number(schema, 1),
    "null": lambda _: None,
    "number": lambda schema: _number(schema, 1.5),
    "string": _text,
}
