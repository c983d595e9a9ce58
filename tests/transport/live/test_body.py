"""Answers that are broken off: what came is kept, also in a cassette, and is judged the same there."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from types import SimpleNamespace

import pytest

from toolwire.dialects import load_dialect
from toolwire.model.errors import CUT_OFF, TrafficError
from toolwire.model.exchange import Exchange, Mode, Response
from toolwire.rules import judge
from toolwire.rules.mutate.scenarios import clean
from toolwire.transport.cassette.file import load
from toolwire.transport.cassette.replay import Replay
from toolwire.transport.journal.entry import ExchangeEntry
from toolwire.transport.journal.file import Journal
from toolwire.transport.journal.recovery import entries
from toolwire.transport.record import Recorder, RecorderConfig

CHAT = load_dialect("openai-chat")
STREAM = clean(CHAT, "plain_text", Mode.STREAMING).response.body
WHOLE = clean(CHAT, "plain_text", Mode.BLOCKING).response.body
GZIP = gzip.compress(WHOLE)

Script = Callable[[object, asyncio.StreamWriter], "asyncio.Future[None]"]


def closing(head: bytes, *pieces: bytes, chunked: bool = False) -> object:
    """Return a script that says so much and closes the connection."""

    async def script(_: object, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\n" + head + b"\r\n\r\n")
        for piece in pieces:
            writer.write(b"%x\r\n%b\r\n" % (len(piece), piece) if chunked else piece)
        await writer.drain()
        writer.close()

    return script


def unended(*pieces: bytes) -> object:
    """Return a script that streams in chunks and leaves out the last one."""
    head = b"Content-Type: text/event-stream\r\nTransfer-Encoding: chunked"
    return closing(head, *pieces, chunked=True)


async def ask(stage: SimpleNamespace, script: object) -> tuple[Response, int]:
    """Return the answer, and how often it was asked for."""
    async with stage.serving(script) as server, stage.client() as client:
        return await stage.live(client, server).send(server.request()), len(server.received)


@pytest.mark.parametrize(
    ("script", "body"),
    [
        (unended(STREAM), STREAM),
        (unended(STREAM[:700], STREAM[700:]), STREAM),
        (unended(STREAM[:700]), STREAM[:700]),
        (closing(b"Content-Length: %d" % (len(WHOLE) + 1), WHOLE), WHOLE),
        (closing(b"Content-Length: %d" % len(WHOLE), WHOLE[:-9]), WHOLE[:-9]),
        (
            closing(b"Content-Encoding: gzip\r\nContent-Length: %d" % (len(GZIP) + 1), GZIP),
            WHOLE,
        ),
    ],
    ids=["one chunk", "two chunks", "cut", "a byte less", "cut amid JSON", "packed"],
)
def test_what_came_before_the_close_is_the_answer(
    stage: SimpleNamespace, script: object, body: bytes
) -> None:
    """It is asked for three times, then it is what came, and says that it was broken off."""
    answer, times = asyncio.run(ask(stage, script))
    assert (answer.body, answer.broken_off, times) == (body, True, 3)
    assert b"".join(one.data for one in answer.chunks) == body


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        (closing(b"Content-Length: 9"), CUT_OFF),
        (unended(), CUT_OFF),
        (
            closing(b"Transfer-Encoding: chunked", b"2\r\n{}\r\nno size\r\n"),
            "not HTTP",
        ),
    ],
    ids=["no byte", "no chunk", "a chunk without a size"],
)
def test_what_never_began_or_is_no_http_is_a_fault(
    stage: SimpleNamespace, script: object, reason: str
) -> None:
    """Nothing is there to be judged."""
    with pytest.raises(TrafficError, match=reason):
        asyncio.run(ask(stage, script))


def test_an_answer_that_ends_as_it_should_is_whole(stage: SimpleNamespace) -> None:
    """Neither a last chunk, nor a length that is reached, nor a close without either is a breach."""
    chunks = b"%x\r\n%b\r\n0\r\n\r\n" % (len(STREAM), STREAM)
    for script in (
        closing(b"Transfer-Encoding: chunked", chunks),
        closing(b"Content-Length: %d" % len(STREAM), STREAM),
        closing(b"Connection: close", STREAM),
    ):
        answer, times = asyncio.run(ask(stage, script))
        assert (answer.body, answer.broken_off, times) == (STREAM, False, 1)


@pytest.mark.parametrize("cut", [0, 500])
def test_live_record_and_replay_agree(stage: SimpleNamespace, tmp_path: Path, cut: int) -> None:
    """Journal and cassette keep that an answer was broken off, and it is judged as it was live."""
    path = tmp_path / "c.yaml"
    body = STREAM[: len(STREAM) - cut]

    async def go() -> Exchange:
        async with (
            stage.serving(unended(body)) as server,
            stage.client() as client,
            Journal.create(tmp_path / "journal", {}) as journal,
        ):
            recorder = Recorder(stage.live(client, server), RecorderConfig(journal, "i"))
            asked = clean(CHAT, "plain_text", Mode.STREAMING).request
            assert asked is not None
            request = server.request(asked.body)
            answer = await recorder.send(request)
            await recorder.save(path, "127.0.0.1")
            return Exchange(request, answer, recorder.evidence)

    came = asyncio.run(go())
    (kept,) = [one for one in entries(tmp_path / "journal") if isinstance(one, ExchangeEntry)]
    assert kept.pair[1] == came.response
    replay = Replay(load(tmp_path, PurePosixPath("c.yaml")))
    assert came.request is not None
    again = Exchange(came.request, asyncio.run(replay.send(came.request)), replay.evidence)
    assert again.response == came.response
    assert again.response.broken_off
    told = [judge(CHAT.decode(one)) for one in (came, again)]
    assert told[0] == told[1]
    assert [one.rule for one in told[0]] == ["TC010"]
