"""Values from the wire, cut short enough to stand in a finding."""

from __future__ import annotations

from typing import Final

from harness.conversation import Json
from harness.json_text import JsonError, dump

__all__ = ["around", "excerpt"]

_LIMIT: Final = 120
_WINDOW: Final = 30


def excerpt(value: Json, limit: int = _LIMIT) -> Json:
    """Return a value as it is when it is short, else the first `limit` characters of its text."""
    if isinstance(value, str):
        return value if len(value) <= limit else value[: limit - 1] + "…"
    if not isinstance(value, list | dict):
        return value
    try:
        text = dump(value).decode()
    except (JsonError, UnicodeError):
        return f"{type(value).__name__} too deep to show"
    return value if len(text) <= limit else text[: limit - 1] + "…"


def around(text: str, at: int, length: int) -> str:
    """Return the piece of `text` that starts at `at`, with a little of both sides."""
    start = max(at - _WINDOW, 0)
    end = at + length + _WINDOW
    return f"{'…' if start else ''}{text[start:end]}{'…' if end < len(text) else ''}"
