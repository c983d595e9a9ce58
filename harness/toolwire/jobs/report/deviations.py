"""Rules that providers were really seen to break: how often, since when, and whether still."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from toolwire.io.lists import grouped
from toolwire.jobs.report.drift import DRIFT
from toolwire.jobs.report.model import DeviationState, ModelShare, SeenDeviation, Watched
from toolwire.jobs.report.seen_exchanges import ExchangeSighting, SightingStanding, span, standings
from toolwire.model.observation import Finding, Observation, Severity
from toolwire.results.cells import CellObservations, Row
from toolwire.results.cells.model import THIN

#: How many deviations of a provider a report shows.
MOST = 10

#: Run and source: one exchange, however many suites it is evidence for.
_Exchange: TypeAlias = tuple[str, str]
#: Suite and mode: where a fault shows.
_Place: TypeAlias = tuple[str, str]


@dataclass(frozen=True, slots=True)
class _Hit:
    """The most severe breach of a rule in one exchange."""

    sighting: ExchangeSighting
    severity: Severity
    message: str
    known: bool
    standing: SightingStanding
    place: _Place


@dataclass(frozen=True, slots=True)
class _Looked:
    """What was looked at of one row: exchanges by standing, and by suite and mode."""

    exchanges: dict[SightingStanding, dict[_Exchange, ExchangeSighting]] = field(
        default_factory=dict
    )
    places: Counter[_Place] = field(default_factory=Counter)
    requested: set[_Place] = field(default_factory=set)


def deviations(
    chosen: Mapping[tuple[Row, str], CellObservations], watched: Mapping[tuple[str, str], Watched]
) -> tuple[SeenDeviation, ...]:
    """Count the breaches of each rule by exchange, by provider, dialect and rule id.

    One exchange that is evidence for several suites counts once. What clients sent is not
    the provider's doing and does not count; nor does drift, which is reported by itself.

    Args:
        chosen: the observations of each cell, divided.
        watched: what was ever seen of each provider, of the same observations.
    """
    hits: dict[tuple[str, str, str], dict[_Exchange, _Hit]] = {}
    looked: dict[tuple[str, str], _Looked] = {}
    for seen, sighting, standing in standings(chosen.items()):
        whose = (seen.provider, seen.dialect)
        _look(looked.setdefault(whose, _Looked()), seen, sighting, standing)
        for finding in seen.findings:
            if _counts(finding):
                mine = hits.setdefault((*whose, finding.rule), {})
                _add(mine, _hit(finding, seen, sighting, standing))
    return tuple(
        _deviation(watched[key[:2]], key[2], list(hits[key].values()), looked[key[:2]])
        for key in sorted(hits)
    )


def _counts(finding: Finding) -> bool:
    """Return whether a finding is the provider's doing, and not one that a model can explain."""
    client = finding.pointer.startswith("request/")
    return finding.rule != DRIFT and not client and not finding.variance


def _look(
    looked: _Looked, seen: Observation, sighting: ExchangeSighting, standing: SightingStanding
) -> None:
    mine = looked.exchanges.setdefault(standing, {})
    mine[sighting.run, sighting.source] = sighting
    if standing is SightingStanding.NOW:
        looked.places[seen.suite, str(seen.mode)] += 1
        if seen.asked:
            looked.requested.add((seen.suite, str(seen.mode)))


def _hit(
    finding: Finding, seen: Observation, sighting: ExchangeSighting, standing: SightingStanding
) -> _Hit:
    place = (seen.suite, str(seen.mode))
    known = finding.rule in seen.known
    return _Hit(sighting, finding.severity, finding.message, known, standing, place)


_ORDER = {standing: number for number, standing in enumerate(SightingStanding)}


def _add(found: dict[_Exchange, _Hit], hit: _Hit) -> None:
    """Keep of one exchange what counts most, and of that the most severe."""
    key = (hit.sighting.run, hit.sighting.source)
    before = found.get(key)
    if before is None or _weight(hit) < _weight(before):
        found[key] = hit


def _weight(hit: _Hit) -> tuple[int, int, str]:
    return (_ORDER[hit.standing], hit.severity.rank, hit.message)


def _deviation(watched: Watched, rule: str, hits: list[_Hit], looked: _Looked) -> SeenDeviation:
    state = _state(hits, looked)
    standing = {
        DeviationState.STANDS: SightingStanding.NOW,
        DeviationState.BESIDE: SightingStanding.BESIDE,
    }.get(state, SightingStanding.PAST)
    counting = [hit for hit in hits if hit.standing is standing]
    counts = Counter(hit.severity for hit in counting)
    severities = tuple((severity, counts[severity]) for severity in Severity if counts[severity])
    worst = [hit for hit in counting if hit.severity is severities[0][0]]
    shown = max(worst, key=lambda hit: (hit.sighting.day, hit.sighting.source))
    first, last = span(hit.sighting for hit in hits)
    exchanges = looked.exchanges.get(standing, {}).values()
    return SeenDeviation(
        watched=watched,
        rule=rule,
        message=shown.message,
        state=state,
        severities=severities,
        modes=tuple(sorted({hit.sighting.mode for hit in counting})),
        models=tuple(sorted({hit.sighting.model for hit in counting})),
        count=len(counting),
        exchanges=len(exchanges),
        known=sum(hit.known for hit in counting),
        first=first,
        last=last,
        level=min((hit.sighting.level for hit in counting), key=lambda level: level.rank),
        source=shown.sighting.source,
        by_model=_by_model(hits, counting, exchanges),
    )


def _state(hits: Iterable[_Hit], looked: _Looked) -> DeviationState:
    standings_seen = {hit.standing for hit in hits}
    if SightingStanding.NOW in standings_seen:
        return DeviationState.STANDS
    if SightingStanding.BESIDE in standings_seen:
        return DeviationState.BESIDE
    # A fault is gone only where newer evidence could have shown it, and enough of that.
    mended = all(hit.place in looked.requested or looked.places[hit.place] >= THIN for hit in hits)
    return DeviationState.MENDED if mended else DeviationState.NOT_SEEN_SINCE


def _by_model(
    hits: Iterable[_Hit], counting: Iterable[_Hit], exchanges: Collection[ExchangeSighting]
) -> tuple[ModelShare, ...]:
    every = Counter(sighting.model for sighting in exchanges)
    showing = Counter(hit.sighting.model for hit in counting)
    of_model = grouped((hit.sighting for hit in hits), lambda sighting: sighting.model)
    shares = [
        ModelShare(model, showing[model], count, *span(of_model.get(model, ())))
        for model, count in every.items()
    ]
    return tuple(sorted(shares, key=lambda share: (-share.count, share.model)))


def most_frequent(found: Iterable[SeenDeviation], most: int = MOST) -> tuple[SeenDeviation, ...]:
    """Return the most frequent deviations of each provider that hold now, the commonest first."""
    now = (DeviationState.STANDS, DeviationState.BESIDE)
    by_provider = grouped((d for d in found if d.state in now), lambda d: d.watched.provider)
    return tuple(
        deviation
        for provider in sorted(by_provider)
        for deviation in sorted(by_provider[provider], key=_commonest)[:most]
    )


def _commonest(deviation: SeenDeviation) -> tuple[bool, int, int, str, str]:
    return (
        not deviation.stands,
        -deviation.count,
        deviation.severity.rank,
        deviation.watched.dialect,
        deviation.rule,
    )
