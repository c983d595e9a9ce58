"""The live transport against a server that behaves: what is sent, kept, repeated and counted."""

from __future__ import annotations

import asyncio
import gzip
import time
import zlib
from datetime import timedelta
from email.utils import format_datetime
from types import SimpleNamespace

import pytest

from toolwire.io import clock
from toolwire.model.errors import TrafficError
from toolwire.model.exchange import EvidenceLevel, Request, Response
from toolwire.transport.live.access import Access, keyed
from toolwire.transport.live.retry import Retry
from toolwire.transport.live.throttle import TokenBucket


def test_a_request_goes_out_as_it_is_with_its_key(stage: SimpleNamespace) -> None:
    """Method, path, headers and body as the dialect made them; key, nothing of a browser."""

    async def go() -> tuple[Response, object, object]:
        async with stage.serving(stage.saying(stage.http())) as server, stage.client() as client:
            request = server.request(b'{"a":"\xc3\xa9"}', "/model/us.x-v1%3A0/converse?alt=sse")
            live = stage.live(client, server)
            answer = await live.send(request)
            assert request.header("authorization") is None
            return answer, server.received[0], live.evidence

    answer, sent, evidence = asyncio.run(go())
    assert (answer.status, answer.body) == (200, stage.JSON)
    assert sent.line == "POST /model/us.x-v1%3A0/converse?alt=sse HTTP/1.1"
    assert sent.body == b'{"a":"\xc3\xa9"}'
    assert sent.headers.pop("host").startswith("127.0.0.1:")
    assert sent.headers.pop("user-agent").startswith("toolwire/")
    assert sent.headers == {
        "accept": "*/*",
        "accept-encoding": "gzip, deflate",
        "authorization": f"Bearer {stage.KEY}",
        "content-length": "10",
        "content-type": "application/json",
    }
    assert evidence.level is EvidenceLevel.LIVE
    assert evidence.source.startswith("http://127.0.0.1:")
    assert evidence.recorded_at is not None


def test_the_key_goes_to_its_own_origin_only(stage: SimpleNamespace) -> None:
    """Another port or another name of the same machine gets the request, but no key."""

    async def go() -> list[str | None]:
        answers = stage.saying(stage.http())
        async with (
            stage.serving(answers) as own,
            stage.serving(answers) as other,
            stage.client() as client,
        ):
            live = stage.live(client, own)
            urls = [
                own.url + "/v1/models",
                other.url + "/v1/chat",
                f"http://localhost:{own.port}/v1/chat",
                f"http://127.0.0.1:{own.port}@127.0.0.1:{other.port}/v1/chat",
                f"http://127.0.0.1:{other.port}/?http://127.0.0.1:{own.port}/",
            ]
            for url in urls:
                await live.send(Request("POST", url, (), b"{}"))
            return [
                received.headers.get("authorization")
                for server in (own, other)
                for received in server.received
            ]

    seen = asyncio.run(go())
    assert len(seen) == 5
    assert seen[0] == f"Bearer {stage.KEY}"
    assert all(value is None or stage.KEY not in value for value in seen[1:])


def test_one_connection_serves_many_cases_and_cookies_are_not_kept(stage: SimpleNamespace) -> None:
    """Requests one after the other share a connection; nothing of one shows in the next."""
    answer = stage.http(b"{}", "200 OK", "Set-Cookie: session=1; Path=/")

    async def go() -> tuple[int, list[dict[str, str]]]:
        async with stage.serving(stage.saying(answer)) as server, stage.client() as client:
            for _ in range(4):
                await stage.live(client, server).send(server.request())
            return server.connections, [received.headers for received in server.received]

    connections, headers = asyncio.run(go())
    assert connections == 1
    assert all("cookie" not in one for one in headers)


def test_pieces_are_kept_with_the_time_they_came(stage: SimpleNamespace) -> None:
    """Chunk boundaries and arrival times are those of the wire; together they are the body."""

    async def script(_: object, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        for piece in (b"data: 1\n\n", b"data: 2\n\n", b"data: [DONE]\n\n"):
            await asyncio.sleep(0.1)
            writer.write(b"%x\r\n%b\r\n" % (len(piece), piece))
            await writer.drain()
        writer.write(b"0\r\n\r\n")

    async def go() -> Response:
        async with stage.serving(script) as server, stage.client() as client:
            return await stage.live(client, server).send(server.request())

    answer = asyncio.run(go())
    assert [c.data for c in answer.chunks] == [b"data: 1\n\n", b"data: 2\n\n", b"data: [DONE]\n\n"]
    assert b"".join(c.data for c in answer.chunks) == answer.body
    times = [chunk.at for chunk in answer.chunks]
    assert 0.08 < times[0] < times[1] < times[2]
    assert times[2] - times[0] > 0.15


@pytest.mark.parametrize(
    ("encoding", "packed"),
    [
        ("gzip", gzip.compress(b"plain text", mtime=0)),
        ("GZIP", gzip.compress(b"plain ", mtime=0) + gzip.compress(b"text", mtime=0)),
        ("deflate", zlib.compress(b"plain text")),
        ("deflate", zlib.compress(b"plain text", wbits=-15)),
        ("identity", b"plain text"),
    ],
)
def test_content_encodings_are_undone(stage: SimpleNamespace, encoding: str, packed: bytes) -> None:
    """The body is plain however it came, byte by byte, and no header claims otherwise."""

    async def script(_: object, writer: asyncio.StreamWriter) -> None:
        head = f"HTTP/1.1 200 OK\r\nContent-Encoding: {encoding}\r\n"
        writer.write(f"{head}Content-Length: {len(packed)}\r\nX-A: 1\r\n\r\n".encode())
        for byte in packed:
            writer.write(bytes((byte,)))
            await writer.drain()
            await asyncio.sleep(0)

    async def go() -> Response:
        async with stage.serving(script) as server, stage.client() as client:
            return await stage.live(client, server).send(server.request())

    answer = asyncio.run(go())
    assert answer.body == b"plain text"
    assert b"".join(chunk.data for chunk in answer.chunks) == b"plain text"
    assert all(chunk.data for chunk in answer.chunks)
    assert answer.headers == (("X-A", "1"),)


@pytest.mark.parametrize(
    ("status", "asked"),
    [
        (200, 1), (204, 1), (301, 1), (400, 1), (401, 1), (404, 1), (408, 3), (409, 3), (422, 1),
        (429, 3), (500, 3), (501, 3), (502, 3), (503, 3), (504, 3), (529, 3),
    ],
)  # fmt: skip
def test_only_some_statuses_are_asked_again(
    stage: SimpleNamespace, status: int, asked: int
) -> None:
    """408, 409, 429 and all of 5xx; in the end the answer is what the server said."""
    answer = stage.http(b"", f"{status} Said")

    async def go() -> tuple[int, int]:
        async with stage.serving(stage.saying(answer)) as server, stage.client() as client:
            said = await stage.live(client, server).send(server.request())
            return said.status, len(server.received)

    assert asyncio.run(go()) == (status, asked)


@pytest.mark.parametrize(
    ("header", "least", "most"),
    [
        ("Retry-After: 0.4", 0.4, 2),
        ("retry-after-ms: 400", 0.4, 2),
        ("DATE", 0.5, 3),
        ("Retry-After: 86400", 1.0, 3),
        ("Retry-After: soon", 0.0, 0.9),
        ("X-Nothing: 1", 0.0, 0.9),
    ],
)
def test_the_pause_an_endpoint_names_is_kept_to(
    stage: SimpleNamespace, header: str, least: float, most: float
) -> None:
    """Seconds, milliseconds or a date, up to a cap; what cannot be read is passed over."""
    if header == "DATE":
        header = f"Retry-After: {format_datetime(clock.now() + timedelta(seconds=2), usegmt=True)}"
    busy = stage.http(b"", "503 Busy", header)
    retry = Retry(attempts=2, base=0.01, longest=1.0)

    async def go() -> float:
        answers = stage.saying(busy, stage.http())
        async with stage.serving(answers) as server, stage.client(retry=retry) as client:
            begun = time.monotonic()
            said = await stage.live(client, server).send(server.request())
            assert said.status == 200
            return time.monotonic() - begun

    took = asyncio.run(go())
    assert least <= took < most


def test_a_server_can_forbid_another_attempt(stage: SimpleNamespace) -> None:
    """`x-should-retry: false` makes a 500 final."""
    answer = stage.http(b"", "500 Broken", "X-Should-Retry: false")

    async def go() -> tuple[int, int]:
        async with stage.serving(stage.saying(answer)) as server, stage.client() as client:
            said = await stage.live(client, server).send(server.request())
            return said.status, len(server.received)

    assert asyncio.run(go()) == (500, 1)


def test_a_slot_is_free_while_a_case_pauses(stage: SimpleNamespace) -> None:
    """One case that waits to ask again does not keep the others of its provider waiting."""
    busy = stage.http(b"", "429 Busy", "Retry-After: 1")

    async def script(received: object, writer: asyncio.StreamWriter) -> None:
        first = received.body == b"first" and not getattr(script, "seen", False)  # type: ignore[attr-defined]
        script.seen = True  # type: ignore[attr-defined]
        writer.write(busy if first else stage.http())

    async def go() -> list[bytes]:
        done: list[bytes] = []
        retry = Retry(attempts=2, longest=5)
        async with (
            stage.serving(script) as server,
            stage.client(concurrency=1, retry=retry) as client,
        ):

            async def case(body: bytes) -> None:
                await stage.live(client, server).send(server.request(body))
                done.append(body)

            first = asyncio.create_task(case(b"first"))
            await asyncio.sleep(0.2)
            await case(b"second")
            await first
        return done

    assert asyncio.run(go()) == [b"second", b"first"]


def test_a_provider_is_asked_by_so_many_at_once(stage: SimpleNamespace) -> None:
    """Never more than the width at one provider, and another one is not held up by it."""
    now = most = 0

    async def script(_: object, writer: asyncio.StreamWriter) -> None:
        nonlocal now, most
        now, most = now + 1, max(most, now + 1)
        await asyncio.sleep(0.02)
        now -= 1
        writer.write(stage.http())

    async def go() -> None:
        async with stage.serving(script) as server, stage.client(concurrency=5) as client:
            live = [stage.live(client, server) for _ in range(40)]
            await asyncio.gather(*(one.send(server.request()) for one in live))

    asyncio.run(go())
    assert most == 5


def test_a_provider_is_asked_no_faster_than_it_allows(stage: SimpleNamespace) -> None:
    """600 a minute with a burst of three: three at once, the other six one by one."""

    async def go() -> list[float]:
        times: list[float] = []

        async def script(_: object, writer: asyncio.StreamWriter) -> None:
            times.append(time.monotonic())
            writer.write(stage.http())

        async with stage.serving(script) as server, stage.client() as client:
            access, pace = keyed(server.url, ""), TokenBucket(600, 3)
            live = [client.at(access, "slow", pace) for _ in range(9)]
            begun = time.monotonic()
            await asyncio.gather(*(one.send(server.request()) for one in live))
        return [at - begun for at in sorted(times)]

    # From when the bucket was full: a busy machine makes an arrival later, and none earlier.
    late = asyncio.run(go())[3:]
    assert len(late) == 6
    assert all(at > 0.09 * number for number, at in enumerate(late, start=1))


def test_what_was_sent_is_counted(stage: SimpleNamespace) -> None:
    """Requests with their repetitions, answers, faults and bytes, by provider and in all."""
    answers = [stage.http(b"", "503 Busy"), stage.http(b"12345"), stage.http(b"678")]

    async def go() -> None:
        async with stage.serving(stage.saying(*answers)) as server, stage.client() as client:
            live = stage.live(client, server)
            await live.send(server.request(b"abc"))
            await live.send(server.request(b"de"))
            gone = client.at(keyed("http://127.0.0.1:9", ""), "gone")
            with pytest.raises(TrafficError):
                await gone.send(Request("GET", "http://127.0.0.1:9/", (), b""))
            counts = client.counts("acme")
            assert (counts.requests, counts.answers, counts.retries) == (3, 3, 1)
            assert (counts.sent, counts.received, counts.faults, counts.waiting) == (8, 8, 0, 0)
            assert (client.counts("gone").requests, client.counts("gone").faults) == (3, 3)
            assert client.counts("nobody").requests == 0
            assert client.counts().requests == 6

    asyncio.run(go())


def test_every_attempt_needs_a_permit(stage: SimpleNamespace) -> None:
    """A budget that is used up stops the repetitions too, with its own reason."""
    left = 2

    def permit() -> None:
        nonlocal left
        if not left:
            raise TrafficError("the budget is used up")
        left -= 1

    async def go() -> int:
        busy = stage.saying(stage.http(b"", "503 Busy"))
        async with stage.serving(busy) as server, stage.client() as client:
            live = client.at(keyed(server.url, ""), "acme", permit=permit)
            with pytest.raises(TrafficError, match="the budget is used up"):
                await live.send(server.request())
            return len(server.received)

    assert asyncio.run(go()) == 2


def test_an_address_that_is_none_is_told(stage: SimpleNamespace) -> None:
    """Broken addresses are one line, not a traceback."""

    async def go() -> None:
        async with stage.client() as client:
            for url in ("http://[", "http://host:port/", "ftp://host/x", "nothing"):
                live = client.at(Access("http://127.0.0.1:1"), "x")
                with pytest.raises(TrafficError) as caught:
                    await live.send(Request("POST", url, (), b"{}"))
                assert "\n" not in str(caught.value)

    asyncio.run(go())


def test_a_client_that_is_not_open_says_so(stage: SimpleNamespace) -> None:
    """Using it outside of `async with` is a mistake of ours and raises as one."""
    live = stage.client().at(keyed("http://127.0.0.1:1", ""), "x")
    with pytest.raises(RuntimeError, match="outside of `async with`"):
        asyncio.run(live.send(Request("POST", "http://127.0.0.1:1/", (), b"")))
