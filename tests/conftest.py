"""Fixtures and settings for all tests."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.support.clock import OnDay, move_ahead, stop_on
from tests.support.covering import is_covering
from tests.support.exhaustive import is_exhaustive, nothing_is_named
from tests.support.fast import is_fast, refusing_processes
from tests.support.once import reading_once
from tests.support.root import SHARED
from tests.support.waiting import waiting_little
from toolwire.io import guard

# Before numpy is imported: threads of two workers, and of servers they start, wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


# Loaded machines are slow in places that have nothing to do with the property at hand. What is
# drawn is new in every run; `nox -s properties`, which GitHub runs, draws eight times as much.
settings.register_profile(
    "toolwire",
    deadline=None,
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.register_profile("many", settings.get_profile("toolwire"), max_examples=200)
settings.load_profile("toolwire")


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of recorded traffic beside the checkout, or skip saying so."""
    if not (SHARED / "corpus").is_dir():
        pytest.skip(f"LEFT OUT: no recorded traffic at {SHARED} (../shared is not beside it)")
    return SHARED


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let `--days-ahead 400` show which tests hold today only."""
    reported = "run the tests as on a day that is so many days from now"
    parser.addoption("--days-ahead", type=int, default=0, metavar="DAYS", help=reported)


@pytest.fixture
def on_day(monkeypatch: pytest.MonkeyPatch) -> OnDay:
    """Return a function that stops the clock of this process on a day."""
    return partial(stop_on, monkeypatch)


def pytest_configure(config: pytest.Config) -> None:
    """Let each worker read the shipped providers and suites once, and wait as little as can be.

    The clock of this process is moved by what `--days-ahead` says. What is exhaustive is left out
    where neither a mark, a word nor a place is named; workers are told so with the options.
    """
    if nothing_is_named(config):
        config.option.markexpr = "not exhaustive"
    patching = pytest.MonkeyPatch()
    config.add_cleanup(patching.undo)
    move_ahead(patching, config.getoption("days_ahead"))
    config.add_cleanup(reading_once().close)
    config.add_cleanup(waiting_little().close)


def pytest_report_header(config: pytest.Config) -> str | None:
    """Say what a run leaves out: with workers, no closing line counts it."""
    left_out = config.option.markexpr == "not exhaustive"
    return "LEFT OUT: what `pytest -n auto -m exhaustive` runs" if left_out else None


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Take one worker more than there are processors: some always wait, for limits and sockets.

    Fast tests wait for nothing, and each worker collects all there are.
    """
    return (os.cpu_count() or 1) + (config.option.markexpr != "fast")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """Give each worker a run of neighbours, which share fixtures, and let idle ones take over."""
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Look for no garbage meanwhile: all that is made is kept, and looked through no more."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what `-m fast` and `-m exhaustive` run, and what coverage is measured with beside."""
    for item in items:
        if is_exhaustive(item):
            item.add_marker("exhaustive")
        elif is_fast(item):
            item.add_marker("fast")
        elif is_covering(item):
            item.add_marker("covering")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Let `fast` hold what it promises, and the guard of what is written know no key of before.

    A key of another test could mask any word. A hook does it and no fixture: one that all tests
    have is most of what a fast test takes.
    """
    with pytest.MonkeyPatch.context() as patching:
        patching.setattr(guard, "_KEYS", guard._Keys())
        if item.get_closest_marker("fast"):
            refusing_processes(patching)
        return (yield)
