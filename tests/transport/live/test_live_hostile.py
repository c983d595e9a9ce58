"""Hostile and broken servers: each request ends in time, with what came or with a reason."""

from __future__ import annotations

import asyncio
import gzip
import json
import sys
import time
import zlib
from contextlib import AsyncExitStack
from types import SimpleNamespace

import pytest

from tests.support.scripts import (
    CHUNKED,
    announced,
    bomb,
    endless,
    reset_midway,
    silent,
    slow_body,
    slow_head,
    stalled,
    tiny_chunks,
)
from toolwire.io.coding import kinds
from toolwire.model.errors import CUT_OFF, TrafficError
from toolwire.model.exchange import Request, Response
from toolwire.transport.live.access import keyed
from toolwire.transport.live.inflate import ACCEPTED
from toolwire.transport.live.limits import AttemptLimits

NOT_HTTP = "what it sent is not HTTP, or not in order (3 attempts)"


async def ask(stage: SimpleNamespace, script: object, **options: object) -> Response:
    """Ask a server of one script once."""
    async with stage.serving(script) as server, stage.client(**options) as client:
        return await stage.live(client, server).send(server.request())


def outcome(stage: SimpleNamespace, script: object, **options: object) -> Response | str:
    """Return the answer or the reason there is none; fail when it took too long."""
    begun = time.monotonic()
    try:
        said: Response | str = asyncio.run(ask(stage, script, **options))
    except TrafficError as error:
        said = str(error)
    # Three attempts at most, each within its total of 1.2 s; most have one.
    assert time.monotonic() - begun < 4.5
    assert "\n" not in str(said)
    assert stage.KEY not in str(said)
    return said


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        (slow_head, "no byte of an answer after 0.6 s"),
        (silent, "no byte of an answer after 0.6 s"),
        (stalled, "no further byte for 0.4 s (5 bytes came)"),
        (endless, "it is larger than 1000000 bytes"),
        (announced, "it announces more than 1000000 bytes"),
    ],
)
def test_a_server_that_wastes_time_or_room(
    stage: SimpleNamespace, script: object, reason: str
) -> None:
    """Slow-loris, silence, a stall, an endless and a huge body: one attempt, and the reason."""
    said = outcome(stage, script)
    assert isinstance(said, str)
    assert said.startswith("http://127.0.0.1:")
    assert said.endswith(reason)


def test_a_body_that_drips_ends_with_the_whole_time(stage: SimpleNamespace) -> None:
    """A byte now and then resets the idle time but not the total."""
    said = outcome(stage, slow_body)
    assert isinstance(said, str)
    assert "not finished after 1.2 s (" in said


def test_a_million_tiny_chunks_are_given_up(stage: SimpleNamespace) -> None:
    """One byte a chunk, for ever: it ends early, before it costs the time of other cases."""
    said = outcome(stage, tiny_chunks, limits=AttemptLimits(first_byte=2))
    assert str(said).endswith("it comes in pieces of 1.0 bytes, 10000 of them so far")


def test_the_number_of_marks_is_bounded(stage: SimpleNamespace) -> None:
    """Beyond it, pieces are added to the last one, and the body is whole."""

    async def some(_: object, writer: asyncio.StreamWriter) -> None:
        writer.write(CHUNKED + b"5\r\ndata:\r\n" * 500 + b"0\r\n\r\n")

    answer = outcome(stage, some, limits=AttemptLimits(first_byte=2, marks=40))
    assert isinstance(answer, Response)
    assert answer.body == b"data:" * 500
    assert len(answer.chunks) == 40
    assert {len(chunk.data) for chunk in answer.chunks[:-1]} == {5}
    assert b"".join(chunk.data for chunk in answer.chunks) == answer.body


def test_a_gzip_bomb_is_bounded(stage: SimpleNamespace) -> None:
    """200 megabytes in 200 kilobytes are given up at the limit."""
    answer = stage.http(bomb(), "200 OK", "Content-Encoding: gzip")
    said = outcome(stage, stage.saying(answer))
    assert isinstance(said, str)
    assert said.endswith("unpacks to more than 1,000,000 bytes")


def test_members_without_end_are_given_up(stage: SimpleNamespace) -> None:
    """Empty gzip members unpack to nothing: their number is bounded, and the bytes that came."""
    members = stage.http(gzip.compress(b"", mtime=0) * 20_000, "200 OK", "Content-Encoding: gzip")
    said = outcome(stage, stage.saying(members))
    assert str(said).endswith("it has more than 10,000 gzip members")
    head = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n"
    # One member whose header, the name of a file, never ends.
    endless = b"\x1f\x8b\x08\x08\0\0\0\0\0\3" + b"n" * 2_000_000
    said = outcome(stage, stage.saying(head + endless))
    assert str(said).endswith("more than 1,000,000 bytes of gzip")


def test_several_codings_are_a_chain(stage: SimpleNamespace) -> None:
    """Two headers are one list, undone from its end."""
    packed = zlib.compress(gzip.compress(b'{"ok": true}', mtime=0))
    headers = ("Content-Encoding: gzip", "Content-Encoding: deflate")
    answer = outcome(stage, stage.saying(stage.http(packed, "200 OK", *headers)))
    assert isinstance(answer, Response)
    assert answer.body == b'{"ok": true}'


@pytest.mark.parametrize(("name", "package"), [("br", "brotli"), ("zstd", "zstandard")])
def test_a_coding_nobody_asked_for_is_read_or_named(
    stage: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, name: str, package: str
) -> None:
    """With the extra it is read, without it the reason names the extra; it is never asked for."""
    assert ACCEPTED == "gzip, deflate"
    kinds._made.cache_clear()
    with monkeypatch.context() as patch:
        for module in (package, "compression.zstd"):
            patch.setitem(sys.modules, module, None)
        answer = stage.http(b"\xffpacked", "200 OK", f"Content-Encoding: {name}")
        said = str(outcome(stage, stage.saying(answer)))
    assert said.endswith("pip install 'toolwire[compression]'")
    module = pytest.importorskip(package, reason=f"LEFT OUT: {name}, without {package}")
    pack = module.compress if name == "br" else module.ZstdCompressor().compress
    packed = stage.http(pack(b'{"ok": true}' * 1000), "200 OK", f"Content-Encoding: {name}")
    read = outcome(stage, stage.saying(packed))
    assert isinstance(read, Response)
    assert read.body == b'{"ok": true}' * 1000
    assert not read.header("content-encoding")


def test_a_body_longer_than_announced_spoils_no_other_request(stage: SimpleNamespace) -> None:
    """With the answer, the extra bytes are told; after it, the answer counts and they are lost."""
    head = b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ntrue"

    async def late(received: object, writer: asyncio.StreamWriter) -> None:
        writer.write(head)
        await writer.drain()
        await asyncio.sleep(0.05)
        writer.write(b" and more")

    async def go() -> list[bytes]:
        async with stage.serving(late) as server, stage.client() as client:
            live, said = stage.live(client, server), []
            for _ in range(3):
                said.append((await live.send(server.request())).body)
                await asyncio.sleep(0.1)
            return said

    assert str(outcome(stage, stage.saying(head + b" and more"))).endswith(NOT_HTTP)
    assert asyncio.run(go()) == [b"true"] * 3


def test_a_body_shorter_than_announced_is_a_fault(stage: SimpleNamespace) -> None:
    """A server that closes before anything came is asked again; staying silent runs into the idle time."""

    async def closing(_: object, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 400\r\n\r\n")
        await writer.drain()
        writer.close()

    async def waiting(_: object, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 400\r\n\r\n{}")
        await asyncio.sleep(60)

    said = outcome(stage, closing)
    assert str(said).endswith(f"{CUT_OFF} (3 attempts)")
    assert str(outcome(stage, waiting)).endswith("no further byte for 0.4 s (2 bytes came)")


def test_a_reset_is_a_fault_after_the_last_attempt(stage: SimpleNamespace) -> None:
    """A connection reset inside a chunk is tried again; an answer then counts."""
    times = 0

    async def always(_: object, writer: asyncio.StreamWriter) -> None:
        await reset_midway(stage, writer)

    async def twice(_: object, writer: asyncio.StreamWriter) -> None:
        nonlocal times
        times += 1
        if times < 3:
            await reset_midway(stage, writer)
        writer.write(stage.http())

    said = outcome(stage, always)
    if isinstance(said, Response):
        # A reset may be met only once what came before it was read.
        assert said.broken_off
    else:
        assert said.endswith("(3 attempts)")
        assert "connection reset" in said or CUT_OFF in said
    answer = outcome(stage, twice)
    assert isinstance(answer, Response)
    assert answer.body == stage.JSON


def test_a_storm_of_429_ends_as_the_answer_it_is(stage: SimpleNamespace) -> None:
    """Three attempts, then the 429 itself with its body: a fault, and never a skip."""
    storm = stage.http(b'{"error":"slow down"}', "429 Too Many Requests", "Retry-After: 0")

    async def go() -> tuple[Response, int, int]:
        async with stage.serving(stage.saying(storm)) as server, stage.client() as client:
            answer = await stage.live(client, server).send(server.request())
            return answer, len(server.received), client.counts("acme").retries

    answer, asked, retries = asyncio.run(go())
    assert (answer.status, answer.body) == (429, b'{"error":"slow down"}')
    assert (asked, retries) == (3, 2)


def test_html_and_text_that_is_not_utf8_are_answers(stage: SimpleNamespace) -> None:
    """What a server says is for the rules to judge: bytes come as they are."""
    html = stage.http(b"<html>Welcome</html>", "200 OK", "Content-Type: text/html")
    answer = outcome(stage, stage.saying(html))
    assert isinstance(answer, Response)
    assert (answer.status, answer.body) == (200, b"<html>Welcome</html>")
    assert answer.header("content-type") == "text/html"
    noise = b'HTTP/1.1 200 OK\r\nX-A: \xff\xfe\r\nContent-Length: 10\r\n\r\n{"a":"\xff\xfe"}'
    answer = outcome(stage, stage.saying(noise))
    assert isinstance(answer, Response)
    assert answer.body == b'{"a":"\xff\xfe"}'
    assert answer.header("x-a") == "\xff\xfe"


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed(stage: SimpleNamespace, status: int) -> None:
    """The host it points to hears nothing; the redirect is the answer."""

    async def go() -> tuple[Response, int, int]:
        async with stage.serving(stage.saying(stage.http())) as other:
            where = f"Location: {other.url}/stolen"
            answer = stage.http(b"", f"{status} Moved", where)
            async with stage.serving(stage.saying(answer)) as server, stage.client() as client:
                said = await stage.live(client, server).send(server.request())
                assert server.received[0].headers["authorization"] == f"Bearer {stage.KEY}"
                return said, other.connections, len(server.received)

    said, connections, asked = asyncio.run(go())
    assert said.status == status
    assert "stolen" in (said.header("location") or "")
    assert (connections, asked) == (0, 1)


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (b"220 smtp.example ESMTP\r\n\r\n", NOT_HTTP),
        (b"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n", NOT_HTTP),
        (b"HTTP/1.1 200 OK\r\n" + b"X: " + b"y" * 300_000, NOT_HTTP),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", NOT_HTTP),
        (
            b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Encoding: lzma\r\n\r\nabc",
            "content-encoding 'lzma' (read: br, deflate, gzip, x-gzip, zstd)",
        ),
        (
            b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Encoding: gzip\r\n\r\nabc",
            "the body is not gzip, though its content-encoding says so",
        ),
        (
            b"HTTP/1.1 200 OK\r\nContent-Length: 20\r\nContent-Encoding: gzip\r\n\r\n"
            + gzip.compress(b"something longer to pack", mtime=0)[:20],
            "the packed body is cut off: its gzip has no end",
        ),
    ],
)
def test_what_is_not_http_or_badly_packed(stage: SimpleNamespace, said: bytes, reason: str) -> None:
    """Other protocols, bad lengths, floods of headers and broken packing have a reason each."""
    assert str(outcome(stage, stage.saying(said))).endswith(reason)


@pytest.mark.parametrize(
    "said",
    [
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n",
        b"HTTP/1.1 204 No Content\r\n\r\n",
        b"HTTP/1.1 304 Not Modified\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
    ],
)
def test_an_answer_that_has_no_body_ends_each_time(stage: SimpleNamespace, said: bytes) -> None:
    """The second such answer of a process is as short as the first, and no loop without a pause."""
    for _ in range(3):
        answer = outcome(stage, stage.saying(said))
        assert isinstance(answer, Response)
        assert answer.body == b""


def test_nobody_there_is_told(stage: SimpleNamespace) -> None:
    """A port nobody listens on and a name that does not exist, after three attempts."""

    async def go() -> list[str]:
        async with stage.serving(stage.saying(b"")) as gone:
            request = gone.request()
        said: list[str] = []
        async with stage.client() as client:
            for url in (request.url, "http://no-such-host.invalid/v1"):
                with pytest.raises(TrafficError) as caught:
                    await stage.live(client, gone).send(Request("POST", url, (), b"{}"))
                said.append(str(caught.value))
        return said

    refused, unknown = asyncio.run(go())
    assert refused.endswith("connection refused (3 attempts)")
    assert unknown == "http://no-such-host.invalid: its name cannot be resolved (3 attempts)"


def test_a_handshake_that_never_comes_ends_with_the_connect_time(stage: SimpleNamespace) -> None:
    """A port that takes connections and says nothing in TLS is no connection, three times."""

    async def go() -> tuple[str, int]:
        limits = AttemptLimits(connect=0.3, first_byte=5)
        async with stage.serving(silent) as server, stage.client(limits=limits) as client:
            url = server.url.replace("http:", "https:")
            live = client.at(keyed(url, stage.KEY), "acme")
            with pytest.raises(TrafficError) as caught:
                await live.send(Request("POST", f"{url}/v1", (), b"{}"))
            return str(caught.value), len(server.received)

    begun = time.monotonic()
    said, received = asyncio.run(go())
    assert said.endswith("no connection in time (3 attempts)")
    assert received == 0
    assert time.monotonic() - begun < 4.5


def test_hostile_cases_do_not_disturb_the_others(stage: SimpleNamespace) -> None:
    """Beside every kind of hostility at once, 64 ordinary cases get their own answers soon."""
    packed = stage.http(bomb(), "200 OK", "Content-Encoding: gzip")
    hostile = [slow_head, slow_body, silent, stalled, endless, announced, tiny_chunks]

    async def echo(received: object, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(0.2)
        writer.write(stage.http(received.body))  # type: ignore[attr-defined]

    limits = AttemptLimits(connect=9, first_byte=4, idle=4, total=5, body=1_000_000, room=6_000_000)

    async def go() -> tuple[list[object], float, list[object]]:
        async with AsyncExitStack() as stack:
            client = await stack.enter_async_context(stage.client(limits=limits, concurrency=99))
            good = await stack.enter_async_context(stage.serving(echo))
            scripts = (*hostile, stage.saying(packed))
            servers = [await stack.enter_async_context(stage.serving(s)) for s in scripts]
            bad = [stage.live(client, s).send(s.request()) for s in servers for _ in range(2)]
            ends = asyncio.gather(*bad, return_exceptions=True)
            await asyncio.sleep(0.05)
            begun = time.monotonic()
            asked = (good.request(json.dumps({"n": n}).encode()) for n in range(64))
            sent = (stage.live(client, good).send(request) for request in asked)
            answers = await asyncio.gather(*sent, return_exceptions=True)
            return answers, time.monotonic() - begun, await ends

    answers, took, ends = asyncio.run(go())
    bodies = [answer.body if isinstance(answer, Response) else answer for answer in answers]
    assert bodies == [json.dumps({"n": n}).encode() for n in range(64)]
    # Done while the slow ones still keep their connections.
    assert took < limits.first_byte
    assert len(ends) == 16
    assert all(isinstance(end, TrafficError) for end in ends)
