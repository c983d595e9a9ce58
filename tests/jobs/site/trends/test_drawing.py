"""What is drawn: points where something was observed, and lines between neighbours alone."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.jobs.site.trends.drawing import Line, Strip, over_days, round_ticks, strips

SIZE = (620, 280)
counts = st.lists(st.none() | st.integers(0, 10**6), min_size=1, max_size=24)


def days(number: int, apart: int = 30) -> list[str]:
    """Return so many dates."""
    return [(date(2026, 1, 1) + timedelta(days=apart * at)).isoformat() for at in range(number)]


def numbers(text: str) -> list[float]:
    """Return the numbers in an attribute."""
    return [float(one) for one in re.findall(r"-?\d+(?:\.\d+)?", text)]


@given(counts.filter(lambda values: any(value is not None for value in values)))
def test_no_line_leads_over_a_missing_value(values: list[int | None]) -> None:
    """A dot for each value; as many pieces of line as there are runs of values."""
    drawn = over_days(days(len(values)), [Line("failed", "failed", tuple(values))], SIZE)
    dots = list(drawn.iter("circle"))
    assert len(dots) == sum(value is not None for value in values)
    runs = "".join("x" if value is not None else " " for value in values).split()
    paths = [one.get("d", "") for one in drawn.iter("path")]
    assert [path.count("L") + 1 for path in paths] == [len(run) for run in runs]
    assert all(path.count("M") == 1 for path in paths)


@pytest.mark.parametrize("number", [1, 2, 3, 24, 60])
@pytest.mark.parametrize("apart", [1, 30])
def test_days_stand_apart(number: int, apart: int) -> None:
    """Of many days some are named, the first and the last among them, none over another."""
    named = days(number, apart)
    values = tuple(range(number))
    drawn = over_days(named, [Line("conformant", "conformant", values)], SIZE)
    (axis,) = [one for one in drawn.iter("g") if one.get("class") == "axis bottom"]
    labels = [(float(one.get("x", "")), one.text) for one in axis.iter("text")]
    assert labels[0][1] == named[0]
    assert labels[-1][1] == named[-1]
    places = [x for x, _ in labels]
    assert all(after - before >= 80 for before, after in pairwise(places))
    assert places[0] >= 40
    dots = [float(one.get("cx", "")) for one in drawn.iter("circle")]
    assert dots == sorted(dots)
    assert len(set(dots)) == number


def test_two_series_without_values_are_no_fault() -> None:
    """One has none at all: the other is drawn."""
    lines = [Line("failed", "failed", (None, None)), Line("conformant", "conformant", (0, 0))]
    drawn = over_days(days(2), lines, SIZE)
    assert len(list(drawn.iter("circle"))) == 2


def test_a_distribution_has_a_line_for_each() -> None:
    """Every time is a dot on the line of its provider, and the median a larger one."""
    found = [Strip("a", (0.1, 0.2, 4.0), 0.2), Strip("<b>", (1.5,), 1.5)]
    drawn = strips(found, (620, 170))
    radius = [one.get("r") for one in drawn.iter("circle")]
    assert len(radius) == 6
    assert sorted(set(radius), key=str) == ["3", "5"]
    assert {"a", "<b>"} <= {one.text for one in drawn.iter("text")}
    heights = {one.get("cy") for one in drawn.iter("circle")}
    assert len(heights) == 2


@given(st.floats(0, 1e12, allow_nan=False), st.booleans())
def test_ticks_are_round_and_reach_far_enough(most: float, whole: bool) -> None:  # noqa: FBT001
    """Few, from zero, evenly apart; of what is counted no halves."""
    ticks = round_ticks(most, whole=whole)
    assert ticks[0] == 0
    assert ticks[-1] >= most or ticks[-1] == pytest.approx(most)
    assert 2 <= len(ticks) <= 6
    if whole:
        assert all(tick == int(tick) for tick in ticks)


def test_the_drawing_is_the_same_twice() -> None:
    """Nothing in it depends on when or where it is made."""
    lines = [Line("failed", "failed", (1, None, 3))]
    texts = [ET.tostring(over_days(days(3), lines, SIZE)) for _ in range(2)]
    assert texts[0] == texts[1]
