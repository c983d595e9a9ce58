"""Pieces of error bodies that every format reads alike."""

from __future__ import annotations

from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import WireError


def code_of(members: JsonObject, keys: tuple[str, ...]) -> str | None:
    """Return the code of an error: the first of these members that says one."""
    for key in keys:
        word = word_of(members.get(key))
        if word is not None:
            return word
    return None


def word_of(value: Json) -> str | None:
    """Return a code as text, whether it is a text or a whole number; None for anything else."""
    if isinstance(value, str):
        return value or None
    return str(value) if type(value) is int else None


def status_error(status: int) -> WireError | None:
    """Return the empty error that an error status alone means; None for a good status."""
    return WireError("", None, "status") if status >= 400 else None
