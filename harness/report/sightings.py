"""Exchanges that were really seen, counted once however many suites they are evidence for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from harness.exchange import EvidenceLevel
from harness.observation import Observation, Verdict
from harness.report.model import Watched

__all__ = ["Sighting", "day", "real", "span", "watch"]


@dataclass(frozen=True, slots=True)
class Sighting:
    """One exchange: its source, its day ("" when unknown), level, mode and model."""

    source: str
    day: str
    level: EvidenceLevel
    mode: str
    model: str


def day(recorded_at: str | None) -> str:
    """Return the ISO date a recording claims, "" when it claims none or nonsense."""
    try:
        return date.fromisoformat((recorded_at or "")[:10]).isoformat()
    except ValueError:
        return ""


def real(observations: Iterable[Observation]) -> Iterator[tuple[Observation, Sighting]]:
    """Yield what was looked at in a provider's own bytes; never what documentation says."""
    for seen in observations:
        evidence = seen.evidence
        if evidence.level is EvidenceLevel.DOCUMENTED or seen.verdict is Verdict.NOT_RUN:
            continue
        when = day(evidence.recorded_at)
        sighting = Sighting(evidence.source, when, evidence.level, str(seen.mode), seen.model)
        yield seen, sighting


def span(sightings: Iterable[Sighting]) -> tuple[str | None, str | None]:
    """Return the oldest and the newest day of some exchanges; None when none is known."""
    days = sorted(sighting.day for sighting in sightings if sighting.day)
    return (days[0], days[-1]) if days else (None, None)


def watch(observations: Iterable[Observation]) -> dict[tuple[str, str], Watched]:
    """Return (provider, dialect) -> what was seen of it, in the order of the keys."""
    seen: dict[tuple[str, str], dict[str, Sighting]] = {}
    for observation, sighting in real(observations):
        key = (observation.provider, observation.dialect)
        seen.setdefault(key, {})[sighting.source] = sighting
    return {key: _watched(key, list(seen[key].values())) for key in sorted(seen)}


def _watched(key: tuple[str, str], exchanges: list[Sighting]) -> Watched:
    models = sorted({sighting.model for sighting in exchanges})
    modes = sorted({sighting.mode for sighting in exchanges})
    oldest = [(mode, span(one for one in exchanges if one.mode == mode)[0]) for mode in modes]
    since = tuple((mode, first) for mode, first in oldest if first is not None)
    return Watched(*key, len(exchanges), tuple(models), *span(exchanges), since)
