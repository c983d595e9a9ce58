"""The journal: what was paid for is on disk before it is used, and survives any end."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.endpoint import ANSWER, ASKED, Fake, ask, recorded
from toolwire.io.secrets.known import known
from toolwire.model.conversation import JsonObject
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Chunk, EvidenceLevel, Request, Response
from toolwire.transport.cassette.file import load
from toolwire.transport.journal.entry import ExchangeEntry, encoded, read
from toolwire.transport.journal.file import Journal
from toolwire.transport.journal.recovery import entries, recover
from toolwire.transport.record import Recorder, RecorderConfig


@given(
    body=st.binary(max_size=80),
    url=st.text(st.characters(codec="ascii", categories=["L", "N"]), max_size=20),
    value=st.text(st.characters(codec="latin-1"), max_size=20),
    at=st.floats(0, 1e6),
)
def test_a_line_holds_an_exchange_exactly(body: bytes, url: str, value: str, at: float) -> None:
    """Bodies that are no text, odd headers and times come back as they were, from one line."""
    chunks = (Chunk(body[:3], at), Chunk(body[3:], at)) if body else ()
    pair = (
        Request("POST", url, (("a", value),), body),
        Response(200, (("b", value),), body, chunks),
    )
    line = encoded(ExchangeEntry.of("item", 1, 1, pair))
    assert line.count(b"\n") == 1
    entry = read(line)
    assert isinstance(entry, ExchangeEntry)
    assert entry.pair == pair


def test_an_exchange_is_on_disk_before_its_answer_is_used(tmp_path: Path) -> None:
    """When `send` returns, another reader of the file sees the exchange."""
    path = tmp_path / "run" / "journal.jsonl"

    async def go() -> None:
        async with Journal.create(path, {"selection": "all"}) as journal:
            recorder = Recorder(Fake(ANSWER), RecorderConfig(journal, "i"))
            assert await recorder.send(ASKED) == ANSWER
            (kept,) = recover(path).in_flight["i"]
            assert (kept.item, kept.run, kept.step) == ("i", 1, 1)
            assert kept.pair == (ASKED, ANSWER)

    asyncio.run(go())
    assert recover(path).run == {"selection": "all"}


def test_finished_items_are_told_from_those_in_flight(tmp_path: Path) -> None:
    """An item with an observation is finished; one begun or asked without one is in flight."""
    path = tmp_path / "j"

    async def go() -> None:
        async with Journal.create(path, {}) as journal:
            for item in ("done", "asked", "begun"):
                await recorded(journal, item, [] if item == "begun" else [ask(1), ask(2)])
            journal.finish("done", {"verdict": "conformant"})

    asyncio.run(go())
    left = recover(path)
    assert {k: json.loads(v) for k, v in left.finished.items()} == {
        "done": {"verdict": "conformant"}
    }
    assert {item: [k.step for k in kept] for item, kept in left.in_flight.items()} == {
        "asked": [1, 2],
        "begun": [],
    }
    assert left.note == ""
    assert len([e for e in entries(path) if isinstance(e, ExchangeEntry)]) == 4


def test_nothing_secret_enters_the_journal(tmp_path: Path) -> None:
    """The exchange is scrubbed on its way to the file, and who asked sees what was kept of it."""
    path, key = tmp_path / "j", "made-up-key-7"
    answer = Response(200, (("set-cookie", "s=1"),), b'{"echo": "%b"}' % key.encode())

    async def go() -> None:
        async with Journal.create(path, {}) as journal:
            recorder = Recorder(Fake(answer), RecorderConfig(journal, "i", known=known([key])))
            seen = await recorder.send(ASKED)
            assert (seen.headers, seen.body) == ((), b'{"echo": "xxxx-xx-xxx-0"}')
            await recorder.save(tmp_path / "c.yaml", "api.example.invalid")
            quoted: JsonObject = {"reason": f"no key {key}", "more": "for jane.doe@corp.io"}
            journal.finish("i", quoted, known([key]))

    asyncio.run(go())
    assert json.loads(recover(path).finished["i"]) == {
        "reason": "no key xxxx-xx-xxx-0",
        "more": "for xxxx.xxx@xxxx.xx",
    }
    assert key not in path.read_text()
    assert "s=1" not in path.read_text()
    cassette = load(tmp_path, PurePosixPath("c.yaml"))
    assert cassette.exchanges[0][1].body == b'{"echo": "xxxx-xx-xxx-0"}'
    assert cassette.provenance.scrubbed == ("header set-cookie", "key of this run")
    assert cassette.provenance.evidence is EvidenceLevel.RECORDED


def test_a_torn_last_line_is_dropped_with_a_note(tmp_path: Path) -> None:
    """Whatever a kill left of the last line, the others stay and new ones follow them."""
    path = tmp_path / "j"

    async def begin() -> None:
        async with Journal.create(path, {}) as journal:
            await recorded(journal, "a", [ask(1)])

    async def go_on() -> str:
        journal, left = Journal.resume(path)
        async with journal:
            await recorded(journal, "b", [ask(2)])
        return left.note

    asyncio.run(begin())
    whole = path.read_bytes()
    for cut in (1, 20, len(whole.splitlines(keepends=True)[-1]) - 1):
        torn = whole + whole.splitlines(keepends=True)[-1][:cut]
        path.write_bytes(torn)
        assert recover(path).note == f"dropped {cut} bytes of a last line that was cut short"
        assert asyncio.run(go_on()).startswith("dropped")
        assert path.read_bytes().startswith(whole + b'{"kind":"started","item":"b"')
        assert sorted(recover(path).in_flight) == ["a", "b"]


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (lambda lines: [lines[0], lines[1][:-9] + b"\n", lines[2]], r":2: not a line of a journal"),
        (lambda lines: [lines[0], b"\0" * 40 + b"\n", lines[2]], r":2: not a line of a journal"),
        (lambda lines: lines[1:], ":1: not a journal: no head"),
        (lambda _: [b"\n"], ":1: not a line of a journal"),
        (lambda _: [b"my notes"], ":1: not a journal: no head"),
        (lambda lines: [lines[0].replace(b'"schema":1', b'"schema":9')], "a journal of form 9"),
    ],
)
def test_damage_in_the_middle_is_an_error(tmp_path: Path, damage: object, why: str) -> None:
    """A journal that was edited, mixed up or is none is refused with the line."""
    path = tmp_path / "j"

    async def begin() -> None:
        async with Journal.create(path, {}) as journal:
            await recorded(journal, "a", [ask(1)])

    asyncio.run(begin())
    path.write_bytes(b"".join(damage(path.read_bytes().splitlines(keepends=True))))  # type: ignore[operator]
    with pytest.raises(ToolwireError, match=why) as caught:
        recover(path)
    assert "\n" not in str(caught.value)
    with pytest.raises(ToolwireError, match=why):
        Journal.resume(path)


@pytest.mark.parametrize("length", [0, 1, 40, -1])
def test_a_journal_cut_in_its_head_is_of_no_run(tmp_path: Path, length: int) -> None:
    """Killed while it was begun it holds nothing: not gone on with, and begun anew."""
    path = tmp_path / "j"

    async def begin() -> None:
        async with Journal.create(path, {"n": 1}) as journal:
            await recorded(journal, "a", [ask(1)])

    asyncio.run(begin())
    head = path.read_bytes().splitlines(keepends=True)[0]
    path.write_bytes(head[:length])
    with pytest.raises(ToolwireError, match="nothing to go on with: that run was killed before"):
        Journal.resume(path)
    asyncio.run(begin())
    assert sorted(recover(path).in_flight) == ["a"]


def test_a_file_of_another_is_not_begun_over(tmp_path: Path) -> None:
    """Whatever else has the name of a journal stays as it is."""
    path = tmp_path / "j"
    path.write_text("my notes")
    with pytest.raises(ToolwireError, match="there is a journal already"):
        Journal.create(path, {})
    assert path.read_text() == "my notes"


def test_two_runs_do_not_share_a_journal(tmp_path: Path) -> None:
    """A journal is not begun twice, and not gone on with while it is in use."""
    path = tmp_path / "j"

    async def go() -> None:
        async with Journal.create(path, {}):
            with pytest.raises(ToolwireError, match=r"there is a journal already.*--resume"):
                Journal.create(path, {})
            with pytest.raises(ToolwireError, match="in use by another run"):
                Journal.resume(path)
        journal, _ = Journal.resume(path)
        async with journal:
            pass
        with pytest.raises(ToolwireError, match="No such file"):
            Journal.resume(tmp_path / "other")

    asyncio.run(go())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="LEFT OUT: no /dev/full on this system")
def test_nothing_is_asked_once_the_journal_cannot_be_written() -> None:
    """A full disk is told for the exchange it hit, and no further request is paid for."""
    fake = Fake()
    full = Path("/dev/full")
    reason = "cannot keep the journal: No space left"

    async def go() -> None:
        async with Journal(full, full.open("r+b", buffering=0)) as journal:  # noqa: ASYNC230
            recorder = Recorder(fake, RecorderConfig(journal, "i"))
            for _ in range(3):
                with pytest.raises(ToolwireError, match=reason):
                    await recorder.send(ASKED)

    with pytest.raises(ToolwireError, match=reason):
        asyncio.run(go())
    assert fake.asked == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="LEFT OUT: no /dev/full on this system")
def test_a_line_nobody_waited_for_is_not_lost_in_silence() -> None:
    """When an observation could not be kept, leaving the journal says so."""
    full = Path("/dev/full")

    async def go() -> None:
        async with Journal(full, full.open("r+b", buffering=0)) as journal:  # noqa: ASYNC230
            journal.finish("i", {})

    with pytest.raises(ToolwireError, match="cannot keep the journal: No space left"):
        asyncio.run(go())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="LEFT OUT: no /dev/full on this system")
def test_a_broken_journal_ends_the_run_at_the_next_case() -> None:
    """An observation that could not be kept is told when the next one comes, not only at the end."""
    full = Path("/dev/full")
    reason = "cannot keep the journal: No space left"

    async def go() -> None:
        async with Journal(full, full.open("r+b", buffering=0)) as journal:  # noqa: ASYNC230
            journal.finish("i", {})
            await asyncio.sleep(0.2)
            with pytest.raises(ToolwireError, match=reason):
                journal.finish("j", {})

    with pytest.raises(ToolwireError, match=reason):
        asyncio.run(go())
