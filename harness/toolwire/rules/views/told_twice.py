"""Whether what an answer tells twice is the same: calls by what their type names, and how a difference is said."""

from __future__ import annotations

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json
from toolwire.rules.rule import Violation
from toolwire.rules.views.excerpt import excerpt


def what_is_told(value: Json) -> Json:
    """Return what is compared: of calls the members of the published type, and nothing if empty.

    The other members of a call may be in one copy only: Cohere's types (cohere 7.3.1, `ToolCall`,
    read 2026-11-23) allow any beside these two, and nobody says that they are repeated.
    """
    calls = items_of(value)
    if not calls or not all(isinstance(call, dict) for call in calls):
        return value or None
    return [
        {key: call[key] for key in ("name", "parameters") if key in call}
        for call in map(object_of, calls)
    ]


def differs(pointer: str, reported: Json, again: Json) -> Violation:
    """Return what is said of a thing that is told again otherwise, or only once."""
    if reported and again:
        message = "What is told twice differs."
    elif reported:
        message = "What was told before is not told again here."
    else:
        message = "What is told here was not told before."
    return Violation(pointer, message, excerpt(reported), excerpt(again))
