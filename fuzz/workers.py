"""Many inputs over all cores: processes that are forked warm, watched from outside, and replaced."""

from __future__ import annotations

import ctypes
import faulthandler
import gc
import json
import mmap
import os
import resource
import select
import signal
import struct
import time
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from fuzz.making import TARGETS, made
from fuzz.targets import leave
from fuzz.watch import MOST_BYTES, Find, bounded, tried

#: Seconds of wall time after which an input counts as frozen and its process is ended.
_FROZEN: Final = 45.0
_NOW: Final = struct.Struct("qdq")
#: Of each kind of find so many are shown.
_MOST_SHOWN: Final = 3


@dataclass(frozen=True, slots=True)
class Row:
    """Which inputs are run: `count` of them, of the row that begins at `start`."""

    start: int
    count: int
    only: str = ""


@dataclass
class Totals:
    """What a run came to.

    `finds` are signature -> the first numbers and what they were; `counts` how often each came.
    """

    done: int = 0
    seconds: float = 0.0
    processor: float = 0.0
    slowest: tuple[float, int] = (0.0, -1)
    peak: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    finds: dict[str, list[tuple[int, Find]]] = field(default_factory=dict)

    def found(self, number: int, find: Find) -> bool:
        """Count a find and return whether its kind is new."""
        self.counts[find.signature] += 1
        known = self.finds.setdefault(find.signature, [])
        if len(known) < _MOST_SHOWN:
            known.append((number, find))
        return len(known) == 1


class _Worker:
    """One process, and what it was last seen at."""

    def __init__(self, row: Row, first: int, step: int, place: mmap.mmap) -> None:
        self.step = step
        self.place = place
        place[: _NOW.size] = _NOW.pack(first, time.monotonic(), 0)
        reading, writing = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(reading)
            _work(row, first, step, place, writing)
        os.close(writing)
        self.pipe = reading
        self.buffer = b""

    @property
    def now(self) -> tuple[int, float, int]:
        """Return the input it is at, when it began that, and how many it has done."""
        number, begun, done = _NOW.unpack(self.place[: _NOW.size])
        return number, begun, done


def _work(row: Row, first: int, step: int, place: mmap.mmap, pipe: int) -> None:
    """Run every `step`-th input; never returns."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # How it died is told by who waits for it, in one line.
    faulthandler.disable()
    slowest, done, code = (0.0, -1), 0, 0
    times: Counter[str] = Counter()
    try:
        with bounded():
            for number in range(first, row.count, step):
                place[: _NOW.size] = _NOW.pack(number, time.monotonic(), done)
                find, took = tried(made(row.start, number, row.only))
                done += 1
                slowest = max(slowest, (took, number))
                if find is None:
                    continue
                times[find.signature] += 1
                _say(pipe, {"find": [number, find.kind, find.place, find.detail]})
                if find.kind == "memory":
                    # The peak of a process does not sink: the rest goes to a fresh one.
                    code = 9
                    break
            else:
                place[: _NOW.size] = _NOW.pack(row.count, time.monotonic(), done)
        usage = resource.getrusage(resource.RUSAGE_SELF)
        _say(
            pipe,
            {
                "end": [
                    done,
                    slowest[0],
                    slowest[1],
                    usage.ru_maxrss * 1024,
                    usage.ru_utime + usage.ru_stime,
                ]
            },
        )
        leave()
    except BaseException as error:  # noqa: BLE001 - the fuzzer's own fault, told to whoever waits
        _say(pipe, {"fault": "".join(traceback.format_exception(error))[-1500:]})
        code = 8
    os._exit(code)


def _say(pipe: int, value: object) -> None:
    line = json.dumps(value).encode() + b"\n"
    while line:
        line = line[os.write(pipe, line) :]


def fuzzed(
    row: Row, jobs: int, on_find: Callable[[int, Find], None], progress: Callable[[int], None]
) -> Totals:
    """Run the inputs of a row.

    Args:
        row: which.
        jobs: how many processes.
        on_find: called with the first find of each kind.
        progress: called every few seconds with how many are done.

    Raises:
        RuntimeError: the fuzzer itself failed.
    """
    totals, begun = Totals(), time.monotonic()
    made(row.start, 0, row.only)
    for target in TARGETS if not row.only else ():
        made(row.start, 1, target)
    gc.collect()
    gc.freeze()  # what all share is not copied by the first collection of each
    _give_back()
    workers = [
        _Worker(row, k, jobs, mmap.mmap(-1, mmap.PAGESIZE)) for k in range(min(jobs, row.count))
    ]
    next_word, before = begun + 10, 0
    while workers:
        ready, _, _ = select.select([w.pipe for w in workers], [], [], 0.5)
        for worker in list(workers):
            ended = worker.pipe in ready and not _heard(worker, totals, on_find)
            number, at, _ = worker.now
            if not ended and time.monotonic() - at > _FROZEN and number < row.count:
                os.kill(worker.pid, signal.SIGKILL)
                ended = True
            if ended:
                workers.remove(worker)
                workers += _after(worker, row, totals, on_find)
        if time.monotonic() > next_word:
            next_word += 10
            done = totals.done + sum(w.now[2] for w in workers)
            if done > before:
                progress(done)
            before = done
    totals.seconds = time.monotonic() - begun
    return totals


def _give_back() -> None:
    """Return to the system what was freed in the heap (malloc_trim(3), where the C library has it).

    Whatever an input took out of memory that is held but free would not show in the weight of its
    process.
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def _heard(worker: _Worker, totals: Totals, on_find: Callable[[int, Find], None]) -> bool:
    """Take what a worker says; False when it has ended."""
    data = os.read(worker.pipe, 65536)
    worker.buffer += data
    *lines, worker.buffer = worker.buffer.split(b"\n")
    for line in lines:
        message = json.loads(line)
        if "fault" in message:
            raise RuntimeError(message["fault"])
        if "find" in message:
            number, *words = message["find"]
            find = Find(*words)
            if totals.found(number, find):
                on_find(number, find)
        else:
            done, slowest, at, peak, processor = message["end"]
            totals.done += done
            totals.slowest = max(totals.slowest, (slowest, at))
            totals.peak = max(totals.peak, peak)
            totals.processor += processor
            worker.place[: _NOW.size] = _NOW.pack(worker.now[0], worker.now[1], 0)
    return bool(data)


def _after(
    worker: _Worker, row: Row, totals: Totals, on_find: Callable[[int, Find], None]
) -> list[_Worker]:
    """Return who goes on after a worker that ended; what ended it is a find."""
    os.close(worker.pipe)
    _, status, usage = os.wait4(worker.pid, 0)
    number, at, done = worker.now
    code = os.waitstatus_to_exitcode(status)
    if code == 0:
        return []
    if code != 9:
        frozen = time.monotonic() - at > _FROZEN
        target = made(row.start, number, row.only).target
        why = f"no end in {_FROZEN:g} s" if frozen else f"ended by signal {-code}"
        find = Find("frozen" if frozen else "died", target, why)
        totals.done += done + 1
        totals.peak = max(totals.peak, min(usage.ru_maxrss * 1024, MOST_BYTES * 9))
        if totals.found(number, find):
            on_find(number, find)
    return (
        [_Worker(row, number + worker.step, worker.step, worker.place)]
        if number + worker.step < row.count
        else []
    )
