"""What a request can have left in the text of its answer, which is taken out otherwise."""

from __future__ import annotations

from dataclasses import dataclass

from toolwire.model.conversation import Json, JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftIn:
    """Members of a request, each with the value by which it asks.

    Attributes:
        ends: for the word at which the text ends.
        tokens: for the control tokens of the model.
        thoughts: for the thoughts, in their marks.
    """

    ends: tuple[tuple[str, Json], ...] = ()
    tokens: tuple[tuple[str, Json], ...] = ()
    thoughts: tuple[tuple[str, Json], ...] = ()


#: Where nothing can be asked for.
NOTHING_LEFT_IN = LeftIn()


def is_asked(body: JsonObject, for_it: tuple[tuple[str, Json], ...]) -> bool:
    """Return whether a request has one of these members with its value."""
    return any(body.get(member) == value for member, value in for_it)
