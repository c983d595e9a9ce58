"""Exchanges that were really seen, counted once however many suites they are evidence for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from toolwire.jobs.report.model import Watched
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import WHOLE, Observation, Verdict
from toolwire.results.cells import Basis, CellObservations, Row, select
from toolwire.results.cells.age import day


class SightingStanding(StrEnum):
    """`now`: counts for its cell. `beside`: would count if nothing had been asked. `past`."""

    NOW = "now"
    BESIDE = "beside"
    PAST = "past"


@dataclass(frozen=True, slots=True)
class ExchangeSighting:
    """One exchange: the run that asked ("" for traffic), source, day ("" when unknown), level,
    mode and model."""

    run: str
    source: str
    day: str
    level: EvidenceLevel
    mode: str
    model: str


def real(observations: Iterable[Observation]) -> Iterator[tuple[Observation, ExchangeSighting]]:
    """Yield what was looked at in a provider's own bytes; never what documentation says."""
    for seen in observations:
        evidence = seen.evidence
        if evidence.level is EvidenceLevel.DOCUMENTED or seen.verdict is Verdict.NOT_RUN:
            continue
        when = day(evidence.recorded_at)
        yield (
            seen,
            ExchangeSighting(
                seen.run, evidence.source, when, evidence.level, str(seen.mode), seen.model
            ),
        )


def standings(
    chosen: Iterable[tuple[tuple[Row, str], CellObservations]],
) -> Iterator[tuple[Observation, ExchangeSighting, SightingStanding]]:
    """Yield what was really seen, with what it is worth for the cell of its suite.

    Traffic that shows no suite stands beside what was asked of its row, as all other traffic does.
    """
    every = tuple(chosen)
    requested = {row for (row, _), selection in every if selection.basis is Basis.ASKED}
    for (row, suite), selection in every:
        beside = suite == WHOLE and selection.basis is Basis.SEEN and row in requested
        if selection.basis is not Basis.DOCUMENTED:
            yield from _standing(
                selection, SightingStanding.BESIDE if beside else SightingStanding.NOW
            )
        if selection.weaker:
            weaker = select(selection.weaker)
            if weaker.basis is Basis.SEEN:
                yield from _standing(weaker, SightingStanding.BESIDE)


def _standing(
    selection: CellObservations, standing: SightingStanding
) -> Iterator[tuple[Observation, ExchangeSighting, SightingStanding]]:
    for seen, sighting in real(selection.current):
        yield seen, sighting, standing
    for seen, sighting in real(selection.past):
        yield seen, sighting, SightingStanding.PAST


def span(sightings: Iterable[ExchangeSighting]) -> tuple[str | None, str | None]:
    """Return the oldest and the newest day of some exchanges; None when none is known."""
    days = sorted(sighting.day for sighting in sightings if sighting.day)
    return (days[0], days[-1]) if days else (None, None)


def watch(observations: Iterable[Observation]) -> dict[tuple[str, str], Watched]:
    """Return (provider, dialect) -> what was ever seen of it, in the order of the keys."""
    seen: dict[tuple[str, str], dict[tuple[str, str], ExchangeSighting]] = {}
    for observation, sighting in real(observations):
        mine = seen.setdefault((observation.provider, observation.dialect), {})
        mine[sighting.run, sighting.source] = sighting
    return {key: _watched(key, list(seen[key].values())) for key in sorted(seen)}


def _watched(key: tuple[str, str], exchanges: list[ExchangeSighting]) -> Watched:
    models = sorted({sighting.model for sighting in exchanges})
    modes = sorted({sighting.mode for sighting in exchanges})
    oldest = [(mode, span(one for one in exchanges if one.mode == mode)[0]) for mode in modes]
    since = tuple((mode, first) for mode, first in oldest if first is not None)
    return Watched(*key, len(exchanges), tuple(models), *span(exchanges), since)
