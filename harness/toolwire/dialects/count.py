"""Token counts."""

from __future__ import annotations

from toolwire.model.conversation import Json


def count_of(value: Json) -> int | None:
    """Return a count; None for what is no whole number (a flag is none)."""
    return value if type(value) is int else None
