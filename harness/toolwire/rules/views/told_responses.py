"""The response objects of the Responses API, which tell of the request they answer."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.model.conversation import JsonObject
from toolwire.model.reply import Reading


def told_responses(reading: Reading) -> Iterator[tuple[str, JsonObject]]:
    """Yield the body, or each response object in the events, with the root of its pointers."""
    if isinstance(reading.body, dict):
        yield "", reading.body
        return
    for event in reading.events:
        response = event.json.get("response") if isinstance(event.json, dict) else None
        if isinstance(response, dict):
            yield f"event[{event.number}]/response", response
