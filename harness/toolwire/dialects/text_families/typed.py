"""Values written as text, and what a tool's schema makes of them (rules TX107 and TX108)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from toolwire.dialects.text_families.family import TextCall
from toolwire.io.json_text import JsonError, dump, items_of, object_of, parse
from toolwire.model.conversation import Json, JsonObject

#: As Python spells them; the chat templates print them so.
_PYTHON: Final = {"True": True, "False": False, "None": None}


def value_text(value: Json) -> str:
    """Write a value as the templates do: text as it stands, everything else as JSON."""
    return value if isinstance(value, str) else dump(value).decode()


def with_types(call: TextCall, parameters: JsonObject | None) -> TextCall:
    """Return a call whose values have the types of the tool's schema.

    A value stays text where the schema allows text or does not know the argument, and where
    it cannot be read as JSON.
    """
    properties = object_of(object_of(parameters).get("properties"))
    given = object_of(call.arguments)
    typed = {key: _typed(value, object_of(properties.get(key))) for key, value in given.items()}
    return replace(call, arguments=typed)


def _typed(value: Json, schema: JsonObject) -> Json:
    kinds = items_of(schema.get("type")) or [schema.get("type")]
    if not isinstance(value, str) or "string" in kinds or kinds == [None]:
        return value
    if value in _PYTHON:
        return _PYTHON[value]
    try:
        return parse(value)
    except (JsonError, UnicodeError):
        return value
