"""What the events of a stream add up to, as far as formats have it in common."""

from __future__ import annotations

from dataclasses import dataclass, field

from toolwire.model.reply import ABSENT, CallDelta, Event, Unread, WireError


@dataclass(slots=True)
class Fold:
    """What the events up to here add up to.

    Attributes:
        deltas: pieces of calls, in wire order.
        unread: parts that could not be read.
        stop, stop_pointer: the stop word and where it stands.
        complete: the format's own end was seen.
        error: the first failure that the stream tells of.
        assembled: nothing is missing of the message.
    """

    deltas: list[CallDelta] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    stop: str | None = None
    stop_pointer: str = ""
    complete: bool = False
    error: WireError | None = None
    assembled: bool = True

    def miss(self, pointer: str, reason: str) -> None:
        """Keep note of a part that could not be read; the message is then not whole."""
        self.unread.append(Unread(pointer, reason))
        self.assembled = False

    def no_object(self, event: Event) -> None:
        """Keep note of an event that is no object."""
        why = "the event is not JSON" if event.json is ABSENT else "the event is not an object"
        self.miss(f"event[{event.number}]", why)
