"""Running cases against endpoints: side by side, again where model variance decides.

One conversation stays in order; conversations do not wait for each other. Both modes of a
case are one unit, so that they can be compared when both are done.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeAlias

from toolwire.jobs.audit.deviations import marked
from toolwire.jobs.audit.mode_result import ModeResult
from toolwire.jobs.audit.pairs import compared, paired
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import look
from toolwire.jobs.audit.trials import fold_trials
from toolwire.model.observation import Observation, Verdict
from toolwire.providers.deviations import KnownDeviation
from toolwire.transport import Transport

#: Makes the transport of one run of an item; with several runs it is called for each.
TransportFor: TypeAlias = Callable[[Item], Transport]

#: The modes of one case.
_Unit: TypeAlias = tuple[Item, ...]
#: What is done, an error that ends the run, or None of a worker that has nothing left to do.
_Done: TypeAlias = "asyncio.Queue[UnitResult | Exception | None]"


@dataclass(frozen=True, slots=True)
class UnitResult:
    """One unit, done.

    Attributes:
        items: the modes of one case.
        observations: one of each item, and where there are two one of their comparison.
        runs: for each item which of its runs the observation tells of, from 1.
    """

    items: tuple[Item, ...]
    observations: tuple[Observation, ...]
    runs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LiveRun:
    """How a live audit runs.

    Attributes:
        transport_for: see `TransportFor`; it may raise `ToolwireError`, which makes the item
            `not-run`.
        listed: known deviations.
        concurrency: units that run side by side.
        repeat: how often each item is run.
    """

    transport_for: TransportFor
    listed: KnownDeviation
    concurrency: int = 8
    repeat: int = 1

    async def run(self, items: Iterable[Item]) -> AsyncIterator[UnitResult]:
        """Run items and yield each unit when it is done, the first done first.

        An exception of one unit (a full disk, say) ends the run; the others are cancelled.
        """
        due = units(items)
        # Bounded: who is slow to take what is done keeps more from being asked.
        done: _Done = asyncio.Queue(self.concurrency)
        workers = [asyncio.create_task(self._work(due, done)) for _ in range(self.concurrency)]
        working = len(workers)
        try:
            while working:
                seen = await done.get()
                if isinstance(seen, Exception):
                    raise seen
                if seen is None:
                    working -= 1
                else:
                    yield seen
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)

    async def _work(self, due: Iterator[_Unit], done: _Done) -> None:
        try:
            for unit in due:
                await done.put(await self._unit(unit))
            await done.put(None)
        except Exception as error:  # noqa: BLE001 - raised to who takes what is done
            await done.put(error)

    async def _unit(self, unit: _Unit) -> UnitResult:
        results = [await self._item(item) for item in unit]
        seen = [marked(result.observation, result.outcomes, self.listed) for result in results]
        both = (compared(before, after, self.listed) for before, after in pairwise(results))
        seen.extend(observation for observation in both if observation is not None)
        return UnitResult(unit, tuple(seen), tuple(result.run for result in results))

    async def _item(self, item: Item) -> ModeResult:
        if self.repeat > 1 and item.absent is None:
            runs = [await self._look(item, run) for run in range(1, self.repeat + 1)]
            return fold_trials(tuple(runs), item.case.threshold)
        result = await self._look(item, 1)
        for run in range(2, item.case.attempts + 1):
            if result.observation.verdict is not Verdict.INCONCLUSIVE:
                break
            result = await self._look(item, run)
        return result

    async def _look(self, item: Item, run: int) -> ModeResult:
        return replace(await look(item, self.transport_for), run=run)


def units(items: Iterable[Item]) -> Iterator[_Unit]:
    """Group items that are the two modes of one case, in the order they come in."""
    unit: _Unit = ()
    for item in items:
        if unit and paired(unit[-1], item):
            yield (*unit, item)
            unit = ()
            continue
        if unit:
            yield unit
        unit = (item,)
    if unit:
        yield unit
