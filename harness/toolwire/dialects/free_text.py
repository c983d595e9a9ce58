"""Custom tools of OpenAI's formats: called with a text, which is no JSON."""

from __future__ import annotations

from toolwire.dialects.dialect import PlannedCall
from toolwire.io.json_text import dump, object_of, string_of
from toolwire.model.conversation import Json

#: What a custom tool is called with where nobody says with what.
_EXAMPLE = "example"


def custom_name(tool: Json) -> str | None:
    """Return the name of a custom tool, flat or nested; None of another."""
    members = object_of(tool)
    if members.get("type") != "custom":
        return None
    return string_of((object_of(members.get("custom")) or members).get("name"))


def free_text(call: PlannedCall) -> str:
    """Return the text of a planned call: its `input`, else its arguments as they stand."""
    given = call.arguments.get("input")
    if isinstance(given, str):
        return given
    return dump(call.arguments).decode() if call.arguments else _EXAMPLE
