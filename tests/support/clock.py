"""The clock of toolwire in tests: on a fixed day, or some days ahead of the real one."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta

import pytest

from toolwire.io import clock

#: What `--days-ahead` says, for the processes that tests fork and for `.ci/run`.
DAYS_AHEAD = "TOOLWIRE_DAYS_AHEAD"
OnDay = Callable[[date], None]


def stop_on(patching: pytest.MonkeyPatch, day: date) -> None:
    """Let it be noon of a day (UTC) wherever toolwire asks for the time."""
    noon = datetime.combine(day, time(12), UTC)
    patching.setattr(clock, "_system_time", lambda: noon)


def days_ahead() -> int:
    """Return by how many days the tests run ahead."""
    return int(os.environ.get(DAYS_AHEAD, "0"))


def move_ahead(patching: pytest.MonkeyPatch, days: int) -> None:
    """Let it be some days later wherever toolwire asks for the time."""
    ahead = timedelta(days=days)
    patching.setattr(clock, "_system_time", lambda: datetime.now(UTC) + ahead)
