"""The server on a real socket: what goes out, and when."""

from __future__ import annotations

import asyncio
import socket
from urllib.parse import urlsplit

import aiohttp
import pytest

from tests.jobs.serve.wire import line
from toolwire.dialects import DIALECTS
from toolwire.io.json_text import object_of, parse
from toolwire.jobs.serve import Served, Server
from toolwire.jobs.serve.chunks import pieces
from toolwire.jobs.serve.example import example
from toolwire.jobs.serve.http import BodyPace, application, serving
from toolwire.jobs.serve.limits import USUAL
from toolwire.model.exchange import Mode, Request
from toolwire.rules import RULES


async def _raw(name: str, server: Server, request: Request, pace: BodyPace) -> bytes:
    """Send a request by hand over a socket and return every byte that comes back."""
    async with line(server, name, pace) as wire:
        host, _, port = wire.root.removeprefix("http://").partition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        found = urlsplit(request.url)
        target = found.path + (f"?{found.query}" if found.query else "")
        said = "".join(f"{key}: {value}\r\n" for key, value in request.headers)
        head = f"POST {target} HTTP/1.0\r\n{said}content-length: {len(request.body)}\r\n\r\n"
        writer.write(head.encode() + request.body)
        data = await reader.read()
        writer.close()
        return data


@pytest.mark.parametrize("name", DIALECTS)
def test_an_old_client_gets_the_stream_in_one_piece(name: str) -> None:
    """HTTP/1.0 knows no chunks: the body comes whole, with its length."""
    request = example(name, "single_call", Mode.STREAMING, "http://x")
    data = asyncio.run(_raw(name, Server((name,)), request, BodyPace()))
    head, _, body = data.partition(b"\r\n\r\n")
    assert b"200 OK" in head.split(b"\r\n")[0]
    assert f"Content-Length: {len(body)}".encode() in head
    assert len(body) == len(Server((name,)).answer(request).response.body)
    assert b"Transfer-Encoding" not in head


async def _arrivals(name: str, pace: BodyPace) -> tuple[list[tuple[float, bytes]], bytes]:
    """Return when it began, the chunks of a streamed answer with their times, and its body."""
    said: list[Served] = []
    app = application(Server((name,)), pace, lambda _request, served: said.append(served))
    stop, url = asyncio.Event(), asyncio.get_running_loop().create_future()
    task = asyncio.create_task(serving(app, "127.0.0.1", 0, url.set_result, stop))
    request = example(name, "single_call", Mode.STREAMING, await url)
    clock = asyncio.get_running_loop().time
    got = [(clock(), b"")]
    async with (
        aiohttp.ClientSession() as session,
        session.post(request.url, data=request.body, headers=dict(request.headers)) as answer,
    ):
        async for chunk, _ in answer.content.iter_chunks():
            got.append((clock(), chunk))
    stop.set()
    await task
    return got, said[0].response.body


@pytest.mark.parametrize("name", DIALECTS)
def test_a_stream_arrives_event_by_event(name: str) -> None:
    """Every event is a chunk of its own, and the server waits before the next."""
    got, body = asyncio.run(_arrivals(name, BodyPace(delay=0.01)))
    # A client that is slow to read gets two at once: the times of single chunks say nothing.
    assert [chunk for _, chunk in got if chunk] == list(pieces(body))
    assert got[-1][0] - got[0][0] >= 0.009 * (len(list(pieces(body))) - 1)


def test_a_stream_can_be_cut_at_odd_places() -> None:
    """Pieces of seven bytes split events, lines and letters; the bytes are the same."""
    got, body = asyncio.run(_arrivals("openai-chat", BodyPace(size=7, delay=0.0)))
    assert b"".join(chunk for _, chunk in got) == body
    assert len(got) > 20


async def _status(server: Server, name: str, request: Request) -> tuple[int, str | None, bytes]:
    async with line(server, name) as wire:
        exchange = await wire.send(request)
        return (
            exchange.response.status,
            exchange.response.header("content-type"),
            exchange.response.body,
        )


def test_a_wrong_content_type_goes_out_as_it_is() -> None:
    """A fault of the headers is not corrected on the way, nor is the framing of the body."""
    request = example("openai-chat", "plain_text", Mode.STREAMING, "https://api.example.invalid/v1")
    root = request.url.replace("/v1/v1", "").replace("/v1/chat", "/chat")
    sent = Request(request.method, root, request.headers, request.body)
    server = Server(("openai-chat",), RULES["TC007"])
    status, kind, body = asyncio.run(_status(server, "openai-chat", sent))
    assert (status, kind) == (200, "application/json")
    assert body.startswith(b"data: ")


def test_a_request_that_is_too_large_is_refused() -> None:
    """413 in the words of the dialect, and the server goes on."""
    url = "https://api.example.invalid/v1/messages"
    request = Request("POST", url, (("content-type", "application/json"),), b" " * (USUAL.body + 1))
    name = "anthropic-messages"
    status, _, body = asyncio.run(_status(Server((name,)), name, request))
    assert status == 413
    assert object_of(object_of(parse(body))["error"])["message"]


def test_a_port_that_is_taken_is_an_error() -> None:
    """The reason comes from the system; nothing is left open."""

    async def run(port: int) -> None:
        app = application(Server(("openai-chat",)))
        await serving(app, "127.0.0.1", port, lambda _url: None, asyncio.Event())

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(OSError, match="address already in use"):
            asyncio.run(run(taken.getsockname()[1]))
