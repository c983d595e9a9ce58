"""The server on a socket: aiohttp in front of `Server`, event by event.

What it is asked is worked on in two threads, one for small requests and one for large ones, so
that neither the connections nor small requests wait for large work.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from aiohttp import ClientError, HttpVersion11, web

from toolwire.dialects import Refusal
from toolwire.jobs.serve.callers import Caller, caller_refusal, is_name, wrong_content
from toolwire.jobs.serve.chunks import pieces
from toolwire.jobs.serve.connections import Connections, break_off
from toolwire.jobs.serve.limits import USUAL, HeldBytes, ServerLimits
from toolwire.jobs.serve.server import Served, Server
from toolwire.model.exchange import Request, Response

_LONGEST_TARGET: Final = 2_048
_TARGET: Final = Refusal(414, "invalid_request", "The path has to begin with / and be short.")
_SLOW: Final = Refusal(408, "invalid_request", "The request body did not come in time.")
_TORN: Final = Refusal(400, "invalid_request", "The request body is not HTTP.")
_FULL: Final = Refusal(503, "server_error", "The server has too much to do; try again later.")
#: Headers that belong to the connection or follow from the body. A date that an answer has is its own:
#: a rule holds the time of the answer to it (TC156).
_OURS: Final = frozenset({"connection", "content-length", "server", "transfer-encoding"})
#: What would let web pages read answers is never said.
_TO_PAGES: Final = "access-control-"
#: Where an application keeps its connections.
CONNECTIONS: Final = web.AppKey("crowd", Connections)
#: Seconds that the rest of a refused body is taken and thrown away, so that the refusal arrives.
_LINGER: Final = 2.0
#: Pieces that are written before others have their turn: writing waits only when it has to.
_IN_A_ROW: Final = 64
#: Seconds that requests under way have when the server ends.
_LEAVE: Final = 1.0

#: Called with every request and what it was answered.
Log = Callable[[Request, Served], None]


@dataclass(frozen=True, slots=True)
class BodyPace:
    """How a streamed body goes out.

    Attributes:
        size: bytes in a piece; None for one event in each.
        delay: seconds between two pieces.
    """

    size: int | None = None
    delay: float = 0.0


def _silent(_request: Request, _served: Served) -> None:
    """Log nothing."""


def application(
    server: Server,
    pace: BodyPace = BodyPace(),
    log: Log = _silent,
    limits: ServerLimits = USUAL,
    allowed: Collection[str] = (),
) -> web.Application:
    """Return the server as an aiohttp application, whatever paths it is asked for.

    Args:
        server: what answers.
        pace: how streams go out.
        log: told of each request.
        limits: what is taken and waited for.
        allowed: names in `Host` that are answered beside those of this machine, in lower case;
            each with a port, or for any.
    """
    desk = _RequestHandler(server, pace, log, limits, frozenset(allowed))
    app = web.Application(client_max_size=limits.body)
    app[CONNECTIONS] = desk.connections
    app.router.add_route("*", "/{path:.*}", desk.handle)
    app.on_cleanup.append(desk.close)
    return app


class _RequestHandler:
    """Where requests come in and answers go out."""

    def __init__(
        self,
        server: Server,
        pace: BodyPace,
        log: Log,
        limits: ServerLimits,
        allowed: Collection[str],
    ) -> None:
        self.connections = Connections(limits)
        self._server, self._pace, self._log = server, pace, log
        self._limits, self._allowed = limits, allowed
        self._room = HeldBytes(limits.held)
        self._small, self._large = ThreadPoolExecutor(1), ThreadPoolExecutor(1)

    async def close(self, _app: web.Application) -> None:
        """Take no more work."""
        for threads in (self._small, self._large):
            threads.shutdown(wait=False, cancel_futures=True)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Answer one request."""
        transport = request.transport
        self.connections.expect(transport, None)
        try:
            return await self._handled(request)
        finally:
            self.connections.expect(transport, self._limits.idle)

    async def _handled(self, request: web.Request) -> web.StreamResponse:
        head, body = _without_body(request), b""
        refusal = self._refused(request)
        if refusal is None and self._server.takes_body(head):
            body, refusal = await self._body(request)
        held = len(body)
        try:
            served = await self._work(replace(head, body=body)) if refusal is None else None
            if served is not None and not self._room.take(len(served.response.body)):
                served, refusal = None, _FULL
            elif served is not None:
                held += len(served.response.body)
            served = served or self._server.refuse(head, refusal or _FULL)
            self._log(head, served)
            return await self._send(request, served.response, last=refusal is not None)
        finally:
            self._room.give(held)

    def _refused(self, request: web.Request) -> Refusal | None:
        """Return why a request is refused for what stands before its body."""
        headers = request.headers
        caller = Caller(
            headers.getall("Host", ()),
            headers.getall("Origin", ()),
            headers.getall("Sec-Fetch-Site", ()),
            old=request.version < HttpVersion11,
        )
        refusal = caller_refusal(caller, _own(request), self._allowed)
        if refusal is not None:
            return refusal
        if not request.raw_path.startswith("/") or len(request.raw_path) > _LONGEST_TARGET:
            return _TARGET
        if request.method != "POST":
            return None
        kinds, encodings = (
            headers.getall("Content-Type", ()),
            headers.getall("Content-Encoding", ()),
        )
        return wrong_content(kinds, encodings)

    async def _body(self, request: web.Request) -> tuple[bytes, Refusal | None]:
        """Read a body, and set the room aside that it takes."""
        largest = self._limits.body
        too_large = Refusal(
            413, "invalid_request", f"The request body has more than {largest} bytes."
        )
        if (request.content_length or 0) > largest:
            return b"", too_large
        body, refusal = bytearray(), None
        try:
            async with asyncio.timeout(self._limits.upload):
                while refusal is None and (chunk := await request.content.readany()):
                    if len(body) + len(chunk) > largest:
                        refusal = too_large
                    elif not self._room.take(len(chunk)):
                        refusal = _FULL
                    else:
                        body += chunk
        except TimeoutError:
            refusal = _SLOW
        except (web.RequestPayloadError, ClientError, ConnectionError):
            refusal = _TORN
        except BaseException:
            self._room.give(len(body))
            raise
        return bytes(body), refusal

    async def _work(self, request: Request) -> Served:
        threads = self._small if len(request.body) <= self._limits.small else self._large
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(threads, self._server.answer_or_fail, request)

    async def _send(
        self, request: web.Request, response: Response, *, last: bool
    ) -> web.StreamResponse:
        answer = web.StreamResponse(status=response.status)
        for name, value in response.headers:
            if name.lower() not in _OURS and not name.lower().startswith(_TO_PAGES):
                answer.headers.add(name, value)
        if last:
            answer.force_close()
        streams = _is_stream(response) and request.version >= HttpVersion11
        if streams:
            answer.enable_chunked_encoding()
        else:
            answer.content_length = len(response.body) + response.broken_off
        size = self._pace.size if streams else self._limits.piece
        with suppress(ConnectionError):  # a client may go whenever it likes
            await self._in_time(request, answer.prepare(request))
            for number, piece in enumerate(pieces(response.body, size)):
                if number and ((streams and self._pace.delay) or not number % _IN_A_ROW):
                    await asyncio.sleep(self._pace.delay if streams else 0)
                await self._in_time(request, answer.write(piece))
            if response.broken_off and request.transport is not None:
                # What is written goes out; the last chunk, or the byte that was announced, does not.
                request.transport.close()
                return answer
            await self._in_time(request, answer.write_eof())
        return answer

    async def _in_time(self, request: web.Request, step: Awaitable[object]) -> None:
        """Write something, or break the connection off when the client does not read."""
        try:
            async with asyncio.timeout(self._limits.unread):
                await step
        except TimeoutError:
            if request.transport is not None:
                break_off(request.transport)
            raise ConnectionResetError from None


def _without_body(request: web.Request) -> Request:
    """Return what is asked as far as the headers say it, whatever nonsense they say."""
    host = request.host if is_name(request.host) else "localhost"
    path = request.raw_path if request.raw_path.startswith("/") else "/"
    headers = tuple((name.lower(), value) for name, value in request.headers.items())
    return Request(request.method, f"{request.scheme}://{host}{path}", headers, b"")


def _own(request: web.Request) -> tuple[str, int]:
    """Return the address and port that a connection came to."""
    found = None if request.transport is None else request.transport.get_extra_info("sockname")
    return (found[0].removeprefix("::ffff:"), found[1]) if found else ("", 0)


def _silent_logger() -> logging.Logger:
    """Return a logger that tells nobody: aiohttp's own has a traceback for all that is no HTTP."""
    logger = logging.Logger("toolwire.jobs.serve")  # noqa: LOG001 - beside the tree of loggers on purpose
    logger.addHandler(logging.NullHandler())
    return logger


def _is_stream(response: Response) -> bool:
    """Return whether a body is sent in pieces: what its own first bytes say, not its type.

    The type may be the fault that is shown.
    """
    start = response.body[:6].lstrip()
    if start[:1] == b"{":
        return b"\n" in response.body
    return not start.startswith(b"[") or b"\n" in response.body


async def serving(
    app: web.Application,
    host: str,
    port: int,
    ready: Callable[[str], None],
    stop: asyncio.Event,
) -> None:
    """Serve until told to stop.

    Args:
        app: what to serve.
        host: address to listen on.
        port: 0 for a free one.
        ready: called once with the URL when connections are taken.
        stop: ends it.

    Raises:
        OSError: the address cannot be listened on.
    """
    runner = web.AppRunner(
        app,
        access_log=None,
        logger=_silent_logger(),
        auto_decompress=False,
        keepalive_timeout=app[CONNECTIONS].limits.idle,
        lingering_time=_LINGER,
        shutdown_timeout=_LEAVE,
    )
    await runner.setup()
    listening = None
    try:
        handlers = runner.server
        assert handlers is not None
        taken = app[CONNECTIONS].guarded(handlers)
        listening = await asyncio.get_running_loop().create_server(taken, host, port)
        found = listening.sockets[0].getsockname()
        shown = f"[{found[0]}]" if ":" in found[0] else found[0]
        ready(f"http://{shown}:{found[1]}")
        await stop.wait()
    finally:
        if listening is not None:
            listening.close()
        await runner.cleanup()
