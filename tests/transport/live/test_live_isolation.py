"""256 cases at once over real sockets: no answer, line or cassette holds another's."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path, PurePosixPath
from types import SimpleNamespace

from toolwire.model.exchange import Request, Response
from toolwire.transport.cassette.file import load
from toolwire.transport.journal.entry import ExchangeEntry
from toolwire.transport.journal.file import Journal
from toolwire.transport.journal.recovery import entries, recover
from toolwire.transport.live.limits import AttemptLimits
from toolwire.transport.live.retry import Retry
from toolwire.transport.record import Recorder, RecorderConfig

CASES, STEPS = 256, 3


class Moody:
    """A server that echoes, in one piece or two, sooner or later, and sometimes not."""

    def __init__(self, stage: SimpleNamespace) -> None:
        self._stage = stage
        self._moods = random.Random(7)

    async def __call__(self, received: object, writer: asyncio.StreamWriter) -> None:
        """Answer one request."""
        body = received.body  # type: ignore[attr-defined]
        await asyncio.sleep(self._moods.random() / 20)
        mood = self._moods.random()
        if mood < 0.05:
            writer.write(self._stage.http(b"", "503 Busy", "Retry-After: 0"))
        elif mood < 0.1:
            self._stage.reset(writer)
        elif mood < 0.5:
            half = len(body) // 2
            writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            writer.write(b"%x\r\n%b\r\n" % (half, body[:half]))
            await writer.drain()
            await asyncio.sleep(0.01)
            writer.write(b"%x\r\n%b\r\n0\r\n\r\n" % (len(body) - half, body[half:]))
        else:
            writer.write(self._stage.http(body))


def test_concurrent_cases_never_mix(stage: SimpleNamespace, tmp_path: Path) -> None:
    """A server that echoes the case's id, with faults, retries and odd timing, mixes nothing."""

    async def case(live: object, journal: Journal, server: object, number: int) -> list[Response]:
        recorder = Recorder(live, RecorderConfig(journal, f"case-{number}"))  # type: ignore[arg-type]
        journal.start(f"case-{number}")
        said = []
        for step in range(STEPS):
            body = json.dumps({"case": number, "step": step, "pad": "x" * number}).encode()
            said.append(await recorder.send(server.request(body)))  # type: ignore[attr-defined]
        await recorder.save(tmp_path / f"{number}.yaml", "127.0.0.1")
        journal.finish(f"case-{number}", {"case": number})
        return said

    async def go() -> list[list[Response]]:
        limits, retry = AttemptLimits(), Retry(attempts=20, base=0.001, longest=0.01)
        async with (
            stage.serving(Moody(stage)) as server,
            stage.client(limits=limits, retry=retry, concurrency=CASES) as client,
            Journal.create(tmp_path / "journal", {}) as journal,
        ):
            live = [stage.live(client, server) for _ in range(CASES)]
            return await asyncio.gather(*(case(live[n], journal, server, n) for n in range(CASES)))

    said = asyncio.run(go())
    for number, answers in enumerate(said):
        asked = [(number, step) for step in range(STEPS)]
        assert [told(answer) for answer in answers] == asked
        exchanges = load(tmp_path, PurePosixPath(f"{number}.yaml")).exchanges
        assert [told(request) for request, _ in exchanges] == asked
        assert [response.body for _, response in exchanges] == [a.body for a in answers]
        assert [response.chunks for _, response in exchanges] == [a.chunks for a in answers]
    kept = [entry for entry in entries(tmp_path / "journal") if isinstance(entry, ExchangeEntry)]
    assert len(kept) == CASES * STEPS
    for entry in kept:
        request, response = entry.pair
        assert told(request) == told(response)
        assert entry.item == f"case-{told(response)[0]}"
    left = recover(tmp_path / "journal")
    assert len(left.finished) == CASES
    assert not left.in_flight


def told(side: Request | Response) -> tuple[int, int]:
    """Return whose body it is."""
    body = json.loads(side.body)
    return body["case"], body["step"]
