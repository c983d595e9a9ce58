"""How long providers take to the first piece of a tool call, where this harness asked them live.

Recordings keep times too, but of the day and the machine they were made on, often of a server beside
it; only what was asked live is compared.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from toolwire.io.lists import grouped
from toolwire.jobs.site.live_times import live_times, slow
from toolwire.model.observation import Observation
from toolwire.results.cells.age import day

#: Member of `Observation.timing`: seconds until the event with the first piece of a call was complete.
_FIRST_CALL: Final = "first_call"
#: Dots of one provider; of more replies that many are drawn, evenly from the fastest to the slowest.
MOST_SHOWN: Final = 100


@dataclass(frozen=True, slots=True)
class CallTimes:
    """The times of one provider in seconds, and the ISO date of the newest; None for none known.

    `provider` says at which host where that was not the provider's own.
    """

    provider: str
    times: tuple[float, ...]
    newest: str | None

    @property
    def count(self) -> int:
        """Return how many replies."""
        return len(self.times)

    @property
    def fastest(self) -> float:
        """Return the least."""
        return self.times[0]

    @property
    def slowest(self) -> float:
        """Return the most."""
        return self.times[-1]

    @property
    def median(self) -> float:
        """Return the middle."""
        return statistics.median(self.times)

    @property
    def most(self) -> float:
        """Return the time within which 95 of 100 replies came (nearest rank: one that was measured)."""
        return slow(self.times)

    @property
    def shown(self) -> tuple[float, ...]:
        """Return the times that are drawn, the fastest and the slowest among them."""
        if self.count <= MOST_SHOWN:
            return self.times
        last = self.count - 1
        return tuple(self.times[at * last // (MOST_SHOWN - 1)] for at in range(MOST_SHOWN))


def latencies(observations: Iterable[Observation]) -> tuple[CallTimes, ...]:
    """Return the times of each provider that was asked live, the quickest median first."""
    found = grouped(_live(observations), lambda one: one[0])
    every = (
        CallTimes(
            provider,
            tuple(sorted(time for _, time, _ in times)),
            max((at for _, _, at in times if at), default=None),
        )
        for provider, times in found.items()
    )
    return tuple(sorted(every, key=lambda one: (one.median, one.provider)))


def _live(observations: Iterable[Observation]) -> Iterator[tuple[str, float, str]]:
    for seen, time in live_times(observations, _FIRST_CALL):
        # Who was asked through a gateway answered as fast as that.
        at = f" at {seen.evidence.at}" if seen.evidence.at else ""
        yield f"{seen.provider}{at}", time, day(seen.evidence.recorded_at)
