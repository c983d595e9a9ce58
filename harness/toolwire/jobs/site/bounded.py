"""Text of strangers on a page: as much of it as a reader needs, and how much was cut."""

from __future__ import annotations

from typing import Final

#: Characters of a name (provider, format, suite, model, host) and of a longer text.
NAME: Final = 80
TEXT: Final = 240


def cut(text: str, most: int = TEXT) -> str:
    """Return text, or its first `most` characters and how many there are."""
    return text if len(text) <= most else f"{text[:most]}… (cut, {len(text):,} characters)"


def name(text: str) -> str:
    """Return a name, cut where no name is that long; what would not show says so."""
    return cut(text, NAME) if text.strip() else "(no name)"
