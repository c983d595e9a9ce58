"""Rules about the parameter schemas that a request offers its tools with."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate.edit import at
from toolwire.rules.views.request_steps import request_form

UNIONS: Final = ("anyOf", "oneOf", "allOf")


def changed_tool(
    change: Callable[[JsonObject, JsonObject], None], place: int, *dialects: str
) -> dict[str, Callable[[JsonObject], None]]:
    """Return a change of an offered tool and its schema, for each dialect.

    Args:
        change: what declares the tool, and its schema.
        place: which of the tools.
        dialects: for which.
    """

    def changing(dialect: str, value: JsonObject) -> None:
        parts = request_form(dialect).parts
        assert parts is not None
        tool = parts.declared(value)[place]
        change(tool, object_of(at(tool, parts.schema)))

    return {dialect: partial(changing, dialect) for dialect in dialects}


def changed(
    change: Callable[[JsonObject], None], *dialects: str
) -> dict[str, Callable[[JsonObject], None]]:
    """Return the change of the second tool's schema for each dialect."""
    return changed_tool(lambda _, schema: change(schema), 1, *dialects)
