"""The live transport under load: 256 requests at once, one second each, everything recorded.

A server in another process answers every request after a second. Ours keeps a journal (every
exchange on disk before it is used), writes a cassette for each case and notes it as finished;
httpx only asks. Time is that of the client's process, all its threads, user and system.

    python benchmarks/live.py [CONCURRENT] [ROUNDS]
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from harness.exchange import Request
from harness.transport.journal import Journal
from harness.transport.live.access import keyed
from harness.transport.live.client import Client
from harness.transport.record import Recorder, Tape
from harness.transport.recovery import recover

SECONDS = 1.0
KEY = "made-up-key-0123456789"
ASKED = (
    b'{"model":"m","messages":[{"role":"user","content":"Call get_weather for Paris."}],"tools":'
    b'[{"type":"function","function":{"name":"get_weather","description":"Get the current weather '
    b'of one city.","parameters":{"type":"object","properties":{"location":{"type":"string"}},'
    b'"required":["location"]}}}],"tool_choice":"auto","case":%d}'
)
SAID = (
    b'{"id":"chatcmpl-K5HTzrB4BEk0ufZUgbWmcHDB1qe8O","object":"chat.completion","created":1763683200,'
    b'"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":'
    b'[{"id":"call_Z9gN2deGOp5xwKy6bpvVGyAG","type":"function","function":{"name":"get_weather",'
    b'"arguments":"{\\"location\\":\\"Paris\\"}"}}]},"finish_reason":"tool_calls"}],"usage":'
    b'{"prompt_tokens":80,"completion_tokens":15,"total_tokens":95}}'
)
HEAD = (
    b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nServer: bench/1\r\n"
    b"x-request-id: req_H1i5FFsk0QjXrDiIcziz6jIpgzucHkGC\r\n"
    b"Date: Sat, 21 Nov 2026 10:00:00 GMT\r\nContent-Length: %d\r\n\r\n"
)


class Server(asyncio.Protocol):
    """Answers each request of a connection after a second; knows just enough of HTTP."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin a connection."""
        self._transport = transport
        self._buffer = b""

    def data_received(self, data: bytes) -> None:
        """Take bytes, and answer whole requests."""
        self._buffer += data
        head, ended, rest = self._buffer.partition(b"\r\n\r\n")
        length = head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0]
        if not ended or len(rest) < int(length or 0):
            return
        self._buffer = rest[int(length or 0) :]
        loop = asyncio.get_running_loop()
        loop.call_later(SECONDS, self._transport.write, HEAD % len(SAID) + SAID)  # type: ignore[attr-defined]


def serve(port: object) -> None:
    """Run the server; its port goes into a queue."""

    async def run() -> None:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(Server, "127.0.0.1", 0, backlog=2048)
        port.put(server.sockets[0].getsockname()[1])  # type: ignore[attr-defined]
        await server.serve_forever()

    asyncio.run(run())


async def measured(ask: Callable[[int], Awaitable[None]], concurrent: int, rounds: int) -> float:
    """Run workers, each its share of the requests one after the other; print and return CPU time."""
    numbers = iter(range(concurrent * rounds))

    async def worker() -> None:
        for _ in range(rounds):
            await ask(next(numbers))

    cpu, clock = time.process_time(), time.perf_counter()
    await asyncio.gather(*(worker() for _ in range(concurrent)))
    took, cost = time.perf_counter() - clock, time.process_time() - cpu
    share = SECONDS * rounds / took
    each = cost / (concurrent * rounds) * 1e3
    print(f"{share:6.1%} of ideal throughput, {each:.3f} ms of CPU a request", end="")
    return each


async def ours(url: str, concurrent: int, rounds: int, folder: Path | None) -> float:
    """Ask with the live transport; with a folder, record there."""
    access = keyed(url, KEY)
    async with Client(os.environ, concurrency=concurrent) as client:

        def request(number: int) -> Request:
            return Request("POST", f"{url}/v1/chat", (("accept", "*/*"),), ASKED % number)

        async def ask(number: int) -> None:
            await client.at(access, "bench").send(request(number))

        if folder is None:
            return await measured(ask, concurrent, rounds)
        async with Journal.create(folder / "journal.jsonl", {}) as journal:

            async def record(number: int) -> None:
                tape = Tape(journal, f"case-{number}", known=access.known)
                recorder = Recorder(client.at(access, "bench"), tape)
                journal.start(tape.item)
                await recorder.send(request(number))
                await recorder.save(folder / f"{number}.yaml", "127.0.0.1")
                await journal.finish(tape.item, {"verdict": "conformant"})

            return await measured(record, concurrent, rounds)


async def httpx_only(url: str, concurrent: int, rounds: int) -> float:
    """Ask with httpx, recording nothing."""
    import httpx

    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
    headers = {"authorization": f"Bearer {KEY}", "content-type": "application/json"}
    async with httpx.AsyncClient(limits=limits, timeout=60, headers=headers) as client:

        async def ask(number: int) -> None:
            answer = await client.post(f"{url}/v1/chat", content=ASKED % number)
            assert answer.status_code == 200

        return await measured(ask, concurrent, rounds)


def compared(url: str, concurrent: int, rounds: int) -> dict[str, float]:
    """Run each client once; return its CPU time a request in milliseconds."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        runs = {
            "recording": ours(url, concurrent, rounds, folder),
            "asking only": ours(url, concurrent, rounds, None),
            "httpx, asking only": httpx_only(url, concurrent, rounds),
        }
        costs: dict[str, float] = {}
        for what, run in runs.items():
            costs[what] = asyncio.run(run)
            print(f"  {what}")
        assert len(recover(folder / "journal.jsonl").finished) == concurrent * rounds
        assert len(list(folder.glob("*.yaml"))) == concurrent * rounds
    return costs


def main() -> None:
    """Run all of them against one server, twice, and print the ratio of the better runs."""
    concurrent = int(sys.argv[1]) if len(sys.argv) > 1 else 256
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 4
    context = multiprocessing.get_context("spawn")
    port = context.Queue()
    server = context.Process(target=serve, args=(port,), daemon=True)
    server.start()
    url = f"http://127.0.0.1:{port.get()}"
    print("imports and first connections, not counted:")
    compared(url, 8, 1)
    print(f"{concurrent} at once, {rounds} rounds of {SECONDS} s:")
    runs = [compared(url, concurrent, rounds) for _ in range(2)]
    server.terminate()
    best = {what: min(run[what] for run in runs) for what in runs[0]}
    ratio = best["httpx, asking only"] / best["recording"]
    print(f"httpx, which records nothing, takes {ratio:.1f} times the CPU of ours, recording")


if __name__ == "__main__":
    main()
