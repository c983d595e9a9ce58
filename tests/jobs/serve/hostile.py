"""A server in a thread of its own, and clients that speak to its socket by hand."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from toolwire.jobs.serve import Server
from toolwire.jobs.serve.connections import Connections
from toolwire.jobs.serve.example import example
from toolwire.jobs.serve.http import CONNECTIONS, application, serving
from toolwire.jobs.serve.limits import ServerLimits
from toolwire.model.exchange import Mode, Request

KIND = "Content-Type: application/json"
#: Seconds in which a good request is answered whatever else goes on; busy machines are slow.
AT_ONCE = 3.0
#: Short times, so that no test waits long; sizes are the usual ones.
QUICK = ServerLimits(head=0.6, upload=0.6, unread=0.6, idle=0.6, connections=16)


@dataclass(frozen=True)
class Target:
    """A server that listens: where, which dialect it speaks, and who is connected."""

    port: int
    name: str
    connections: Connections = field(default_factory=lambda: Connections(QUICK))

    @property
    def host(self) -> str:
        """Return what clients say in Host."""
        return f"127.0.0.1:{self.port}"

    def connect(self, seconds: float = 20.0) -> socket.socket:
        """Open a connection that is given up after some seconds."""
        return socket.create_connection(("127.0.0.1", self.port), seconds)

    def request(self, mode: Mode = Mode.BLOCKING) -> Request:
        """Return a request that a correct server answers with a call."""
        return example(self.name, "single_call", mode, f"http://{self.host}")

    def posted(self, body: bytes, *headers: str, mode: Mode = Mode.BLOCKING) -> bytes:
        """Return the bytes of a post to the dialect's own path."""
        right = self.request(mode)
        found = urlsplit(right.url)
        target = found.path + (f"?{found.query}" if found.query else "")
        # Anthropic refuses a request without its version.
        own = (f"{name}: {value}" for name, value in right.headers if name.endswith("-version"))
        lines = (
            f"POST {target} HTTP/1.1",
            *(headers or (f"Host: {self.host}", "Content-Type: application/json")),
            *own,
            f"Content-Length: {len(body)}",
        )
        return "\r\n".join((*lines, "", "")).encode() + body

    def asked(self) -> bytes:
        """Return the bytes of a request that is answered."""
        return self.posted(self.request().body)

    def say(self, data: bytes, seconds: float = 20.0) -> bytes:
        """Send bytes and return everything that comes until the server closes."""
        with self.connect(seconds) as line:
            with suppress(OSError):  # refused and closed while it was being sent
                line.sendall(data)
            return everything(line)

    def answers(self) -> float:
        """Return how long a good request takes; it has to be answered well."""
        asked = self.asked().replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n", 1)
        before = time.monotonic()
        with self.connect() as line:
            line.sendall(asked)
            assert status(everything(line)) == 200
        return time.monotonic() - before


def everything(line: socket.socket) -> bytes:
    """Return what comes until the other side closes, in whatever manner."""
    data = bytearray()
    with suppress(OSError):
        while chunk := line.recv(65_536):
            data += chunk
    return bytes(data)


def status(data: bytes) -> int:
    """Return the status of an answer; 0 when there is none."""
    return int(data[9:12]) if data.startswith(b"HTTP/1.") else 0


@contextmanager
def listening(
    name: str = "openai-chat",
    limits: ServerLimits = QUICK,
    allowed: Collection[str] = (),
) -> Iterator[Target]:
    """Serve a dialect beside the test."""
    loop, stop = asyncio.new_event_loop(), asyncio.Event()
    urls: list[str] = []
    up = threading.Event()

    def ready(url: str) -> None:
        urls.append(url)
        up.set()

    app = application(Server((name,)), limits=limits, allowed=allowed)
    task = serving(app, "127.0.0.1", 0, ready, stop)
    thread = threading.Thread(target=loop.run_until_complete, args=(task,), daemon=True)
    thread.start()
    try:
        assert up.wait(20)
        yield Target(int(urls[0].rpartition(":")[2]), name, app[CONNECTIONS])
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(20)
        assert not thread.is_alive()
        loop.close()
