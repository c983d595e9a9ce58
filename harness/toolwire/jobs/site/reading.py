"""Dated reports, or the results of runs, read as what a site is made of."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from contextlib import suppress
from datetime import date
from itertools import pairwise
from pathlib import Path

from toolwire.jobs.report.reading import ReportPlan, read
from toolwire.jobs.site.model import DatedReport, Site, SitePlan
from toolwire.model.errors import ToolwireError
from toolwire.results import NAMES

_DATE = re.compile(r"20\d\d-\d\d-\d\d", re.ASCII)


def site_of(paths: Iterable[Path], plan: SitePlan) -> Site:
    """Read all reports.

    Args:
        paths: results files, folders that hold them, or folders of folders named by their day.
        plan: how the site is made.

    Raises:
        ToolwireError: there are no results, two are of one day, or one cannot be read.
    """
    given = tuple(paths)
    found = sorted({place.resolve(): place for one in given for place in _places(one)}.values())
    days = sorted(((_day(place, plan), place) for place in found), key=lambda one: one[0])
    for (day, one), (next_day, other) in pairwise(days):
        if day == next_day:
            raise ToolwireError(
                f"two reports of {day.isoformat()}: {one} and {other}",
                hint="name one of them, or make one report of both: toolwire report A B -o 2026-11-23",
            )
    reports: list[DatedReport] = []
    last: Path | None = None
    for day, place in days:
        reports.append(_report(place, day, last, plan))
        last = place
    return Site(plan, tuple(reversed(reports)), _unread(given, [day for day, _ in days]))


def _places(path: Path) -> Iterator[Path]:
    """Yield results: a path that is or holds some, else the dated folders in it that do."""
    if path.is_file() or _holds_results(path):
        yield path
        return
    dated = [one for one in path.glob("20*") if _DATE.fullmatch(one.name) and _holds_results(one)]
    if not dated:
        raise ToolwireError(
            "holds no results, and no folders of reports named by their day (2026-11-23)",
            where=str(path),
            hint="name the folder that `toolwire audit -o` or `toolwire report -o` wrote",
        )
    yield from dated


def _unread(paths: Iterable[Path], read_days: Container[date]) -> tuple[tuple[date, Path], ...]:
    """Return dated folders of published pages whose results are no longer there, by their day."""
    found: dict[date, Path] = {}
    for one in paths:
        for place in () if one.is_file() or _holds_results(one) else sorted(one.glob("20*")):
            if _DATE.fullmatch(place.name) and place.is_dir() and not _holds_results(place):
                with suppress(ValueError):
                    found.setdefault(date.fromisoformat(place.name), place)
    return tuple((day, found[day]) for day in sorted(found) if day not in read_days)


def _holds_results(path: Path) -> bool:
    return any((path / name).is_file() for name in NAMES)


def _day(place: Path, plan: SitePlan) -> date:
    name = place.resolve().name
    try:
        return date.fromisoformat(name) if _DATE.fullmatch(name) else plan.today
    except ValueError:
        raise ToolwireError(f"{name} is no date", where=str(place)) from None


def _report(place: Path, day: date, last: Path | None, plan: SitePlan) -> DatedReport:
    folder = place if place.is_dir() else place.parent
    dated = _DATE.fullmatch(place.resolve().name) is not None
    asked = ReportPlan(folder, day, plan.facts, since=last)
    if not dated:
        # A dated report holds the traffic that stood beside it; a run's results do not.
        asked = ReportPlan(folder, day, plan.facts, plan.imported, since=last)
    found = read((place,), asked)
    return DatedReport(day, folder, found.merged.header, found.content, dated)
