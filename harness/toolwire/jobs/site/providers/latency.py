"""How long a provider took to answer, where this harness asked it live."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import median
from typing import Final

from toolwire.jobs.site.live_times import live_times, slow
from toolwire.model.observation import Observation
from toolwire.results.cells.age import day

#: Key of `Observation.timing` -> what it measures, in the order of interest.
MEASURES: Final[Mapping[str, str]] = {
    "first_call": "first piece of a tool call",
    "first_byte": "first byte of the answer",
    "total": "end of the last answer",
}


@dataclass(frozen=True, slots=True)
class Latency:
    """How long one model of a provider took, in seconds since a request was sent.

    Attributes:
        dialect, model, mode: of what; mode is `blocking` or `streaming`.
        measure: a key of `MEASURES`: `first_call` and `first_byte` of the first request of a
            case, `total` of all its requests together.
        count: cases that were measured.
        median: seconds; half took longer.
        high: seconds; 5 of 100 took longer (nearest rank, so one that was really measured).
        newest: ISO date of the newest; "" where none is known.
    """

    dialect: str
    model: str
    mode: str
    measure: str
    count: int
    median: float
    high: float
    newest: str


def latencies(observations: Iterable[Observation]) -> tuple[Latency, ...]:
    """Return the latencies of live observations, by format, model, mode and measure.

    Times of recordings are those of the day they were made, and are left out. A time that is no
    number of seconds is no time.
    """
    found: dict[tuple[str, str, str, str], list[tuple[float, str]]] = {}
    every = tuple(observations)
    for measure in MEASURES:
        for seen, seconds in live_times(every, measure):
            key = (seen.dialect, seen.model, str(seen.mode), measure)
            found.setdefault(key, []).append((seconds, day(seen.evidence.recorded_at)))
    order = list(MEASURES)
    keys = sorted(found, key=lambda key: (*key[:3], order.index(key[3])))
    return tuple(_latency(key, found[key]) for key in keys)


def _latency(key: tuple[str, str, str, str], found: list[tuple[float, str]]) -> Latency:
    seconds = sorted(one for one, _ in found)
    newest = max(when for _, when in found)
    return Latency(*key, len(seconds), median(seconds), slow(seconds), newest)
