"""Charts drawn by leather, a charting library in plain Python that writes shapes alone."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

import leather

#: Series by their class in `assets/trends.css`, each with a dash of its own there.
CLASSES: Final = ("conformant", "non-strict", "failed", "warning", "spread", "median")
_CHARACTER: Final = 8
_DATE_GAP: Final = 1.25
_MOST_TICKS: Final = 5
#: Finer than this no axis is: of a results file anybody may have written.
_LEAST: Final = 0.001


@dataclass(frozen=True, slots=True)
class Line:
    """One series over the reports: its class, its words, and a value for each, None for none."""

    name: str
    words: str
    values: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Strip:
    """One line of a chart of distributions: whose, and the values."""

    words: str
    values: tuple[float, ...]
    median: float


@dataclass(frozen=True, slots=True)
class _Scale:
    """A scale from exactly one value to another: leather's own begin and end at round numbers."""

    low: float
    high: float

    def contains(self, value: float) -> bool:
        """Return whether a value can be drawn."""
        return self.low <= value <= self.high

    def project(self, value: float, start: float, end: float) -> float:
        """Return where a value is drawn."""
        return float(start) + (float(end) - float(start)) * (value - self.low) / (
            self.high - self.low
        )


class _Line(leather.Line):  # type: ignore[misc] # leather has no types
    """A line without an entry in the picture's legend: the page has one, in words."""

    def legend_to_svg(self, _series: object, _palette: object) -> list[object]:
        """Return nothing."""
        return []


class _Dots(leather.Dots):  # type: ignore[misc] # as above
    """The same of dots."""

    def legend_to_svg(self, _series: object, _palette: object) -> list[object]:
        """Return nothing."""
        return []


def over_days(days: Sequence[str], lines: Sequence[Line], size: tuple[int, int]) -> ET.Element:
    """Draw series over ISO dates; at least one has a value. No line leads over a missing value."""
    at = [date.fromisoformat(day).toordinal() for day in days]
    # A label is as wide as a tenth of the chart, and stands below the middle of its day.
    margin = (at[-1] - at[0]) * 0.12 or 1.0
    values = [value for one in lines for value in one.values if value is not None]
    ticks = round_ticks(max(values), whole=True)
    chart = leather.Chart()
    chart.set_x_scale(_Scale(at[0] - margin, at[-1] + margin))
    chart.set_y_scale(_Scale(0, ticks[-1]))
    shown = _spread(at, size[0] - 2 * margin, margin)
    chart.add_x_axis(ticks=shown, tick_formatter=_day)
    chart.add_y_axis(ticks=ticks, tick_formatter=_number)
    for one in lines:
        known = [value is not None for value in one.values]
        if any(known):
            points = list(zip(at, one.values, strict=True))
            chart.add_series(leather.Series(points), _Line(one.name))
            dots = [point for point, there in zip(points, known, strict=True) if there]
            chart.add_series(leather.Series(dots), _Dots(one.name))
    return _drawn(chart, size)


def strips(found: Sequence[Strip], size: tuple[int, int]) -> ET.Element:
    """Draw distributions, each on a line of its own, the first on top; at least one value."""
    ticks = round_ticks(max(value for one in found for value in one.values))
    chart = leather.Chart()
    chart.set_x_scale(_Scale(0, ticks[-1]))
    chart.set_y_scale(_Scale(0, len(found)))
    rows = [len(found) - number - 0.5 for number in range(len(found))]
    words = dict(zip(rows, (one.words for one in found), strict=True))
    chart.add_x_axis(ticks=ticks, tick_formatter=_seconds)
    chart.add_y_axis(ticks=rows, tick_formatter=lambda value, _at, _of: words[value])
    spread = [(value, row) for row, one in zip(rows, found, strict=True) for value in one.values]
    chart.add_series(leather.Series(spread), _Dots("spread"))
    medians = [(one.median, row) for row, one in zip(rows, found, strict=True)]
    chart.add_series(leather.Series(medians), _Dots("median", 5))
    return _drawn(chart, size)


def _drawn(chart: leather.Chart, size: tuple[int, int]) -> ET.Element:
    drawn: ET.Element = chart.to_svg_group(*size)
    return drawn


def round_ticks(most: float, *, whole: bool = False) -> list[float]:
    """Return round numbers from 0 to the first one that is not below `most`.

    Args:
        most: at least 0.
        whole: of things that are counted: no halves.
    """
    if most <= 0:
        return [0, 1]
    most = max(most, _LEAST)
    power = 10.0 ** max(math.floor(math.log10(most)), 0 if whole else -3)
    steps = (round(power * part, 10) for part in (0.1, 0.2, 0.5, 1.0, 2.0, 5.0))
    step = next(
        step for step in steps if math.ceil(most / step) <= _MOST_TICKS and (step >= 1 or not whole)
    )
    return [round(number * step, 10) for number in range(math.ceil(most / step) + 1)]


def _spread(at: Sequence[int], width: float, margin: float) -> list[int]:
    """Return the days that are named below a chart: the last, the first, and between what fits."""
    span = at[-1] - at[0] + 2 * margin
    apart = len("2026-11-23") * _CHARACTER * _DATE_GAP / width * span
    named = [at[-1]]
    for day in reversed(at[:-1]):
        far = day == at[0] or day - at[0] >= apart
        if far and named[-1] - day >= apart:
            named.append(day)
    return named[::-1]


def _day(value: int, _at: int, _of: int) -> str:
    return date.fromordinal(value).isoformat()


def _number(value: float, _at: int, _of: int) -> str:
    return f"{value:g}"


def _seconds(value: float, _at: int, _of: int) -> str:
    return f"{value:g} s"
