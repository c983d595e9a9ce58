"""A request in another documented form, and a tool that is the same in every form."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.io.json_text import items_of, object_of
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


def written_out(tool: Tool) -> Tool:
    """Return a tool whose properties are what they refer to, and never null: what every form can say."""
    schema = object_of(tool.parameters)
    properties = object_of(schema.get("properties"))
    known = object_of(schema.get(_DEFINITIONS))
    written: JsonObject = {name: _meant(one, known) for name, one in properties.items()}
    left: JsonObject = {key: one for key, one in schema.items() if key != _DEFINITIONS}
    return replace(tool, parameters={**left, "properties": written})


def _meant(schema: Json, known: JsonObject) -> Json:
    members = object_of(schema)
    reference, either = members.get("$ref"), items_of(members.get("anyOf"))
    if isinstance(reference, str):
        return known[reference.rpartition("/")[2]]
    return either[0] if either else schema
