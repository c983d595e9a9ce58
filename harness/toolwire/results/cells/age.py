"""How old evidence is on the day of a report."""

from __future__ import annotations

from datetime import date, timedelta
from enum import StrEnum
from functools import lru_cache
from typing import Final

#: Evidence older than this is no longer of this month's review.
AMBER_AFTER: Final = timedelta(days=45)
#: Evidence older than this says what was, not what is.
GREY_AFTER: Final = timedelta(days=90)
#: Of traffic, what counts beside the newest exchange of a cell.
WINDOW: Final = timedelta(days=90)


class Age(StrEnum):
    """`fresh`, `amber` (older than 45 days), `grey` (older than 90), `undated`."""

    FRESH = "fresh"
    AMBER = "amber"
    GREY = "grey"
    UNDATED = "undated"


# Many observations are of few days: a look-up is a tenth of reading the date again.
@lru_cache(maxsize=4096)
def day(recorded_at: str | None) -> str:
    """Return the ISO date a recording claims, "" when it claims none or nonsense."""
    try:
        return date.fromisoformat((recorded_at or "")[:10]).isoformat()
    except ValueError:
        return ""


def days_old(newest: str | None, today: date) -> int | None:
    """Return how many days before `today` an ISO date lies, at least 0; None without a date."""
    if not newest:
        return None
    return max(0, (today - date.fromisoformat(newest)).days)


def age(newest: str | None, today: date) -> Age:
    """Return how old evidence of an ISO date is; a date in the future is fresh."""
    old = days_old(newest, today)
    if old is None:
        return Age.UNDATED
    if old > GREY_AFTER.days:
        return Age.GREY
    return Age.AMBER if old > AMBER_AFTER.days else Age.FRESH
