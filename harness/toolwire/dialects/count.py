"""Token counts."""

from __future__ import annotations

from toolwire.model.conversation import Json
from toolwire.model.reply import Absent, Usage


def count_of(value: Json | Absent) -> int | None:
    """Return a count; None for what is no whole number (a flag is none)."""
    return value if type(value) is int else None


def usage_of(holder: Json, *names: str, empty: bool = False) -> Usage | None:
    """Read the counts of these names: input, output and, where there is one, total.

    Returns:
        None for what is no object, and, unless `empty`, for one with none of the counts.
    """
    if not isinstance(holder, dict):
        return None
    counts = [count_of(holder.get(name)) for name in names]
    return Usage(*counts) if empty or counts.count(None) < len(counts) else None
