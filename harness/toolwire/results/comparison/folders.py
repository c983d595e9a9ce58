"""Which results a word on the command line names: a path, a date, `latest` or `previous`."""

from __future__ import annotations

import os
from datetime import date
from pathlib import Path
from typing import Final

from toolwire.model.errors import ToolwireError
from toolwire.results import NAMES, Results, read

LATEST, PREVIOUS = "latest", "previous"
#: Word -> how many reports from the newest.
_FROM_END: Final = {LATEST: 1, PREVIOUS: 2}


def named(word: str, reports: Path) -> Results:
    """Open the results that a word names.

    Args:
        word: a results file or a folder of one, else the date of a report (2026-11-22), or
            `latest` or `previous`.
        reports: the folder of dated reports.

    Raises:
        ToolwireError: there are none, or they cannot be read (see `results.read`).
    """
    path = Path(word)
    if os.path.exists(path):  # noqa: PTH110 - which raises where a name is too long
        return read(path)
    dates = _dates(reports)
    back = _FROM_END.get(word)
    if back is not None:
        if len(dates) < back:
            raise ToolwireError(
                f"there is no {word} report: {len(dates)} of them here",
                where=str(reports),
                hint="name a results file or a folder, or the folder of reports with --reports",
            )
        return read(reports / dates[-back].isoformat())
    wanted = _date(word)
    if wanted is None:
        raise ToolwireError(
            f"no such file, folder or date of a report: {word}",
            hint="name a results file, its folder, or a date as 2026-11-22",
        )
    if wanted not in dates:
        raise ToolwireError(f"no report of {wanted}", where=str(reports), hint=_near(wanted, dates))
    return read(reports / wanted.isoformat())


def newest_before(reports: Path, day: date) -> Path | None:
    """Return the folder of the newest dated report that is older than a day; None where none is."""
    older = [one for one in _dates(reports) if one < day]
    return reports / older[-1].isoformat() if older else None


def _date(word: str) -> date | None:
    try:
        found = date.fromisoformat(word)
    except ValueError:
        return None
    # `20261122` is a date to Python, and no name of a folder of ours.
    return found if found.isoformat() == word else None


def _dates(reports: Path) -> list[date]:
    """Return the dates of the folders that hold results, the oldest first."""
    if not reports.is_dir():
        return []
    folders = (folder for folder in reports.iterdir() if folder.is_dir())
    held = (folder for folder in folders if any((folder / name).is_file() for name in NAMES))
    return sorted(found for folder in held if (found := _date(folder.name)) is not None)


def _near(wanted: date, dates: list[date]) -> str:
    if not dates:
        return "there is no dated report there; name the folder of reports with --reports"
    nearest = min(dates, key=lambda one: (abs(one - wanted), one))
    return f"the nearest is of {nearest}"
