"""How many requests go to one provider at once, and how fast one after the other."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from types import TracebackType


@dataclass(frozen=True, slots=True)
class TokenBucket:
    """A token bucket: requests a minute, and how many may go at once after a rest.

    `per_minute` None is no limit.
    """

    per_minute: float | None = None
    burst: int = 1


class Throttle:
    """Lets through what a provider allows; used around each attempt (`async with`).

    Args:
        width: requests at once.
        pace: requests a minute.
    """

    def __init__(self, width: int, pace: TokenBucket) -> None:
        self._slots = asyncio.Semaphore(width)
        self._interval = 60 / pace.per_minute if pace.per_minute else 0.0
        self._ahead = self._interval * max(0, pace.burst - 1)
        # The bucket as one number: when it would be full but for the burst (GCRA).
        self._due = 0.0

    async def __aenter__(self) -> None:
        await self._slots.acquire()
        try:
            wait = self._wait(asyncio.get_running_loop().time())
            if wait > 0:
                await asyncio.sleep(wait)
        except BaseException:
            self._slots.release()
            raise

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._slots.release()

    def _wait(self, now: float) -> float:
        if not self._interval:
            return 0.0
        due = max(self._due, now)
        self._due = due + self._interval
        return due - self._ahead - now
