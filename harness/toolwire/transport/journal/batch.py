"""Work for a thread, done together with whatever else waits at that moment (group commit).

One hop into the thread and one back for a whole batch: with 256 cases that end at once, the event
loop pays for a few hops instead of hundreds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Generic, TypeVar

T = TypeVar("T")


class Batches(Generic[T]):
    """Batches of one kind of work, one after the other in a thread of their own.

    Args:
        name: of the thread.
        work: does the jobs of one batch, all or none.
    """

    def __init__(self, name: str, work: Callable[[Sequence[T]], None]) -> None:
        self._thread = ThreadPoolExecutor(1, name)
        self._work = work
        self._jobs: list[T] = []
        self._waiting: list[asyncio.Future[None]] = []
        self._running: asyncio.Future[None] | None = None

    def add(self, job: T) -> None:
        """Add a job to the next batch, which begins when the running one ends."""
        self._jobs.append(job)
        if self._running is None:
            self._begin()

    async def done(self, job: T) -> None:
        """Add a job and wait until it is done; raises what stopped its batch.

        Who is cancelled only stops waiting; the job is done all the same.
        """
        mine = asyncio.get_running_loop().create_future()
        self._waiting.append(mine)
        self.add(job)
        await mine

    async def finish(self) -> None:
        """Wait until everything that was added is done."""
        while self._running is not None:
            await asyncio.wait([self._running])

    def close(self) -> None:
        """End the thread, after what it is doing."""
        self._thread.shutdown(wait=True)

    def _begin(self) -> None:
        jobs, waiting = self._jobs, self._waiting
        self._jobs, self._waiting = [], []
        if not jobs:
            self._running = None
            return
        loop = asyncio.get_running_loop()
        self._running = loop.run_in_executor(self._thread, self._work, jobs)
        self._running.add_done_callback(partial(self._end, waiting))

    def _end(self, waiting: list[asyncio.Future[None]], work: asyncio.Future[None]) -> None:
        error = work.exception()
        for one in waiting:
            if one.done():
                continue
            if error is None:
                one.set_result(None)
            else:
                one.set_exception(error)
        self._begin()
