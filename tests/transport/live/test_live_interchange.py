"""What we record live, plain vcrpy and pytest-recording replay; what they record, we replay."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path, PurePosixPath
from types import SimpleNamespace

from toolwire.model.exchange import EvidenceLevel, Request
from toolwire.transport.cassette.file import load
from toolwire.transport.cassette.replay import Replay
from toolwire.transport.journal.file import Journal
from toolwire.transport.record import Recorder, RecorderConfig

EVENTS = (b'data: {"n": 1}\n\n', b'data: {"n": "\xc3\xa9"}\n\n', b"data: [DONE]\n\n")

OURS = """
import httpx, pytest
BODIES = {bodies!r}

@pytest.mark.vcr
def test_it():
    for body in BODIES:
        answer = httpx.post({url!r}, content=body, headers={{"content-type": "application/json"}})
        assert answer.status_code == 200
        assert answer.content == {stream!r}
"""

THEIRS = """
import sys, httpx, vcr
with vcr.use_cassette(sys.argv[1], record_mode="all"):
    for body in (b'{"ask": 1}', b'{"ask": 2}'):
        headers = {"content-type": "application/json", "authorization": "Bearer made-up-key-7"}
        assert httpx.post(sys.argv[2], content=body, headers=headers).status_code == 200
"""


async def stream(received: object, writer: asyncio.StreamWriter) -> None:
    """Stream three events."""
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n")
    writer.write(b"Transfer-Encoding: chunked\r\n\r\n")
    for event in EVENTS:
        writer.write(b"%x\r\n%b\r\n" % (len(event), event))
        await writer.drain()
        await asyncio.sleep(0.02)
    writer.write(b"0\r\n\r\n")


def test_pytest_recording_replays_what_was_recorded_live(
    stage: SimpleNamespace, tmp_path: Path
) -> None:
    """A cassette of a live streamed case serves an ordinary test with the network blocked."""
    path = tmp_path / "cassettes" / "test_x" / "test_it.yaml"
    bodies = (b'{"ask": 1}', b'{"ask": 2}')

    async def go() -> str:
        async with (
            stage.serving(stream) as server,
            stage.client() as client,
            Journal.create(tmp_path / "journal", {}) as journal,
        ):
            live = stage.live(client, server)
            recorder = Recorder(live, RecorderConfig(journal, "i", known=live.access.known))
            for body in bodies:
                await recorder.send(server.request(body))
            await recorder.save(path, "127.0.0.1")
            return str(server.request().url)

    url = asyncio.run(go())
    cassette = load(path.parent, PurePosixPath(path.name))
    assert cassette.provenance.evidence is EvidenceLevel.RECORDED
    assert all(len(response.chunks) == 3 for _, response in cassette.exchanges)
    test = OURS.format(bodies=bodies, url=url, stream=b"".join(EVENTS))
    (tmp_path / "test_x.py").write_text(test)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--block-network", "-p", "no:cacheprovider"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "1 passed" in done.stdout


def test_we_replay_what_plain_vcrpy_recorded(stage: SimpleNamespace, tmp_path: Path) -> None:
    """A file that vcrpy wrote of an httpx client answers the same requests, as `imported`."""

    async def go() -> str:
        async with stage.serving(stream) as server:
            url = f"{server.url}/v1/chat"
            run = await asyncio.create_subprocess_exec(
                sys.executable, "-c", THEIRS, str(tmp_path / "c.yaml"), url
            )
            assert await run.wait() == 0
            return url

    url = asyncio.run(go())
    cassette = load(tmp_path, PurePosixPath("c.yaml"))
    assert cassette.provenance.evidence is EvidenceLevel.IMPORTED
    replay = Replay(cassette)
    for ask in (2, 1):
        body = json.dumps({"ask": ask}, separators=(",", ":")).encode()
        answer = asyncio.run(replay.send(Request("POST", url, (), body)))
        assert (answer.status, answer.body) == (200, b"".join(EVENTS))
