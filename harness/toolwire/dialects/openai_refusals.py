"""What OpenAI refuses in each of its formats, for their tables of known refusals."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.known_refusal import WrongBody, cut_json
from toolwire.dialects.wrong_body import Path, alone, changed, dropped, put, then
from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json

CUT_JSON: Final = cut_json(
    said="We could not parse the JSON body of your request.",
    source="https://github.com/openai/openai-python/issues/1677",
)


def strict_and_open(tool: Path) -> WrongBody:
    """Return what makes a tool strict whose schema does not forbid other properties."""
    schema = (*tool, "parameters")
    return then(
        _strict(tool), dropped(schema, "additionalProperties"), changed(schema, _all_required)
    )


def strict_and_optional(tool: Path) -> WrongBody:
    """Return what makes a tool strict whose schema does not require each property."""
    return then(_strict(tool), put((*tool, "parameters", "additionalProperties"), value=False))


def _strict(tool: Path) -> WrongBody:
    return then(alone(("tools",)), put((*tool, "strict"), value=True))


def _all_required(schema: Json) -> Json:
    return {**object_of(schema), "required": [*object_of(object_of(schema).get("properties"))]}
