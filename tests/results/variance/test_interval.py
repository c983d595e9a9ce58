"""Intervals of rates: known values, and that they stay what they are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.results.variance import excluded, wilson
from toolwire.results.variance.interval import percent


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    # R: binom::binom.confint(x, n, methods = "wilson"), to four digits.
    [
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (8, 10, 0.4902, 0.9433),
        (50, 100, 0.4038, 0.5962),
        (1, 1, 0.2065, 1.0),
    ],
)
def test_known_intervals(hits: int, of: int, low: float, high: float) -> None:
    """The Wilson interval has the values that are in the tables."""
    found = wilson(hits, of)
    assert (found.low, found.high) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_an_interval_holds_its_rate_and_stays_a_rate(counts: tuple[int, int]) -> None:
    """It never leaves 0 to 1, holds the rate itself, and is the mirror of its opposite."""
    hits, of = counts
    found, mirror = wilson(hits, of), wilson(of - hits, of)
    assert 0.0 <= found.low <= hits / of + 1e-12
    assert hits / of - 1e-12 <= found.high <= 1.0
    assert found.low == pytest.approx(1 - mirror.high)


@pytest.mark.parametrize(
    # Clopper and Pearson's upper bounds of 0 of n, one-sided, 95 %.
    ("of", "bound"),
    [(1, 0.95), (5, 0.4507), (10, 0.2589), (59, 0.0495), (300, 0.00994)],
)
def test_known_bounds_of_a_clean_sample(of: int, bound: float) -> None:
    """What a clean sample cannot exclude has the values that are in the tables."""
    assert excluded(of) == pytest.approx(bound, rel=2e-3)


@given(st.integers(1, 5_000))
def test_more_replies_exclude_more(of: int) -> None:
    """The bound falls with every reply, and the rule of three is above it."""
    assert 0.0 < excluded(of + 1) < excluded(of) <= 0.95
    assert excluded(of) < 3.0 / of


@pytest.mark.parametrize(
    ("rate", "said"), [(0.0, "0 %"), (0.0049, "0.5 %"), (0.094, "9.4 %"), (0.455, "46 %")]
)
def test_percent_is_as_exact_as_is_of_use(rate: float, said: str) -> None:
    """Below ten a decimal is kept, above it is dropped."""
    assert percent(rate) == said
