"""Token counts of a response."""

from __future__ import annotations

from harness.conversation import Json
from harness.reply import Usage

__all__ = ["usage_of"]


def usage_of(value: Json) -> Usage | None:
    """Read a `usage` member; None when it is not an object."""
    if not isinstance(value, dict):
        return None
    return Usage(
        _count(value.get("prompt_tokens")),
        _count(value.get("completion_tokens")),
        _count(value.get("total_tokens")),
    )


def _count(value: Json) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
