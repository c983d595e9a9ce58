"""Rules about the shape of one call and the name it carries."""

from __future__ import annotations

from toolwire.model.conversation import Json
from toolwire.rules.rule import Violation
from toolwire.rules.views.dialect_paths import CHAT, COHERE_V2

GUIDE = "https://developers.openai.com/api/docs/guides/function-calling"


def json(value: object) -> Json:
    """Return a scalar as it is, and null for what a finding does not show."""
    return value if isinstance(value, str | int | float | bool) else None


def nameless(pointer: str, actual: Json) -> Violation:
    """Return the breach of a call without a name."""
    return Violation(pointer, "The call has no name.", "non-empty string", actual)


BOTH_SHAPES = (CHAT, COHERE_V2)
