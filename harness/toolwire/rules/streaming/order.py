"""Numbered parts of a message in a stream: blocks, or contents and calls, one after the other."""

from __future__ import annotations

from toolwire.model.conversation import Json


class NumberedParts:
    """Parts of one kind, each opened, grown and closed before the next.

    Every step takes the number that its event names, and returns what is wrong with it or None.

    Args:
        noun: what a part is called.
        grows, closes: what is wrong where an event grows or closes a part that is not open.
        overlapping: let a part open before the one before it is closed; `overlap` tells that one did.
    """

    def __init__(self, noun: str, grows: str, closes: str, *, overlapping: bool = False) -> None:
        self._noun, self._grows, self._closes = noun, grows, closes
        self._overlapping = overlapping
        self._opened = 0
        self._open: list[Json] = []
        self.overlap: int | None = None

    @property
    def open(self) -> bool:
        """Whether a part is open."""
        return bool(self._open)

    @property
    def last_only(self) -> bool:
        """Whether of all parts only the one that was opened last is open."""
        return self._open == [self._opened - 1]

    def begin(self, parts: int) -> None:
        """Take so many parts as opened and closed before the first event of one."""
        self._opened = parts

    def start(self, index: Json) -> str | None:
        """Open the next part."""
        if self._open and not self._overlapping:
            return f"A {self._noun} opens before the one before it is closed."
        if type(index) is int and index in self._open:
            return f"A {self._noun} opens twice."
        if type(index) is not int:
            return f"No number is told of the {self._noun}."
        if index != self._opened:
            return f"The {self._noun}s are not numbered from 0 without gaps."
        if self._open and self.overlap is None:
            self.overlap = index
        self._opened += 1
        self._open.append(index)
        return None

    def grow(self, index: Json) -> str | None:
        """Grow an open part."""
        return None if index in self._open else self._grows

    def close(self, index: Json) -> str | None:
        """Close an open part."""
        if index not in self._open:
            self._open.clear()
            return self._closes
        self._open.remove(index)
        return None
