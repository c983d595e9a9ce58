"""One input under watch: processor time, memory, and whatever escapes, told in a few words."""

from __future__ import annotations

import json
import re
import resource
import signal
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Final

from fuzz.item import Item
from fuzz.targets import BrokenPromiseError, run

#: What one input may take: seconds of processor time, and bytes of memory of a process that does
#: nothing else.
MOST_SECONDS: Final = 1.0
MOST_BYTES: Final = 300 * 1024 * 1024
#: What such a process has before its first input.
_BEGUN: Final = 80 * 1024 * 1024
#: Seconds of processor time that `_fixed_work` takes on the machine for which `MOST_SECONDS` is
#: meant: two cores of 2026-11-30 on which `lint_corpus.py` judges 2,200 exchanges a second.
_FIXED_WORK_SECONDS: Final = 0.0165
#: How many times slower a machine may be and still be allowed for: the same input of 2.2 MB took
#: 0.64 s on one and 1.10 s on another.
_SLOWEST_MACHINE: Final = 2.5
#: After so many seconds of processor time it is broken off.
_BROKEN_OFF: Final = 4.0
#: Address space a process may have beyond what it has.
_ROOM: Final = 1024 * 1024 * 1024
_MEMBER: Final = re.compile(rb'"(\w+)": "(\w+)"')
_PACKAGE: Final = str(Path(__file__).resolve().parents[1] / "harness" / "toolwire")


@dataclass(frozen=True, slots=True)
class Find:
    """What went wrong with an input.

    Attributes:
        kind: `escape`, `promise`, `slow`, `memory`, `frozen` or `died`.
        place: what tells this find from others: the exception and where, or the target.
        detail: one line for readers.
    """

    kind: str
    place: str
    detail: str

    @property
    def signature(self) -> str:
        """Return what is the same for the same fault."""
        return f"{self.kind} {self.place}"


class _BrokenOff(BaseException):
    """The time is up; no handler for exceptions takes it."""


def _ring(_number: int, _frame: FrameType | None) -> None:
    raise _BrokenOff


@contextmanager
def bounded() -> Iterator[None]:
    """Bound this process in address space; for processes that do nothing else."""
    size = (
        int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        * resource.getpagesize()
    )
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (size + _ROOM, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def tried(item: Item) -> tuple[Find | None, float]:
    """Run an input and return what went wrong, and the seconds of processor time it took.

    What took too long is run once more: the first input of a target also pays for the modules that
    it loads, and another process on the same core makes seconds longer. The shorter time counts, as
    what it would be on the machine that the bound is meant for.
    """
    found, took = _once(item)
    if found is None or found.kind != "slow":
        return found, took
    again, second = _once(item)
    if second < took:
        found, took = again, second
    # What was broken off would have gone on for nobody knows how long.
    excused = took < _BROKEN_OFF and took <= MOST_SECONDS * _slower()
    return (None if excused and found is not None and found.kind == "slow" else found), took


def _slower() -> float:
    """Return how many times longer this machine takes now than the one the bound is meant for."""
    return min(max(_fixed_work() / _FIXED_WORK_SECONDS, 1.0), _SLOWEST_MACHINE)


def _fixed_work() -> float:
    """Return the seconds of processor time, least of three, that work always the same takes."""
    text = b'{"name": "a", "text": "b"}, ' * 20_000
    least = _BROKEN_OFF
    for _ in range(3):
        begun = time.process_time()
        seen: dict[bytes, int] = {}
        for match in _MEMBER.finditer(text):
            seen[match[1]] = seen.get(match[1], 0) + len(match[2])
        json.loads(b"[%s 0]" % text)
        least = min(least, time.process_time() - begun)
    return least


def _once(item: Item) -> tuple[Find | None, float]:
    signal.signal(signal.SIGPROF, _ring)
    begun = time.process_time()
    found: Find | None = None
    held = _memory("VmRSS")
    _forget_peak()
    try:
        signal.setitimer(signal.ITIMER_PROF, _BROKEN_OFF)
        try:
            run(item)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    except _BrokenOff as error:
        return Find("slow", _where(error), f"broken off after {_BROKEN_OFF:g} s"), _BROKEN_OFF
    except BrokenPromiseError as error:
        found = Find("promise", f"{item.target}: {error}", str(error))
    except MemoryError as error:
        found = Find("memory", _where(error), "more address space than it may have")
    except Exception as error:  # noqa: BLE001 - whatever escapes is what is looked for
        detail = " ".join(f"{type(error).__name__}: {error}"[:200].split())
        found = Find("escape", f"{type(error).__name__} {_where(error)}", detail)
    took = time.process_time() - begun
    if found is None and took > MOST_SECONDS:
        found = Find("slow", item.target, f"{took:.2f} s")
    # Beyond what it had: whoever tries an input may have been through others, or a test suite, and
    # what those left may be given back to the system meanwhile.
    peak = _memory("VmHWM") - min(held, _memory("VmRSS")) + _BEGUN
    if found is None and peak > MOST_BYTES:
        found = Find("memory", item.target, f"{peak / 1e6:.0f} MB")
    return found, took


def _memory(name: str) -> int:
    """Return a figure of this process's memory in bytes, as Linux tells it (proc(5))."""
    status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    line = next(line for line in status.splitlines() if line.startswith(name))
    return int(line.split()[1]) * 1024


def _forget_peak() -> None:
    """Let the peak begin again at what is held now (proc(5), clear_refs)."""
    with Path("/proc/self/clear_refs").open("w", encoding="ascii") as file:
        file.write("5")


def _where(error: BaseException) -> str:
    """Return the innermost place in the package, as `module.py:function`."""
    frames = traceback.extract_tb(error.__traceback__)
    inside = [frame for frame in frames if frame.filename.startswith(_PACKAGE)]
    if not inside:
        return "outside the package"
    last = inside[-1]
    return f"{last.filename.removeprefix(_PACKAGE).lstrip('/')}:{last.name}"
