"""Parts of a message that is being streamed: how one was opened, and what came after."""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec
from msgspec import field

from toolwire.dialects.count import count_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import Absent


class OpenPart(msgspec.Struct):
    """A part under way.

    Attributes:
        pointer: where it was opened.
        start: its object there.
        fragments: texts that came after, by the member they belong to.
    """

    pointer: str
    start: JsonObject
    fragments: dict[str, list[str]] = field(default_factory=dict)

    def grow(self, member: str, text: Json | Absent) -> bool:
        """Add a fragment of a member; return whether it is a text."""
        if not isinstance(text, str):
            return False
        parts = self.fragments.get(member)
        if parts is None:
            self.fragments[member] = [text]
        else:
            parts.append(text)
        return True

    def added(self, member: str) -> str | None:
        """Return the fragments of a member joined; None when there was none."""
        parts = self.fragments.get(member)
        return None if parts is None else "".join(parts)

    def joined(self, member: str) -> str | None:
        """Return a text member with its fragments appended; None when it has neither."""
        begun, text = self.start.get(member), self.added(member)
        if not isinstance(begun, str):
            return text
        return begun if text is None else begun + text


P = TypeVar("P")


class OpenParts(Generic[P]):
    """The parts of a message, in the order in which they were opened, found by their number.

    What has no number that is whole shares the place of no number.
    """

    def __init__(self) -> None:
        self.opened: list[P] = []
        self._by_number: dict[int | None, P] = {}

    def add(self, part: P, number: Json | Absent, *, first: bool = False) -> P:
        """Keep a new part where later events find it; `first`: unless its number is taken."""
        self.opened.append(part)
        if not (first and count_of(number) in self._by_number):
            self._by_number[count_of(number)] = part
        return part

    def find(self, number: Json | Absent) -> P | None:
        """Return the part an event belongs to; None when none was opened for it."""
        # Nine of ten events of a stream pass here: `count_of`, without the call.
        return self._by_number.get(number if type(number) is int else None)
