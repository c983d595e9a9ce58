"""Numbered parts of a message in a stream: blocks, or contents and calls, one after the other."""

from __future__ import annotations

from toolwire.model.conversation import Json


class NumberedParts:
    """Parts of one kind, each opened, grown and closed before the next.

    Every step takes the number that its event names, and returns what is wrong with it or None.

    Args:
        noun: what a part is called.
        grows, closes: what is wrong where an event grows or closes a part that is not open.
    """

    def __init__(self, noun: str, grows: str, closes: str) -> None:
        self._noun, self._grows, self._closes = noun, grows, closes
        self._opened = 0
        self.open: Json = None

    def begin(self, parts: int) -> None:
        """Take so many parts as opened and closed before the first event of one."""
        self._opened = parts

    def start(self, index: Json) -> str | None:
        """Open the next part."""
        if self.open is not None:
            return f"A {self._noun} opens before the one before it is closed."
        if type(index) is not int or index != self._opened:
            return f"The {self._noun}s are not numbered from 0 without gaps."
        self._opened += 1
        self.open = index
        return None

    def grow(self, index: Json) -> str | None:
        """Grow the open part."""
        return None if self.open is not None and index == self.open else self._grows

    def close(self, index: Json) -> str | None:
        """Close the open part."""
        wrong = self.open is None or index != self.open
        self.open = None
        return self._closes if wrong else None
