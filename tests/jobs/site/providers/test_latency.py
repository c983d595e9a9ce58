"""Latencies: of live runs only, median and 95 of 100."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from tests.jobs.site.providers.parsed import parsed
from toolwire.jobs.audit import timing
from toolwire.jobs.site import providers
from toolwire.jobs.site.model import Site
from toolwire.jobs.site.providers.latency import MEASURES, Latency, latencies
from toolwire.model.exchange import EvidenceLevel, Mode
from toolwire.model.observation import Observation

Observe = Callable[..., Observation]
SiteOf = Callable[..., Site]


def test_measures_are_what_an_audit_times() -> None:
    """The keys are the audit's own."""
    assert set(MEASURES) == {timing.FIRST_CALL, timing.FIRST_BYTE, timing.TOTAL}


def test_median_and_high_of_each_model_and_mode(observe: Observe) -> None:
    """Of twenty times, half are above the median and one above the 95th percentile."""
    every = [
        observe(level=EvidenceLevel.LIVE, mode=Mode.STREAMING, case=f"c{number}",
                timing={"first_call": float(number), "total": 2.0 * number})
        for number in range(1, 21)
    ]  # fmt: skip
    other = observe(level=EvidenceLevel.LIVE, model="a-model", timing={"total": 3.0})
    assert latencies([*every, other, observe(level=EvidenceLevel.LIVE)]) == (
        Latency("chat", "a-model", "blocking", "total", 1, 3.0, 3.0, "2026-11-20"),
        Latency("chat", "some-model", "streaming", "first_call", 20, 10.5, 19.0, "2026-11-20"),
        Latency("chat", "some-model", "streaming", "total", 20, 21.0, 38.0, "2026-11-20"),
    )


@pytest.mark.parametrize(
    "level", [EvidenceLevel.RECORDED, EvidenceLevel.IMPORTED, EvidenceLevel.DOCUMENTED]
)
def test_times_of_recordings_do_not_count(observe: Observe, level: EvidenceLevel) -> None:
    """They were another day's, on another machine."""
    assert latencies([observe(level=level, timing={"total": 1.0})]) == ()


@pytest.mark.parametrize("seconds", [math.nan, math.inf, -math.inf, -0.1, 1e300])
def test_what_is_no_time_is_left_out(observe: Observe, seconds: float) -> None:
    """Results are anybody's."""
    live = [
        observe(level=EvidenceLevel.LIVE, timing={"total": one, "else": 1.0})
        for one in (seconds, 2)
    ]
    (found,) = latencies(live)
    assert (found.count, found.median, found.high) == (1, 2, 2)


def test_the_page_shows_them_or_says_that_there_are_none(observe: Observe, site_of: SiteOf) -> None:
    """Nothing measured is not left blank."""
    live = observe(level=EvidenceLevel.LIVE, timing={"first_byte": 0.123, "total": 1.5})
    _, page = providers.files(site_of(live))
    table = parsed(page.data).tables["Latency"]
    assert table[1][3:7] == ["first byte of the answer", "0.12 s", "0.12 s", "1"]
    _, page = providers.files(site_of(observe(level=EvidenceLevel.RECORDED, timing={"total": 1.0})))
    assert "Not measured: no live run of it in this report." in parsed(page.data).text
