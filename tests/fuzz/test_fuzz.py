"""The fuzzer itself: it repeats, it notices, and a short run of it finds nothing."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable

import pytest

from fuzz import targets
from fuzz.item import KEY, Item
from fuzz.making import TARGETS, made
from fuzz.shrink import shrunk
from fuzz.watch import _FIXED_WORK_SECONDS, Find, tried
from fuzz.workers import Row, fuzzed
from tests.support.root import PYTHONPATH, ROOT


def planted(monkeypatch: pytest.MonkeyPatch, fault: Callable[[Item], None]) -> None:
    """Put a fault in the place of one target."""
    monkeypatch.setattr(targets, "_TARGETS", {**targets._TARGETS, "read": fault})


def run(row: Row, jobs: int = 2) -> tuple[int, dict[str, int], list[Find]]:
    """Run a row and return how many were done, counts of finds, and the first of each kind."""
    told: list[Find] = []
    tally = fuzzed(row, jobs, lambda _, find: told.append(find), lambda _: None)
    return tally.done, dict(tally.counts), told


@pytest.mark.parametrize("target", TARGETS)
def test_the_same_number_gives_the_same_input(target: str) -> None:
    """Start and number decide an input; another number gives another one."""
    assert made(3, 5, target) == made(3, 5, target)
    assert len({str(made(3, number, target)) for number in range(20)}) > 5


def test_inputs_are_the_same_in_another_process() -> None:
    """Nothing of a process goes into an input: a find is repeated by two numbers."""
    code = "from fuzz.making import made; import hashlib; print(hashlib.sha256(repr([made(9, n) for n in range(60)]).encode()).hexdigest())"
    said = {
        subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True, text=True,
            env={**os.environ, "PYTHONPATH": PYTHONPATH, "PYTHONHASHSEED": number},
        ).stdout
        for number in ("1", "2")
    }  # fmt: skip
    assert len(said) == 1


def test_an_input_does_not_depend_on_those_before() -> None:
    """A find of a long run is repeated alone: nothing that inputs are made from is changed."""
    numbers = range(400)
    alone = [str(made(11, number)) for number in numbers]
    for number in range(1_000, 4_000):
        made(11, number)
    assert [str(made(11, number)) for number in numbers] == alone


def test_every_target_gets_inputs_that_reach_it() -> None:
    """Of the first inputs of each target most are read to the end, and none raises at once."""
    finds = [tried(made(1, number, target))[0] for target in TARGETS for number in range(15)]
    assert sum(find is None for find in finds) > len(finds) * 0.8


def _escaping(item: Item) -> None:
    if b"x" in item.data:
        raise ValueError("x")


def _sleeping(_: Item) -> None:
    time.sleep(99)


def _busy(_: Item) -> None:
    while True:
        pass


def _hungry(_: Item) -> None:
    bytearray(4_000_000_000)


def _large(_: Item) -> None:
    bytearray(b"x") * 350_000_000


def _ending(_: Item) -> None:
    os.abort()


def _leaking(_: Item) -> None:
    targets._plain(f"no {KEY}", "a page")


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (_escaping, "escape"),
        (_busy, "slow"),
        (_hungry, "memory"),
        (_large, "memory"),
        (_ending, "died"),
        (_leaking, "promise"),
    ],
)
def test_each_kind_of_harm_is_a_find_and_not_the_end(
    monkeypatch: pytest.MonkeyPatch, fault: Callable[[Item], None], kind: str
) -> None:
    """An exception, a loop, a bomb, a crash and a leak are counted, and the rest is run."""
    # Longer than taking 350 MB takes; a loop never ends, however early it is broken off.
    monkeypatch.setattr("fuzz.watch._BROKEN_OFF", 0.3 if kind == "slow" else 1.5)
    planted(monkeypatch, fault)
    done, counts, told = run(Row(1, 4, "read"))
    assert {find.kind for find in told} == {kind}
    assert done == 4
    assert sum(counts.values()) >= 3


def test_memory_is_weighed_though_much_of_the_heap_is_free(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What an input takes out of memory that was freed before it, and is still held, counts."""
    # Too small for mappings of their own: they stand in the heap, below one that stays.
    freed = [b"y" * 100_000 for _ in range(4500)]
    stays = freed.pop()
    freed.clear()
    planted(monkeypatch, _large)
    _, counts, _ = run(Row(1, 2, "read"))
    assert (counts, len(stays)) == ({"memory read": 2}, 100_000)


@pytest.mark.parametrize(
    ("slow_runs", "slower", "kinds"),
    [(1, 1, []), (2, 1, ["slow"]), (2, 2, ["slow"]), (2, 2.5, [])],
)
def test_an_input_is_slow_when_it_is_slow_twice_for_its_machine(
    monkeypatch: pytest.MonkeyPatch, slow_runs: int, slower: float, kinds: list[str]
) -> None:
    """The first input of a target also loads its modules; a slow machine is allowed for, to a bound."""
    runs = iter(range(9))

    def loading(_: Item) -> None:
        ends = time.process_time() + (0.053 if next(runs) < slow_runs else 0)
        while time.process_time() < ends:
            pass

    monkeypatch.setattr("fuzz.watch.MOST_SECONDS", 0.025)
    monkeypatch.setattr("fuzz.watch._fixed_work", lambda: _FIXED_WORK_SECONDS * slower)
    planted(monkeypatch, loading)
    find, _ = tried(Item("read", {}, None, b"x"))
    assert [found.kind for found in [find] if found] == kinds


def test_an_input_that_sleeps_is_frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that takes no processor time is ended by who watches."""
    monkeypatch.setattr("fuzz.workers._FROZEN", 1.0)
    planted(monkeypatch, _sleeping)
    done, counts, _ = run(Row(1, 2, "read"))
    assert (done, counts) == (2, {"frozen read": 2})


def test_a_find_is_shrunk_to_what_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """What does not matter is taken out."""
    planted(monkeypatch, _escaping)
    item = Item("read", {}, None, b"a" * 500 + b"x" + b"b" * 500)
    find, _ = tried(item)
    assert find is not None
    assert shrunk(item, find).data == b"x"


def test_a_short_run_finds_nothing() -> None:
    """Some thousand inputs, the same ones each time: a test fails for a change, not for a day."""
    tally = fuzzed(Row(2026, 3_000), 2, lambda *_: None, lambda _: None)
    assert tally.done == 3_000
    assert tally.finds == {}, "python -m fuzz --inputs 3000 --start 2026"
