"""Killed at counted and at random moments, `audit --record` and `verify --output` lose nothing."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.kills import AUDIT, CONCURRENCY, VERIFY, Chain, Kind, Lab, chance, laboratory

KINDS = pytest.mark.parametrize("kind", [AUDIT, VERIFY], ids=lambda kind: kind.name)


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """Start the server once."""
    with laboratory(tmp_path_factory.mktemp("lab") / "lab", delay=2) as found:
        yield found


@pytest.fixture(scope="module")
def wholes(lab: Lab, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Chain]:
    """Run both commands in one go: what they ask, write and say."""
    found = {}
    for kind in (AUDIT, VERIFY):
        found[kind.name] = Chain(kind, lab, tmp_path_factory.mktemp("whole") / "out")
        found[kind.name].end()
        assert found[kind.name].code == 1
    return found


def whole_again(chain: Chain, whole: Chain) -> None:
    """Make sure that a run that was killed came to what one that was not came to."""
    assert chain.twice == 0
    assert chain.cases == whole.cases
    assert chain.files == whole.files
    assert chain.code == whole.code
    assert whole.asked <= chain.asked <= whole.asked + chain.kills.total() * CONCURRENCY


@KINDS
def test_killed_at_counted_requests(
    kind: Kind, lab: Lab, wholes: dict[str, Chain], tmp_path: Path
) -> None:
    """In the probes, in the cases, near the last request and while deviations are asked again."""
    whole = wholes[kind.name]
    chain = Chain(kind, lab, tmp_path / "out")

    def reached(number: int) -> Callable[[], Callable[[], bool]]:
        begun = lab.asked - chain.asked
        return lambda: lambda: lab.asked - begun >= number

    for part in (0.02, 0.3, 0.7, 0.97, 0.99):
        number = int(whole.asked * part) + chain.kills.total() * CONCURRENCY // 2
        assert chain.kill(reached(number)) or chain.code == whole.code
    assert chain.kills["asking"] >= 3
    chain.end()
    whole_again(chain, whole)


@KINDS
@pytest.mark.parametrize("name", ["results.jsonl", "report.html"])
def test_killed_between_results_and_report(
    kind: Kind, name: str, lab: Lab, wholes: dict[str, Chain], tmp_path: Path
) -> None:
    """When a file appears: what is missing is written, and nothing asked."""
    chain = Chain(kind, lab, tmp_path / "out")
    assert chain.kill(lambda: (chain.out / name).exists)
    asked = chain.asked
    chain.end()
    assert chain.asked == asked
    whole_again(chain, wholes[kind.name])


@KINDS
def test_killed_at_random_moments(
    kind: Kind, lab: Lab, wholes: dict[str, Chain], tmp_path: Path
) -> None:
    """Three times in one run, whenever."""
    moments, chain = random.Random(20261122), Chain(kind, lab, tmp_path / "out")
    for _ in range(3):
        chain.kill(chance(moments, wholes[kind.name].seconds))
    chain.end()
    whole_again(chain, wholes[kind.name])


def test_a_verdict_is_told_again(lab: Lab, wholes: dict[str, Chain]) -> None:
    """--resume of a whole verification prints its verdict and asks nothing."""
    whole = wholes[VERIFY.name]
    again, asked = Chain(VERIFY, lab, whole.out), lab.asked
    before = whole.files
    again.end()
    assert (again.code, again.files, lab.asked) == (whole.code, before, asked)
    assert again.printed == (whole.out / "verdict.txt").read_bytes()
    assert again.printed.splitlines()[0] == whole.printed.splitlines()[0]
