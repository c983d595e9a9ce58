"""Rules about the parameter schemas that a request offers its tools with."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.reply import Reading
from toolwire.rules.mutate.edit import at
from toolwire.rules.rule import Severity
from toolwire.rules.views.request_model import bare_model
from toolwire.rules.views.request_steps import request_form

UNIONS: Final = ("anyOf", "oneOf", "allOf")
#: Statuses of a refusal that may be about what the request holds.
_REFUSED: Final = frozenset({400, 422})


def milder(reading: Reading, *, strict: bool = False) -> Severity | None:
    """Return how much a limit means to the server of a model that is not known to have it; None for full.

    Nothing, but where the request was refused as a wrong one.

    Args:
        reading: whose request is looked at.
        strict: whether the limit is one of strict schemas.
    """
    limits, model = request_form(reading.dialect).schemas, bare_model(reading)
    if not model.startswith(limits.others) or (strict and model.startswith(limits.others_strict)):
        return None
    refused = reading.exchange.response.status in _REFUSED
    return Severity.WARNING if refused else Severity.INFO


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
