"""Times to the first piece of a tool call."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import pytest

from toolwire.jobs.audit.timing import FIRST_CALL
from toolwire.jobs.site.trends.latency import MOST_SHOWN, latencies
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Observation

Make = Callable[..., Observation]


def timed(
    observe: Make, *times: float, level: str = "live", provider: str = "openai"
) -> list[Observation]:
    """Return observations with times to the first call."""
    return [
        replace(
            observe(level=EvidenceLevel(level), provider=provider, case=f"c{number}"),
            timing={FIRST_CALL: time, "total": time + 1},
        )
        for number, time in enumerate(times)
    ]


def test_only_what_was_asked_live_is_timed(observe: Make) -> None:
    """Recordings keep times of another day and machine."""
    every = [observe(level=EvidenceLevel.LIVE)]
    for level in ("recorded", "imported", "documented"):
        every += timed(observe, 0.5, level=level)
    assert latencies(every) == ()
    (found,) = latencies([*every, *timed(observe, 0.7)])
    assert (found.provider, found.times, found.newest) == ("openai", (0.7,), "2026-06-08")


def test_a_distribution_is_told_by_five_numbers(observe: Make) -> None:
    """The quickest median stands first."""
    slow = timed(observe, *(float(n) for n in range(10, 0, -1)), provider="slow")
    first, second = latencies([*slow, *timed(observe, 2.0, 4.0)])
    assert (first.provider, first.median) == ("openai", 3.0)
    assert (second.count, second.fastest, second.median, second.most, second.slowest) == (
        10, 1.0, 5.5, 10.0, 10.0,
    )  # fmt: skip


@pytest.mark.parametrize("time", [-1.0, math.inf, math.nan, 1e300])
def test_what_is_no_time_is_passed_over(observe: Make, time: float) -> None:
    """A results file may say anything."""
    assert latencies(timed(observe, time)) == ()


def test_many_are_drawn_as_some(observe: Make) -> None:
    """From the fastest to the slowest, evenly."""
    (found,) = latencies(timed(observe, *(n / 10 for n in range(1000))))
    assert found.count == 1000
    assert len(found.shown) == MOST_SHOWN
    assert (found.shown[0], found.shown[-1]) == (0.0, 99.9)
    assert list(found.shown) == sorted(set(found.shown))


def test_who_answered_elsewhere_is_told_apart(observe: Make) -> None:
    """The times of a gateway are no times of the provider."""
    (seen,) = timed(observe, 0.1)
    there = replace(seen, evidence=replace(seen.evidence, at="127.0.0.1:8080"))
    found = latencies([*timed(observe, 0.7), there])
    assert [one.provider for one in found] == ["openai at 127.0.0.1:8080", "openai"]
