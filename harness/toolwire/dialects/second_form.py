"""Another documented way to write a request's tools and history; part of a dialect's `wire`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from toolwire.model.conversation import Json, JsonObject

#: What a form is asked for: what a tool's definition says, what stands below the first level of its schema and in
#: definitions, what a tool returned, what an earlier call was made with, and which tool a choice names.
DEFINITION: Final = "definition"
REFERENCE: Final = "reference"
RESULT: Final = "result"
CALL: Final = "call"
CHOICE: Final = "choice"
#: Which say the same with and without a stream.
OF_HISTORY: Final = frozenset({RESULT, CALL})


class SecondForm(NamedTuple):
    """A way to write tools, calls and results that clients send beside the usual one.

    Attributes:
        name: how the ids of its cases begin.
        said: how a message tells of it.
        written: the body of a request in the usual form -> the same in this one.
        asks: what it is asked for.
        suite: the suite beside which it is asked.
    """

    name: str
    said: str
    written: Callable[[JsonObject], JsonObject]
    asks: tuple[str, ...]
    suite: str = "history_forms"


def renamed(value: Json, names: Mapping[str, str], *, but: frozenset[str]) -> Json:
    """Return a value with members of some names under others, whatever stands in members `but`."""
    if isinstance(value, list):
        return [renamed(one, names, but=but) for one in value]
    if not isinstance(value, dict):
        return value
    return {
        names.get(key, key): one if key in but else renamed(one, names, but=but)
        for key, one in value.items()
    }
