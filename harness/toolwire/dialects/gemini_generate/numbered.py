"""Enums that came as numbers, which clients may ask for (`$alt=json;enum-encoding=int`).

Source: google-ai-generativelanguage 0.12.1, Candidate.FinishReason, read 2026-11-23.
"""

from __future__ import annotations

from typing import Final

from toolwire.model.conversation import Json

_STOPS: Final = (
    "FINISH_REASON_UNSPECIFIED",
    "STOP",
    "MAX_TOKENS",
    "SAFETY",
    "RECITATION",
    "OTHER",
    "LANGUAGE",
    "BLOCKLIST",
    "PROHIBITED_CONTENT",
    "SPII",
    "MALFORMED_FUNCTION_CALL",
    "IMAGE_SAFETY",
    "UNEXPECTED_TOOL_CALL",
    "TOO_MANY_TOOL_CALLS",
    "IMAGE_PROHIBITED_CONTENT",
    "IMAGE_OTHER",
    "NO_IMAGE",
    "IMAGE_RECITATION",
)


def stop_of(value: Json) -> Json:
    """Return a stop reason as its word, where it came as the number of one."""
    known = type(value) is int and 0 <= value < len(_STOPS)
    return _STOPS[value] if known and isinstance(value, int) else value
