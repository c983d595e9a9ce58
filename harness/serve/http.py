"""The server on a socket: aiohttp in front of `Server`, event by event."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from aiohttp import HttpVersion11, web

from harness.dialects import Refusal
from harness.exchange import Request, Response
from harness.serve.pieces import pieces
from harness.serve.server import Served, Server

__all__ = ["LARGEST", "Log", "Pace", "application", "serving"]

#: Bytes a request body may have.
LARGEST = 8 * 1024 * 1024
_TOO_LARGE = Refusal(413, "invalid_request", "The request body is larger than this server takes.")
#: Headers that belong to the connection or follow from the body.
_OURS = frozenset({"connection", "content-length", "date", "server", "transfer-encoding"})

#: Called with every request and what it was answered.
Log = Callable[[Request, Served], None]


@dataclass(frozen=True, slots=True)
class Pace:
    """How a streamed body goes out.

    Attributes:
        size: bytes in a piece; None for one event in each.
        delay: seconds between two pieces.
    """

    size: int | None = None
    delay: float = 0.0


def _silent(_request: Request, _served: Served) -> None:
    """Log nothing."""


def application(server: Server, pace: Pace = Pace(), log: Log = _silent) -> web.Application:
    """Return the server as an aiohttp application, whatever paths it is asked for."""

    async def handle(request: web.Request) -> web.StreamResponse:
        url = f"{request.scheme}://{request.host}{request.raw_path}"
        headers = tuple((name.lower(), value) for name, value in request.headers.items())
        try:
            body = await request.read()
        except web.HTTPRequestEntityTooLarge:
            asked = Request(request.method, url, headers, b"")
            served = server.refuse(asked, _TOO_LARGE)
        else:
            asked = Request(request.method, url, headers, body)
            served = server.answer(asked)
        log(asked, served)
        return await _send(request, served.response, pace)

    app = web.Application(client_max_size=LARGEST)
    app.router.add_route("*", "/{path:.*}", handle)
    return app


async def _send(request: web.Request, response: Response, pace: Pace) -> web.StreamResponse:
    answer = web.StreamResponse(status=response.status)
    for name, value in response.headers:
        if name.lower() not in _OURS:
            answer.headers.add(name, value)
    if not _is_stream(response) or request.version < HttpVersion11:
        answer.content_length = len(response.body)
        await answer.prepare(request)
        await answer.write(response.body)
        await answer.write_eof()
        return answer
    answer.enable_chunked_encoding()
    await answer.prepare(request)
    for number, piece in enumerate(pieces(response.body, pace.size)):
        if number and pace.delay:
            await asyncio.sleep(pace.delay)
        await answer.write(piece)
    await answer.write_eof()
    return answer


def _is_stream(response: Response) -> bool:
    """Return whether a body is sent in pieces: what its own first bytes say, not its type.

    The type may be the fault that is shown.
    """
    start = response.body[:6].lstrip()
    if start[:1] == b"{":
        return response.body.count(b"\n") > 0
    return not start.startswith(b"[") or response.body.count(b"\n") > 0


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
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        site = web.TCPSite(runner, host, port)
        await site.start()
        found = runner.addresses[0]
        shown = f"[{found[0]}]" if ":" in found[0] else found[0]
        ready(f"http://{shown}:{found[1]}")
        await stop.wait()
    finally:
        await runner.cleanup()
