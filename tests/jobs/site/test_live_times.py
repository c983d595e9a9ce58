"""Only times that were measured live are compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from toolwire.jobs.site.live_times import live_times, slow
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Observation

Make = Callable[..., Observation]


@pytest.mark.parametrize("level", EvidenceLevel)
def test_only_live_observations_have_a_time(observe: Make, level: EvidenceLevel) -> None:
    """A recording keeps the times of the day it was made on."""
    seen = replace(observe(level=level), timing={"first_call": 1.5})
    found = list(live_times([seen], "first_call"))
    assert found == ([(seen, 1.5)] if level is EvidenceLevel.LIVE else [])


@pytest.mark.parametrize("seconds", [-1.0, float("nan"), float("inf"), 86_401.0, None])
def test_what_is_no_time_is_left_out(observe: Make, seconds: float | None) -> None:
    """Negative, endless, longer than a day, or not measured."""
    timing = {} if seconds is None else {"total": seconds}
    seen = replace(observe(level=EvidenceLevel.LIVE), timing=timing)
    assert list(live_times([seen], "total")) == []


@pytest.mark.parametrize(("count", "rank"), [(1, 1), (2, 2), (19, 19), (20, 19), (100, 95)])
def test_nineteen_of_twenty_were_no_slower(count: int, rank: int) -> None:
    """The nearest rank, so that the figure is one that was measured."""
    assert slow([float(at) for at in range(1, count + 1)]) == rank
