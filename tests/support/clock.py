"""The clock of toolwire in tests: on a fixed day, or some days ahead of the real one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta

import pytest

from toolwire.io import clock

OnDay = Callable[[date], None]


def stop_on(patching: pytest.MonkeyPatch, day: date) -> None:
    """Let it be noon of a day (UTC) wherever toolwire asks for the time."""
    noon = datetime.combine(day, time(12), UTC)
    patching.setattr(clock, "_system_time", lambda: noon)


def move_ahead(patching: pytest.MonkeyPatch, days: int) -> None:
    """Let it be some days later wherever toolwire asks for the time."""
    ahead = timedelta(days=days)
    patching.setattr(clock, "_system_time", lambda: datetime.now(UTC) + ahead)
