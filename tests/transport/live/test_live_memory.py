"""Memory: however much a server sends, a run stays below its bound."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from types import SimpleNamespace

from tests.support.scripts import (
    bomb,
    endless,
    tiny_chunks,
)

MEMORY = """
import asyncio, importlib.util, re, sys
from pathlib import Path
here = Path(sys.argv[1])
def peak():
    # Not getrusage: a child begins with the peak of the process that forked it.
    return int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
def module(name):
    spec = importlib.util.spec_from_file_location(name, here / f"{name}.py")
    loaded = importlib.util.module_from_spec(spec)
    sys.modules[name] = loaded
    spec.loader.exec_module(loaded)
    return loaded
stage = module("conftest")
from toolwire.transport.live.limits import AttemptLimits
before = peak()
port = int(sys.argv[2])
async def main():
    limits = AttemptLimits(connect=60, first_byte=60, idle=60, total=120)
    async with stage.client(limits=limits, concurrency=64) as client:
        server = stage.Server(port)
        asked = [stage.live(client, server).send(server.request(path=path))
                 for path in ("/endless", "/bomb", "/tiny", "/almost") for _ in range(8)]
        ends = await asyncio.gather(*asked, return_exceptions=True)
    for end in ends:
        print(end if isinstance(end, Exception) else len(end.body))
asyncio.run(main())
print(before, peak())
"""


def test_memory_stays_bounded(stage: SimpleNamespace) -> None:
    """32 endless, packed, tiny-chunked and nearly too large answers at once: under 300 MB."""
    packed = stage.http(bomb(), "200 OK", "Content-Encoding: gzip")
    size = 4 * 1024 * 1024 - 1

    async def script(received: object, writer: asyncio.StreamWriter) -> None:
        path = received.line.split()[1]  # type: ignore[attr-defined]
        if path == "/bomb":
            writer.write(packed)
        elif path == "/almost":
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % size)
            for _ in range(size // 65_536):
                writer.write(b"x" * 65_536)
                await writer.drain()
            writer.write(b"x" * (size % 65_536))
        else:
            await {"/endless": endless, "/tiny": tiny_chunks}[path](received, writer)

    async def go() -> str:
        async with stage.serving(script) as server:
            here = str(__file__).rpartition("/")[0]
            run = await asyncio.create_subprocess_exec(
                sys.executable, "-c", MEMORY, here, str(server.port), stdout=subprocess.PIPE
            )
            out, _ = await run.communicate()
            assert run.returncode == 0
            return out.decode()

    *ends, last = asyncio.run(go()).splitlines()
    before, peak = map(int, last.split())
    assert len(ends) == 32
    kinds = (
        str(size),
        "larger than 4194304",
        "unpacks to more than 4 MiB",
        "answers being read hold",
        "in pieces of 1.0 bytes",
    )
    assert all(any(kind in end for kind in kinds) for end in ends), ends
    assert before < peak < 300 * 1024
