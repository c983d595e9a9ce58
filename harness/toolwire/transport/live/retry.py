"""When to ask again, and after how long."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from random import SystemRandom

from toolwire.io import clock
from toolwire.model.exchange import Response

#: Statuses after which the same request may be answered. All else is an answer.
_AGAIN = frozenset({408, 409, 429})


@dataclass(frozen=True, slots=True)
class Retry:
    """How often and after which pauses, in seconds.

    Attributes:
        attempts: at most, the first included.
        base: pause after the first attempt; it doubles.
        longest: cap of every pause, also of one that the endpoint names.
        random: gives a number from 0 to 1, so that many cases do not come back at once.
    """

    attempts: int = 3
    base: float = 0.5
    longest: float = 30.0
    random: Callable[[], float] = SystemRandom().random

    def wanted(self, response: Response) -> bool:
        """Say whether a response is worth another attempt.

        `x-should-retry: false`, which OpenAI and Anthropic send, forbids it.
        """
        status = response.status
        if status not in _AGAIN and not 500 <= status < 600:
            return False
        return (response.header("x-should-retry") or "").strip().lower() != "false"

    def pause(self, attempt: int, response: Response | None = None) -> float:
        """Return how long to wait after attempt number `attempt`, from 1.

        What the endpoint names is kept to, and a little more, up to the cap.
        """
        named = None if response is None else named_pause(response, clock.now())
        if named is not None:
            return min(named * (1 + self.random() / 10), self.longest)
        doubled: float = self.base * 2 ** min(attempt - 1, 20)
        return min(doubled, self.longest) * (0.5 + self.random() / 2)


def named_pause(response: Response, now: datetime) -> float | None:
    """Return the seconds an endpoint asks to wait; None when it names none one can read.

    `retry-after-ms` (OpenAI, Azure) is finer and wins over `retry-after` (RFC 9110, section
    10.2.3: seconds or an HTTP date).
    """
    fine = _number(response.header("retry-after-ms"))
    if fine is not None:
        return fine / 1000
    value = response.header("retry-after")
    seconds = _number(value)
    if seconds is not None or value is None:
        return seconds
    try:
        until = parsedate_to_datetime(value)
    except ValueError:
        return None
    if until.tzinfo is None:
        until = until.replace(tzinfo=UTC)
    return max(0.0, (until - now).total_seconds())


def _number(value: str | None) -> float | None:
    try:
        number = float(value or "")
    except ValueError:
        return None
    # `nan` and `inf` are numbers to Python.
    return number if 0 <= number < float("inf") else None
