"""Evidence turns amber after 45 days and grey after 90."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from toolwire.results.cells import Age, age, days_old

TODAY = date(2026, 11, 22)


@pytest.mark.parametrize(
    ("days", "expected"),
    [(0, Age.FRESH), (45, Age.FRESH), (46, Age.AMBER), (90, Age.AMBER), (91, Age.GREY)],
)
def test_age_is_by_the_day_of_the_report(days: int, expected: Age) -> None:
    """The borders are 45 and 90 days before the day of the report."""
    newest = (TODAY - timedelta(days=days)).isoformat()
    assert age(newest, TODAY) is expected
    assert days_old(newest, TODAY) == days


def test_what_has_no_date_is_undated() -> None:
    """Evidence without a date is neither fresh nor old."""
    assert age(None, TODAY) is Age.UNDATED
    assert days_old(None, TODAY) is None
