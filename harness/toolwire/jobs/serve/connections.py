"""The connections of a server: so many at a time, and none of them waited for without end."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Callable

from toolwire.jobs.serve.limits import ServerLimits

_NOW = struct.pack("ii", 1, 0)

_FULL = b"This server has as many connections as it takes; try again later.\n"
_REFUSED = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain\r\nconnection: close\r\n"
    b"retry-after: 1\r\ncontent-length: %d\r\n\r\n%b" % (len(_FULL), _FULL)
)


def break_off(transport: asyncio.Transport) -> None:
    """End a connection and forget what was not sent, in the system's buffers too."""
    line = transport.get_extra_info("socket")
    if line is not None:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NOW)
    transport.abort()


class Connections:
    """The connections there are, each with the time by which something has to have happened."""

    def __init__(self, limits: ServerLimits) -> None:
        self.limits = limits
        self._ends: dict[asyncio.Transport, asyncio.TimerHandle | None] = {}

    def __len__(self) -> int:
        return len(self._ends)

    def guarded(self, make: Callable[[], asyncio.Protocol]) -> Callable[[], asyncio.Protocol]:
        """Return a maker of protocols whose connections are counted and end in time."""
        return lambda: _ConnectionGuard(self, make)

    def join(self, transport: asyncio.Transport) -> bool:
        """Take a connection; False when there are enough."""
        if len(self._ends) >= self.limits.connections:
            return False
        self._ends[transport] = None
        self.expect(transport, self.limits.head)
        return True

    def leave(self, transport: asyncio.Transport) -> None:
        """Forget a connection that is gone."""
        end = self._ends.pop(transport, None)
        if end is not None:
            end.cancel()

    def expect(self, transport: asyncio.BaseTransport | None, seconds: float | None) -> None:
        """Break a connection off unless this is called again in time; None for no end.

        It is broken off and not closed: closing waits until the client has read everything.
        """
        if not isinstance(transport, asyncio.Transport) or transport not in self._ends:
            return
        before = self._ends[transport]
        if before is not None:
            before.cancel()
        loop = asyncio.get_running_loop()
        later = None if seconds is None else loop.call_later(seconds, break_off, transport)
        self._ends[transport] = later


class _ConnectionGuard(asyncio.Protocol):
    """A protocol in front of another that decides whether the connection is taken at all."""

    def __init__(self, connections: Connections, make: Callable[[], asyncio.Protocol]) -> None:
        self._connections = connections
        self._make = make
        self._inner: asyncio.Protocol | None = None
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        if not self._connections.join(transport):
            transport.write(_REFUSED)
            transport.close()
            return
        self._transport = transport
        self._inner = self._make()
        self._inner.connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._transport is not None:
            self._connections.leave(self._transport)
        if self._inner is not None:
            self._inner.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._inner is not None:
            self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        return None if self._inner is None else self._inner.eof_received()

    def pause_writing(self) -> None:
        if self._inner is not None:
            self._inner.pause_writing()

    def resume_writing(self) -> None:
        if self._inner is not None:
            self._inner.resume_writing()
