"""Going on with a journal: nothing is paid for twice, and no two cases mix."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.endpoint import ANSWER, Fake, ask, recorded
from tests.support.examples import examples
from toolwire.model.exchange import Request
from toolwire.transport.cassette.file import load, run_path
from toolwire.transport.journal.entry import ExchangeEntry, Finished
from toolwire.transport.journal.file import Journal
from toolwire.transport.journal.recovery import entries, recover
from toolwire.transport.journal.restore import RUNS, restore
from toolwire.transport.record import Recorder, RecorderConfig


def test_what_was_asked_before_is_not_paid_for_again(tmp_path: Path) -> None:
    """An item cut off after two of three steps is asked its third only, and its cassette is whole."""
    path = tmp_path / "j"

    async def begin() -> None:
        async with Journal.create(path, {}) as journal:
            await recorded(journal, "a", [ask(1), ask(2)])

    async def go_on(requests: list[Request]) -> tuple[int, Recorder]:
        journal, left = Journal.resume(path)
        async with journal:
            fake = Fake()
            recorder = Recorder(
                fake, RecorderConfig(journal, "a", kept=left.in_flight["a"], source="c.yaml")
            )
            for request in requests:
                assert (await recorder.send(request)).body == request.body
            await recorder.save(tmp_path / "c.yaml", "h")
            return fake.asked, recorder

    asyncio.run(begin())
    asked, recorder = asyncio.run(go_on([ask(1), ask(2), ask(3)]))
    assert asked == 1
    assert [json.loads(r.body)["n"] for r, _ in recorder.exchanges] == [1, 2, 3]
    assert recorder.evidence.source == "c.yaml"
    assert recorder.evidence.recorded_at is not None
    assert [kept.step for kept in recover(path).in_flight["a"]] == [1, 2, 3]
    # A case that now asks something else from its second step on pays from there.
    asked, _ = asyncio.run(go_on([ask(1), ask(7), ask(8)]))
    assert asked == 2
    kept = recover(path).in_flight["a"]
    assert [json.loads(k.pair[0].body)["n"] for k in kept] == [1, 7, 8]


def test_the_runs_of_a_case_are_kept_apart(tmp_path: Path) -> None:
    """The journal holds every run; resumed, each is answered from its own."""
    path = tmp_path / "j"

    async def go(journal: Journal, kept: tuple[ExchangeEntry, ...] = ()) -> int:
        fake = Fake()
        for run in (1, 2, 3):
            recorder = Recorder(fake, RecorderConfig(journal, "a", run, kept=kept))
            await recorder.send(ask(1))
            await recorder.send(ask(10 + run))
        await recorder.save(tmp_path / "c.yaml", "h")
        return fake.asked

    async def begin() -> int:
        async with Journal.create(path, {}) as journal:
            return await go(journal)

    async def go_on() -> int:
        journal, left = Journal.resume(path)
        async with journal:
            return await go(journal, left.in_flight["a"])

    assert asyncio.run(begin()) == 6
    kept = recover(path).in_flight["a"]
    assert [(k.run, k.step) for k in kept] == [(r, s) for r in (1, 2, 3) for s in (1, 2)]
    exchanges = load(tmp_path, PurePosixPath("c.yaml")).exchanges
    assert [json.loads(request.body)["n"] for request, _ in exchanges] == [1, 13]
    assert asyncio.run(go_on()) == 0


def test_lost_cassettes_are_made_again_from_the_journal(tmp_path: Path) -> None:
    """Missing and broken ones come back byte for byte; whole and unfinished ones are left alone."""
    path, folder = tmp_path / "j", tmp_path / "cassettes"
    names = [PurePosixPath(f"p/{n}.yaml") for n in range(5)]

    async def go() -> None:
        async with Journal.create(path, {}) as journal:
            for name in names:
                await Recorder(Fake(ANSWER), RecorderConfig(journal, f"item {name}")).send(ask(9))
                tape = RecorderConfig(journal, f"item {name}", 2, source=str(name))
                recorder = Recorder(Fake(ANSWER), tape)
                await recorder.send(ask(1))
                await recorder.send(ask(2))
                await recorder.save(folder / name, "api.example.invalid")
                if name != names[4]:
                    journal.finish(f"item {name}", {})

    asyncio.run(go())
    before = {name: (folder / name).read_bytes() for name in names[:4]}
    (folder / names[1]).unlink()
    (folder / names[2]).write_bytes(b"")
    (folder / names[3]).write_bytes(before[names[3]][:200])
    (folder / names[4]).unlink()
    assert restore(path, folder) == tuple(names[1:4])
    assert {name: (folder / name).read_bytes() for name in names[:4]} == before
    assert not (folder / names[4]).exists()
    assert restore(path, folder) == ()


def test_the_run_that_counted_is_made_again_and_the_others_beside_it(tmp_path: Path) -> None:
    """Of three runs the second was told of; lost, each comes back under its own name."""
    path, folder, others = tmp_path / "j", tmp_path / "cassettes", tmp_path / "others"
    name = PurePosixPath("p/m/s.c.blocking.yaml")

    async def go() -> None:
        async with Journal.create(path, {}) as journal:
            for run in (1, 3, 4):  # 2 is the other mode's: a journal counts both together
                recorder = Recorder(
                    Fake(ANSWER), RecorderConfig(journal, "item", run, source=str(name))
                )
                await recorder.send(ask(run))
                place = folder / name if run == 3 else others / run_path(name, min(run, 3))
                await recorder.save(place, "api.example.invalid")
            journal.finish("item", {RUNS: {str(name): 3}})

    asyncio.run(go())
    kept = {p: p.read_bytes() for p in tmp_path.rglob("*.yaml")}
    assert [p.name for p in sorted(kept)] == [
        "s.c.blocking.yaml", "s.c.blocking.run-1.yaml", "s.c.blocking.run-3.yaml",
    ]  # fmt: skip
    for file in kept:
        file.unlink()
    assert restore(path, folder) == (name,)
    assert restore(path, folder, others=others) == ()
    assert {p: p.read_bytes() for p in tmp_path.rglob("*.yaml")} == kept


def test_cases_that_run_at_once_do_not_mix(tmp_path: Path) -> None:
    """256 recorders on one journal: each cassette holds its own case, each line one exchange."""
    path = tmp_path / "j"

    async def case(journal: Journal, number: int) -> None:
        recorder = Recorder(Fake(), RecorderConfig(journal, f"case-{number}"))
        for step in range(3):
            await asyncio.sleep(random.random() / 100)
            await recorder.send(ask(number * 10 + step))
        await recorder.save(tmp_path / f"{number}.yaml", "h")
        journal.finish(f"case-{number}", {"n": number})

    async def go() -> None:
        async with Journal.create(path, {}) as journal:
            await asyncio.gather(*(case(journal, number) for number in range(256)))

    asyncio.run(go())
    for number in range(256):
        cassette = load(tmp_path, PurePosixPath(f"{number}.yaml"))
        asked = [json.loads(request.body)["n"] for request, _ in cassette.exchanges]
        assert asked == [number * 10 + step for step in range(3)]
    left = recover(path)
    assert len(left.finished) == 256
    assert not left.in_flight
    for entry in entries(path):
        if isinstance(entry, ExchangeEntry):
            assert entry.item == f"case-{json.loads(entry.pair[0].body)['n'] // 10}"


def test_a_cancelled_case_leaves_the_others_alone(tmp_path: Path) -> None:
    """Cancelling one waiter of a batch cancels nothing else, and its line is whole."""
    path = tmp_path / "j"

    async def go() -> None:
        async with Journal.create(path, {}) as journal:
            tasks = [asyncio.create_task(recorded(journal, str(n), [ask(n)])) for n in range(20)]
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            tasks[3].cancel()
            done = await asyncio.gather(*tasks, return_exceptions=True)
        assert sum(isinstance(result, asyncio.CancelledError) for result in done) == 1

    asyncio.run(go())
    assert {item for item, kept in recover(path).in_flight.items() if kept} >= {
        str(n) for n in range(20) if n != 3
    }


RUN = """
import asyncio, json, sys
from pathlib import Path, PurePosixPath
from toolwire.model.exchange import Evidence, EvidenceLevel, Request, Response
from toolwire.transport.journal.file import Journal
from toolwire.transport.record import Recorder, RecorderConfig

class Echo:
    evidence = Evidence(EvidenceLevel.LIVE, "echo")
    async def send(self, request):
        paid.write(request.body + b"\\n")
        paid.flush()
        await asyncio.sleep(0.002)
        return Response(200, (), request.body * 50)

async def case(journal, left, number):
    item = f"case-{number}"
    if item in left.finished if left else False:
        return
    recorder = Recorder(Echo(), RecorderConfig(journal, item, kept=left.in_flight.get(item, ()) if left else ()))
    journal.start(item)
    for step in range(3):
        body = json.dumps({"n": number, "step": step}).encode()
        await recorder.send(Request("POST", "https://h.test/v1", (), body))
        used.write(body + b"\\n")
        used.flush()
    await recorder.save(folder / f"{number}.yaml", "h.test")
    journal.finish(item, {"n": number})

async def main():
    path = folder / "journal"
    journal, left = Journal.resume(path) if path.exists() else (Journal.create(path, {}), None)
    async with journal:
        print("ready", flush=True)
        gate = asyncio.Semaphore(8)
        async def bounded(number):
            async with gate:
                await case(journal, left, number)
        await asyncio.gather(*(bounded(number) for number in range(60)))

folder = Path(sys.argv[1])
paid = (folder / "paid").open("ab")
used = (folder / "used").open("ab")
asyncio.run(main())
"""


@pytest.mark.parametrize("seed", range(3))
def test_a_killed_run_goes_on_and_pays_for_nothing_twice(tmp_path: Path, seed: int) -> None:
    """After kills at random moments every case is finished once and every answer used was kept."""
    moments = random.Random(seed)
    for _ in range(4):
        run = subprocess.Popen(
            [sys.executable, "-c", RUN, tmp_path], stdout=subprocess.PIPE, text=True
        )
        assert run.stdout is not None
        run.stdout.readline()
        before = used_answers(tmp_path)
        time.sleep(moments.uniform(0.01, 0.12))
        os.kill(run.pid, signal.SIGKILL)
        run.wait()
        run.stdout.close()
        kept = {
            entry.pair[0].body
            for entry in entries(tmp_path / "journal")
            if isinstance(entry, ExchangeEntry)
        }
        assert before <= used_answers(tmp_path) <= kept
    subprocess.run([sys.executable, "-c", RUN, tmp_path], check=True, stdout=subprocess.DEVNULL)
    left = recover(tmp_path / "journal")
    assert len(left.finished) == 60
    assert not left.in_flight
    finished = [e.item for e in entries(tmp_path / "journal") if isinstance(e, Finished)]
    assert len(finished) == len(set(finished))
    for number in range(60):
        cassette = load(tmp_path, PurePosixPath(f"{number}.yaml"))
        steps = [json.loads(request.body) for request, _ in cassette.exchanges]
        assert steps == [{"n": number, "step": step} for step in range(3)]
    # At most what was in flight when it was killed, eight cases, four times, was asked again.
    paid = (tmp_path / "paid").read_bytes().splitlines()
    assert 180 <= len(paid) <= 180 + 4 * 8
    assert len(set(paid)) == 180


def used_answers(folder: Path) -> set[bytes]:
    """Return the requests whose answers went into use, whole lines only."""
    path = folder / "used"
    data = path.read_bytes() if path.exists() else b""
    return set(data[: data.rfind(b"\n") + 1].splitlines())


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=examples(40))
@given(cut=st.integers(0, 10_000))
def test_a_journal_cut_anywhere_is_read(tmp_path: Path, cut: int) -> None:
    """Cut at any byte after its head, whole lines are read and the rest is noted."""
    path = tmp_path / "j"
    path.unlink(missing_ok=True)

    async def begin() -> None:
        async with Journal.create(path, {}) as journal:
            await recorded(journal, "a", [ask(1), ask(2)])
            journal.finish("a", {"n": 1})

    asyncio.run(begin())
    whole = path.read_bytes()
    head = whole.index(b"\n") + 1
    end = head + cut % (len(whole) - head + 1)
    path.write_bytes(whole[:end])
    left = recover(path)
    assert left.size == whole[:end].rfind(b"\n") + 1
    assert bool(left.note) == (left.size != end)
    assert bool(left.finished) == (end == len(whole))
