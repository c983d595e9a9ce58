"""The time of day, in UTC: no other module asks the system for it."""

from __future__ import annotations

from datetime import UTC, date, datetime


def _system_time() -> datetime:
    return datetime.now(UTC)


def now() -> datetime:
    """Return the present moment, in UTC."""
    return _system_time()


def today() -> date:
    """Return the present day, in UTC."""
    return now().date()


def timestamp() -> str:
    """Return the present second, ISO 8601 in UTC: what results and journals hold."""
    return now().isoformat(timespec="seconds")
