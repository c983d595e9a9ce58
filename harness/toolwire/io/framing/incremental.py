"""What decoders of the text framings have in common: bytes cut anywhere become text, and text what it completes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from toolwire.io.framing.text import TextDecoder

#: What a decoder gives: an event, or the text of a payload.
Given = TypeVar("Given")


class IncrementalDecoder(ABC, Generic[Given]):
    """Takes the bytes of a body as they come; what it gives is the same wherever they are cut."""

    def __init__(self) -> None:
        self._text = TextDecoder()
        # Text that completes nothing yet, in pieces: joined once, so that what is long and
        # arrives in small chunks costs linear time.
        self._pieces: list[str] = []

    @property
    def replaced(self) -> int:
        """Return the number of places that were not UTF-8 so far."""
        return self._text.replaced

    def feed(self, data: bytes) -> list[Given]:
        """Take the next bytes of the body and return what they complete."""
        return self._take(self._text.feed(data))

    @abstractmethod
    def _take(self, text: str) -> list[Given]:
        """Take the next characters and return what they complete."""
