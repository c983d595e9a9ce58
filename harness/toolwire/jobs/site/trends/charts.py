"""The charts of a site: what is drawn, what it is called, and the same numbers as a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from toolwire.io.shown import line
from toolwire.jobs.site import addresses
from toolwire.jobs.site.data.history import History, ReportStanding, Standing
from toolwire.jobs.site.trends.drawing import CLASSES, Line, Strip, over_days, strips
from toolwire.jobs.site.trends.latency import CallTimes
from toolwire.jobs.site.trends.picture import picture
from toolwire.model.observation import Severity, Verdict
from toolwire.results.cells import Basis

_LARGE: Final = (560, 250)
_SMALL: Final = (420, 190)
#: Of a chart of distributions: its width, and the height of its frame and of each line.
_WIDE, _FRAME, _EACH = 560, 100, 30
NONE: Final = "–"
#: How much of a provider's name a chart shows, and how many providers have one in a page of all.
_LONGEST: Final = 28
MOST_STRIPS: Final = 40


@dataclass(frozen=True, slots=True)
class Key:
    """One line of a legend: class of the series, its words."""

    name: str
    words: str


@dataclass(frozen=True, slots=True)
class Chart:
    """One chart as a page shows it.

    Attributes:
        id: anchor in the page.
        title, description: what it is of, and what it shows in words.
        picture: inline SVG; empty where nothing was observed.
        keys: its legend.
        columns, rows: the same numbers as a table, rows by their heading first.
    """

    id: str
    title: str
    description: str
    picture: Markup
    keys: tuple[Key, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class _Series:
    """What is counted of a report: class in the style sheet, words, and how."""

    name: str
    words: str
    count: Callable[[Standing], int]


_CELLS: Final = (
    _Series("conformant", "conformant", lambda one: one.of(Verdict.CONFORMANT)),
    _Series("non-strict", "with warnings only", lambda one: one.of(Verdict.NON_STRICT)),
    _Series("failed", "failed", lambda one: one.of(Verdict.FAILED)),
)
_DEVIATIONS: Final = (
    _Series("failed", "errors", lambda one: one.deviations.get(Severity.ERROR, 0)),
    _Series("warning", "warnings", lambda one: one.deviations.get(Severity.WARNING, 0)),
)
_PROVIDER: Final = (
    _CELLS[0],
    _Series("failed", "rules broken", lambda one: sum(_counted(one))),
)


def _counted(one: Standing) -> tuple[int, int]:
    """Return the deviations that break clients: errors and warnings."""
    return one.deviations.get(Severity.ERROR, 0), one.deviations.get(Severity.WARNING, 0)


def whole(found: History) -> tuple[Chart, ...]:
    """Return the charts of all providers together: cells by verdict, deviations that stand."""
    standings = [report.whole for report in found.reports]
    return (
        _chart(("cells", "Cells of the matrix"), _CELLS, found.reports, standings, _LARGE),
        _chart(
            ("deviations", "Broken rules that stand"), _DEVIATIONS, found.reports, standings, _LARGE
        ),
    )


def of_providers(found: History) -> Mapping[str, Chart]:
    """Return provider -> its chart, of all of whom a report has more than documentation."""
    charts = {}
    for provider in found.providers:
        standings = [report.provider(provider) for report in found.reports]
        names = (f"trend-{addresses.slug(provider)}", _short(provider))
        charts[provider] = _chart(names, _PROVIDER, found.reports, standings, _SMALL)
    return charts


def _chart(
    names: tuple[str, str],
    series: Sequence[_Series],
    reports: Sequence[ReportStanding],
    standings: Sequence[Standing],
    size: tuple[int, int],
) -> Chart:
    """Make a chart of reports; one that observed nothing has no point in it, and no line over it."""
    days = [report.day for report in reports]
    lines = [
        Line(one.name, one.words, tuple(one.count(s) if s.observed else None for s in standings))
        for one in series
    ]
    identity, title = names
    description = _said(lines, days)
    drawn = Markup()
    if any(standing.observed for standing in standings):
        over = f"{title}, by report"
        drawn = picture(over_days(days, lines, size), size, (identity, over, description), CLASSES)
    keys = tuple(Key(one.name, one.words) for one in lines)
    head = ("Report", *(one.words for one in series), *(words for words, _ in _BESIDE))
    rows = tuple(
        (day, *(_text(line.values[at]) for line in lines), *(str(of(s)) for _, of in _BESIDE))
        for at, (day, s) in enumerate(zip(days, standings, strict=True))
    )
    versions = tuple(report.toolwire for report in reports)
    rows = tuple((*row, version) for row, version in zip(rows, versions, strict=True))
    return Chart(identity, title, description, drawn, keys, (*head, "judged by toolwire"), rows)


def _basis(standing: Standing, basis: Basis) -> int:
    return sum(count for (one, _), count in standing.cells.items() if one is basis)


#: What a table says beside the series: what the cells rest on.
_BESIDE: Final[tuple[tuple[str, Callable[[Standing], int]], ...]] = (
    ("cells asked", lambda one: _basis(one, Basis.ASKED)),
    ("cells seen in traffic", lambda one: _basis(one, Basis.SEEN)),
    ("documented only", lambda one: one.documented),
    ("rules broken, info", lambda one: one.deviations.get(Severity.INFO, 0)),
)


def _short(name: str) -> str:
    shown = line(name)
    return shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 1]}…"


def _text(value: int | None) -> str:
    return NONE if value is None else str(value)


def _said(lines: Sequence[Line], days: Sequence[str]) -> str:
    """Return in words where each series begins and ends."""
    parts = []
    for one in lines:
        known = [(day, v) for day, v in zip(days, one.values, strict=True) if v is not None]
        if not known:
            continue
        (_, first), (last_day, last) = known[0], known[-1]
        was = f"{first} on {known[0][0]}, " if len(known) > 1 else ""
        parts.append(f"{one.words}: {was}{last} on {last_day}")
    missing = sum(value is None for value in lines[0].values)
    gaps = f"; nothing observed in {missing} of {len(days)} reports" if missing else ""
    return f"{'; '.join(parts) or 'Nothing observed'}{gaps}."


def of_latency(found: Sequence[CallTimes]) -> Chart | None:
    """Return the chart of times to the first piece of a tool call; None where none was observed."""
    if not found:
        return None
    shown = found[:MOST_STRIPS]
    size = (_WIDE, _FRAME + _EACH * len(shown))
    title = "Seconds from the request to the first piece of a tool call"
    of = f"{len(shown)} of {len(found)}" if len(shown) < len(found) else f"{len(found)}"
    said = f"{of} providers, asked in streams; each dot is a reply, each ring a median."
    rows = [Strip(_short(one.provider), one.shown, one.median) for one in shown]
    drawn = picture(strips(rows, size), size, ("latency", title, said), CLASSES)
    return Chart(
        "latency",
        title,
        said,
        drawn,
        (Key("spread", "a reply"), Key("median", "median")),
        ("Provider", "replies", "fastest", "median", "95 of 100 within", "slowest", "newest"),
        tuple(_row(one) for one in found),
    )


def _row(one: CallTimes) -> tuple[str, ...]:
    times = (one.fastest, one.median, one.most, one.slowest)
    return (
        _short(one.provider),
        str(one.count),
        *(f"{time:.2f} s" for time in times),
        one.newest or NONE,
    )
