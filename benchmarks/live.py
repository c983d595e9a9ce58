"""The live transport under load: 256 requests at once, one second each, everything recorded.

A server in another process answers every request after a second. Ours does what `audit --record`
does: every exchange is in the journal, on disk, before it is used; each case gets a cassette and
is noted as finished; the time ends when all of it is written. httpx only asks. CPU time is that of
the client's process, all its threads, user and system.

    python benchmarks/live.py [CONCURRENT] [ROUNDS] [RUNS] [FOLDER]

Where files were deleted in the last minute, by whomever, ext4 looks at each one's inode anew
whenever it makes a file nearby, which can cost more than the whole recording. Nothing is deleted
between runs therefore, and what a file costs in the folder is measured and told.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from toolwire.io.files import write_atomically
from toolwire.model.exchange import Request
from toolwire.transport.journal.file import Journal
from toolwire.transport.journal.recovery import recover
from toolwire.transport.live.access import keyed
from toolwire.transport.live.client import Client
from toolwire.transport.record import Recorder, RecorderConfig

SECONDS = 1.0
#: Cases that are put away before whoever waits to ask gets a turn. `audit` gives one after each,
#: because it prints what was seen; judging and printing are not measured here.
_TURN = 16
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


@dataclass(frozen=True)
class Cost:
    """Share of the ideal throughput, and CPU time of a request in milliseconds."""

    share: float
    cpu: float


async def measured(work: Awaitable[object], requests: int, ideal: float) -> Cost:
    """Do work that sends a number of requests and takes `ideal` seconds at best."""
    cpu, clock = time.process_time(), time.perf_counter()
    await work
    took, cost = time.perf_counter() - clock, time.process_time() - cpu
    return Cost(ideal / took, cost / requests * 1e3)


async def side_by_side(ask: Callable[[int], Awaitable[None]], concurrent: int, rounds: int) -> None:
    """Run workers, each its share of the requests one after the other."""
    numbers = iter(range(concurrent * rounds))

    async def worker() -> None:
        for _ in range(rounds):
            await ask(next(numbers))

    await asyncio.gather(*(worker() for _ in range(concurrent)))


def request(url: str, number: int) -> Request:
    """Return what is asked; no two are equal."""
    return Request("POST", f"{url}/v1/chat", (("accept", "*/*"),), ASKED % number)


async def recording(url: str, concurrent: int, rounds: int, folder: Path) -> Cost:
    """Ask with the live transport and record, as `audit.live` and `audit.session` do.

    Who asked goes on with the next case while the last one is put away.
    """
    access = keyed(url, KEY)
    async with Client(os.environ, concurrency=concurrent) as client:

        async def recorded() -> None:
            async with Journal.create(folder / "journal.jsonl", {}) as journal:
                done: asyncio.Queue[tuple[int, Recorder]] = asyncio.Queue(concurrent)

                async def record(number: int) -> None:
                    tape = RecorderConfig(journal, f"case-{number}", known=access.known)
                    recorder = Recorder(client.at(access, "bench"), tape)
                    journal.start(tape.item)
                    await recorder.send(request(url, number))
                    await done.put((number, recorder))

                async def put_away() -> None:
                    for _ in range(concurrent * rounds):
                        number, recorder = await done.get()
                        await recorder.save(folder / f"{number}.yaml", "127.0.0.1")
                        journal.finish(f"case-{number}", {"verdict": "conformant"})
                        if number % _TURN == 0:
                            await asyncio.sleep(0)

                await asyncio.gather(side_by_side(record, concurrent, rounds), put_away())

        cost = await measured(recorded(), concurrent * rounds, SECONDS * rounds)
    check(folder, concurrent * rounds)
    return cost


def check(folder: Path, cases: int) -> None:
    """Make sure that everything was written."""
    assert len(recover(folder / "journal.jsonl").finished) == cases
    assert len(list(folder.glob("*.yaml"))) == cases


async def asking(url: str, concurrent: int, rounds: int, _: Path) -> Cost:
    """Ask with the live transport."""
    access = keyed(url, KEY)
    async with Client(os.environ, concurrency=concurrent) as client:

        async def ask(number: int) -> None:
            await client.at(access, "bench").send(request(url, number))

        work = side_by_side(ask, concurrent, rounds)
        return await measured(work, concurrent * rounds, SECONDS * rounds)


async def httpx_asking(url: str, concurrent: int, rounds: int, _: Path) -> Cost:
    """Ask with httpx."""
    import httpx

    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
    headers = {"authorization": f"Bearer {KEY}", "content-type": "application/json"}
    async with httpx.AsyncClient(limits=limits, timeout=60, headers=headers) as client:

        async def ask(number: int) -> None:
            answer = await client.post(f"{url}/v1/chat", content=ASKED % number)
            assert answer.status_code == 200

        work = side_by_side(ask, concurrent, rounds)
        return await measured(work, concurrent * rounds, SECONDS * rounds)


CLIENTS = {
    "ours, recording": recording,
    "ours, asking only": asking,
    "httpx, asking only": httpx_asking,
}


def compared(url: str, concurrent: int, rounds: int, runs: int, top: Path) -> None:
    """Run each client so many times; print every run and the medians."""
    for what, client in CLIENTS.items():
        costs: list[Cost] = []
        for _ in range(runs):
            folder = Path(tempfile.mkdtemp(dir=top))
            file = cost_of_a_file(folder) if client is recording else 0.0
            costs.append(asyncio.run(client(url, concurrent, rounds, folder)))
            print(f"  {costs[-1].share:6.1%} {costs[-1].cpu:7.3f} ms", end="")
            print(f"  (a file: {file:.3f} ms)" if file else "", flush=True)
        share = statistics.median(cost.share for cost in costs)
        cpu = statistics.median(cost.cpu for cost in costs)
        print(f"{share:6.1%} of the ideal throughput, {cpu:.3f} ms of CPU a request: {what}")


def cost_of_a_file(folder: Path) -> float:
    """Return what the system takes for a small file here, in milliseconds of CPU time."""
    data, start = bytes(1500), time.process_time()
    for number in range(50):
        write_atomically(folder / f"{number}.bin", data, durable=False)
    return (time.process_time() - start) / 50 * 1e3


def main() -> None:
    """Run all clients against one server."""
    words = sys.argv[1:]
    concurrent, rounds, runs = (
        int(word) for word in (*words, *("256", "4", "5")[len(words) :])[:3]
    )
    context = multiprocessing.get_context("spawn")
    port = context.Queue()
    server = context.Process(target=serve, args=(port,), daemon=True)
    server.start()
    url = f"http://127.0.0.1:{port.get()}"
    with tempfile.TemporaryDirectory(dir=words[3] if len(words) > 3 else None) as top:
        print("imports and first connections, not counted:")
        compared(url, 8, 1, 1, Path(top))
        print(f"{concurrent} at once, {rounds} rounds of {SECONDS} s:")
        compared(url, concurrent, rounds, runs, Path(top))
    server.terminate()


if __name__ == "__main__":
    main()
