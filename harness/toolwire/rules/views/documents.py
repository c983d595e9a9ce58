"""What a stream says, as a list that a validator takes in one look."""

from __future__ import annotations

from toolwire.model.conversation import JsonObject
from toolwire.model.reply import Reading
from toolwire.rules.views.memoize import memoize


@memoize
def documents(reading: Reading) -> list[JsonObject]:
    """Return the events of a stream that are JSON objects, in order."""
    return [event.json for event in reading.events if isinstance(event.json, dict)]
