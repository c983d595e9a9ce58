"""What a stream says, as a list that a validator takes in one look."""

from __future__ import annotations

from collections.abc import Container

from toolwire.model.conversation import JsonObject
from toolwire.model.reply import Reading
from toolwire.rules.views.memoize import memoize


@memoize
def documents(reading: Reading) -> list[JsonObject]:
    """Return the events of a stream that are JSON objects, in order."""
    return [event.json for event in reading.events if isinstance(event.json, dict)]


def is_untold(event: JsonObject, claimed: Container[str]) -> bool:
    """Return whether an event does not say what it is, which another rule tells: it has no shape to be held to.

    Args:
        event: its object.
        claimed: what other rules judge (`Rule.claims`).
    """
    return "type=required" in claimed and event.keys().isdisjoint(("type", "event_type"))
