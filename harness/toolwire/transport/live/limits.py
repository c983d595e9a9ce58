"""How long and how large an answer may be."""

from __future__ import annotations

from dataclasses import dataclass

from toolwire.transport.live.fault import FaultError

_MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class AttemptLimits:
    """Bounds of one attempt, times in seconds, sizes in bytes.

    How many gzip members or encodings an answer may have: `toolwire.io.coding`.

    Attributes:
        connect: until there is a connection, TLS included.
        first_byte: from the start until the first byte of the body.
        idle: between two bytes of the body.
        total: the whole attempt.
        body: largest answer, as it came as well as unpacked.
        room: largest sum of all answers being read at once.
        marks: most arrival times kept of one answer; later pieces are added to the last one.
    """

    connect: float = 10.0
    first_byte: float = 120.0
    idle: float = 60.0
    total: float = 300.0
    body: int = 4 * _MIB
    room: int = 24 * _MIB
    marks: int = 10_000


class AnswerMemory:
    """Memory for the answers being read, shared fairly.

    When it runs out, an answer that holds more than its share fails, never a smaller one: a
    hostile endpoint cannot take the room of the others.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._held = 0
        self._readers = 0

    def enter(self) -> None:
        """Begin to read an answer."""
        self._readers += 1

    def take(self, more: int, whole: int) -> None:
        """Hold `more` bytes for an answer that then has `whole`.

        Raises:
            FaultError: there is no room, and this answer has more than its share.
        """
        self._held += more
        if self._held > self._size and whole > self._size // self._readers:
            raise FaultError(
                f"answers being read hold more than {self._size} bytes, this one {whole}"
            )

    def leave(self, whole: int) -> None:
        """End reading an answer for which `whole` bytes were held."""
        self._readers -= 1
        self._held -= whole
