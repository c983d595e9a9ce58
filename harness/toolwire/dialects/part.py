"""A part of a message that is being streamed: how it was opened, and what came after."""

from __future__ import annotations

from dataclasses import dataclass, field

from toolwire.model.conversation import JsonObject


@dataclass(slots=True)
class OpenPart:
    """A part under way.

    Attributes:
        pointer: where it was opened.
        start: its object there.
        fragments: texts that came after, by the member they belong to.
    """

    pointer: str
    start: JsonObject
    fragments: dict[str, list[str]] = field(default_factory=dict)

    def grow(self, member: str, text: str) -> None:
        """Add a fragment of a member."""
        parts = self.fragments.get(member)
        if parts is None:
            self.fragments[member] = [text]
        else:
            parts.append(text)

    def joined(self, member: str) -> str | None:
        """Return a text member with its fragments appended; None when it has neither."""
        begun = self.start.get(member)
        parts = self.fragments.get(member)
        if parts is None:
            return begun if isinstance(begun, str) else None
        return (begun if isinstance(begun, str) else "") + "".join(parts)
