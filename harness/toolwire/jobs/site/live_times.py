"""Times of answers that this harness asked for live; those of recordings are of another day and machine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Observation

#: Longer than a day is no answer's time.
_LONGEST: Final = 86_400.0


def live_times(
    observations: Iterable[Observation], measure: str
) -> Iterator[tuple[Observation, float]]:
    """Yield live observations with a time in seconds; what is no number of seconds is left out.

    Args:
        observations: of any evidence level.
        measure: member of `Observation.timing`.
    """
    for seen in observations:
        seconds = seen.timing.get(measure)
        live = seen.evidence.level is EvidenceLevel.LIVE
        if live and seconds is not None and 0 <= seconds <= _LONGEST:
            yield seen, float(seconds)


def slow(times: Sequence[float]) -> float:
    """Return the time within which 95 of 100 answers came, one that was really measured.

    Args:
        times: in seconds, the least first, at least one (nearest rank).
    """
    return times[-(-len(times) * 95 // 100) - 1]
