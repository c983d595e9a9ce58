"""Asking for each requirement of a request type, not kept once."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS
from toolwire.jobs.audit.requirements import REQUIREMENTS
from toolwire.model.exchange import Mode
from toolwire.results.variance.interval import wilson
from toolwire.results.variance.statement import LEAST_RATE_OF_MODE
from toolwire.suites import load_suites


@pytest.mark.parametrize("name", DIALECTS)
def test_as_many_streams_are_asked_as_show_what_befalls_streams_alone(name: str) -> None:
    """Each is asked without a stream as well, and nothing is asked twice."""
    items = [*REQUIREMENTS.items([target(name)], load_suites())]
    asked = Counter((item.case.id, item.mode) for item in items)
    assert set(asked.values()) == {1}
    streamed = {case for case, mode in asked if mode is Mode.STREAMING}
    assert wilson(len(streamed), len(streamed)).low > LEAST_RATE_OF_MODE
    assert streamed <= {case for case, mode in asked if mode is Mode.BLOCKING}
