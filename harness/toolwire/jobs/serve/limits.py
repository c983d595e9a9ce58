"""How much a server takes at a time, and for how long it waits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class ServerLimits:
    """Bounds of a server; memory follows from them, some 300 MB at the very most.

    Attributes:
        body: bytes of a request body.
        held: bytes of all bodies, asked and answered, that are under way.
        connections: how many there are at a time.
        small: bytes of a body up to which requests have a thread of their own, so that they do
            not wait for large ones.
        head: seconds until the first request of a connection has its headers.
        upload: seconds a request body takes.
        unread: seconds a client takes to read `piece` bytes.
        idle: seconds from one answer to the headers of the next request.
        piece: bytes that are written at once.
    """

    body: int = 2 * 1024 * 1024
    held: int = 32 * 1024 * 1024
    connections: int = 128
    small: int = 64 * 1024
    head: float = 10.0
    upload: float = 20.0
    unread: float = 20.0
    idle: float = 15.0
    piece: int = 64 * 1024


#: What a server is bounded by unless a test says otherwise.
USUAL: Final = ServerLimits()


class HeldBytes:
    """Bytes that may be held at a time by all requests together."""

    def __init__(self, size: int) -> None:
        self._left = size

    def take(self, size: int) -> bool:
        """Set bytes aside; False, and nothing is, when there are not as many."""
        if size > self._left:
            return False
        self._left -= size
        return True

    def give(self, size: int) -> None:
        """Give bytes back that were set aside."""
        self._left += size
