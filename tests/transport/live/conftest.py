"""Raw-socket servers: they say exactly what a test wants, HTTP or not."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import TypeAlias

import pytest

from toolwire.model.exchange import Request
from toolwire.transport.live.access import keyed
from toolwire.transport.live.client import Client, Live
from toolwire.transport.live.limits import AttemptLimits
from toolwire.transport.live.retry import Retry

KEY = "made-up-key-0123456789"
JSON = b'{"ok": true}'


@dataclass(frozen=True)
class Received:
    """A request as it came: its first line, headers (names in lower case) and body."""

    line: str
    headers: dict[str, str]
    body: bytes


Script: TypeAlias = Callable[[Received, asyncio.StreamWriter], Awaitable[None]]


@dataclass
class Server:
    """A server on loopback and everything it was sent."""

    port: int = 0
    connections: int = 0
    received: list[Received] = field(default_factory=list)

    @property
    def url(self) -> str:
        """Return its base URL."""
        return f"http://127.0.0.1:{self.port}"

    def request(self, body: bytes = b"{}", path: str = "/v1/chat") -> Request:
        """Return a request to it."""
        headers = (("content-type", "application/json"),)
        return Request("POST", self.url + path, headers, body)


async def _read(reader: asyncio.StreamReader) -> Received:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    line, *rest = head.rstrip().split("\r\n")
    headers = {k.lower(): v.strip() for k, _, v in (entry.partition(":") for entry in rest)}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Received(line, headers, body)


@asynccontextmanager
async def serving(script: Script, **options: object) -> AsyncIterator[Server]:
    """Run a server that answers every request by a script."""
    server = Server()
    open_now: set[asyncio.Task[None]] = set()

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server.connections += 1
        task = asyncio.current_task()
        assert task is not None
        open_now.add(task)
        try:
            while True:
                received = await _read(reader)
                server.received.append(received)
                await script(received, writer)
                await writer.drain()
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            open_now.discard(task)
            writer.transport.abort()

    listener = await asyncio.start_server(handle, "127.0.0.1", 0, backlog=1024, **options)  # type: ignore[arg-type]
    server.port = listener.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        listener.close()
        for task in tuple(open_now):
            task.cancel()
        await asyncio.sleep(0.01)


def http(body: bytes = JSON, status: str = "200 OK", *headers: str) -> bytes:
    """Return a plain response."""
    lines = (f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", *headers)
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def saying(*answers: bytes) -> Script:
    """Return a script that writes one answer after the other, the last one again and again."""
    left = list(answers)

    async def script(_: Received, writer: asyncio.StreamWriter) -> None:
        writer.write(left.pop(0) if len(left) > 1 else left[0])

    return script


def reset(writer: asyncio.StreamWriter) -> None:
    """Close a connection with a reset instead of an end."""
    connection = writer.get_extra_info("socket")
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


#: Quick limits and pauses, so that a test of a timeout takes a fraction of a second.
QUICK = AttemptLimits(
    connect=2, first_byte=0.6, idle=0.4, total=1.2, body=1_000_000, room=6_000_000
)
SOON = Retry(attempts=3, base=0.01, longest=0.05)


def client(**options: object) -> Client:
    """Return a client with quick limits and an empty environment."""
    settings: dict[str, object] = {"limits": QUICK, "retry": SOON, "environ": {}, **options}
    return Client(**settings)  # type: ignore[arg-type]


def live(client: Client, server: Server, key: str = KEY) -> Live:
    """Return a transport to a server, with a key."""
    return client.at(keyed(server.url, key), "acme")


@pytest.fixture(scope="session")
def stage() -> SimpleNamespace:
    """Return what is above; test folders are no packages that could be imported from."""
    return SimpleNamespace(
        JSON=JSON, KEY=KEY, QUICK=QUICK, SOON=SOON, client=client, http=http, live=live,
        reset=reset, saying=saying, serving=serving,
    )  # fmt: skip
