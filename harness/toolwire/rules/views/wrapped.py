"""Events that no SDK reads, because their members stand in an object of the event's name."""

from __future__ import annotations

from toolwire.model.reply import Event, Reading, UnreadKind


def wrapped(reading: Reading) -> tuple[Event, ...]:
    """Return the events that were left unread for it, in order."""
    unread = reading.reply.unread
    places = {one.pointer for one in unread if one.kind is UnreadKind.WRAPPED}
    if not places:
        return ()
    return tuple(event for event in reading.events if f"event[{event.number}]" in places)
