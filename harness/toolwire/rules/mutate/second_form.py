"""A request in another documented form, and a tool whose definitions are written out."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json, JsonObject, Tool
from toolwire.model.errors import ToolwireError

_DEFINITIONS: Final = "$defs"


def in_first_form(name: str, body: JsonObject) -> None:
    """Write a body in the first other form that its dialect has."""
    form = load_dialect(name).wire.request
    if form is None or not form.second_forms:
        raise ToolwireError(f"a request has no other form in {name}")
    other = form.second_forms[0].written(body)
    body.clear()
    body.update(other)


def inlined(tool: Tool) -> Tool:
    """Return a tool whose properties have what they refer to in their own place."""
    schema = object_of(tool.parameters)
    if _DEFINITIONS not in schema:
        return tool
    known = object_of(schema[_DEFINITIONS])
    properties = object_of(schema.get("properties"))
    written: JsonObject = {name: _meant(one, known) for name, one in properties.items()}
    left: JsonObject = {key: one for key, one in schema.items() if key != _DEFINITIONS}
    return replace(tool, parameters={**left, "properties": written})


def _meant(schema: Json, known: JsonObject) -> Json:
    reference = object_of(schema).get("$ref")
    return known[reference.rpartition("/")[2]] if isinstance(reference, str) else schema
