"""Rules that providers were really seen to break: how often, since when, where to look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from harness.observation import Finding, Observation, Severity
from harness.report.drift import DRIFT
from harness.report.model import Deviation, Watched
from harness.report.sightings import Sighting, real, span

__all__ = ["deviations", "most_frequent"]

#: How many deviations of a provider a report shows.
MOST = 10


@dataclass(frozen=True, slots=True)
class _Hit:
    """The gravest breach of a rule in one exchange."""

    sighting: Sighting
    severity: Severity
    message: str
    known: bool


def deviations(
    observations: Iterable[Observation], watched: Mapping[tuple[str, str], Watched]
) -> tuple[Deviation, ...]:
    """Count the breaches of each rule by exchange, by provider, dialect and rule id.

    One exchange that is evidence for several suites counts once. What clients sent is not
    the provider's doing and does not count; nor does drift, which is reported by itself.

    Args:
        observations: consumed one at a time.
        watched: what was seen of each provider, of the same observations.
    """
    hits: dict[tuple[str, str, str], dict[str, _Hit]] = {}
    for seen, sighting in real(observations):
        for finding in seen.findings:
            if finding.rule == DRIFT or finding.pointer.startswith("request/"):
                continue
            key = (seen.provider, seen.dialect, finding.rule)
            _keep(hits.setdefault(key, {}), _hit(finding, sighting, seen))
    return tuple(
        _deviation(watched[provider, dialect], rule, list(hits[provider, dialect, rule].values()))
        for provider, dialect, rule in sorted(hits)
    )


def _hit(finding: Finding, sighting: Sighting, seen: Observation) -> _Hit:
    return _Hit(sighting, finding.severity, finding.message, finding.rule in seen.known)


def _keep(kept: dict[str, _Hit], hit: _Hit) -> None:
    before = kept.get(hit.sighting.source)
    if before is None or hit.severity.rank < before.severity.rank:
        kept[hit.sighting.source] = hit


def _deviation(watched: Watched, rule: str, hits: list[_Hit]) -> Deviation:
    counts = Counter(hit.severity for hit in hits)
    severities = tuple((severity, counts[severity]) for severity in Severity if counts[severity])
    gravest = [hit for hit in hits if hit.severity is severities[0][0]]
    shown = max(gravest, key=lambda hit: (hit.sighting.day, hit.sighting.source))
    sightings = [hit.sighting for hit in hits]
    first, last = span(sightings)
    return Deviation(
        watched=watched,
        rule=rule,
        message=shown.message,
        severities=severities,
        modes=tuple(sorted({sighting.mode for sighting in sightings})),
        models=tuple(sorted({sighting.model for sighting in sightings})),
        count=len(hits),
        known=sum(hit.known for hit in hits),
        first=first,
        last=last,
        level=min((sighting.level for sighting in sightings), key=lambda level: level.rank),
        source=shown.sighting.source,
    )


def most_frequent(found: Iterable[Deviation], most: int = MOST) -> tuple[Deviation, ...]:
    """Return the most frequent deviations of each provider, by provider, the commonest first."""
    by_provider: dict[str, list[Deviation]] = {}
    for deviation in found:
        by_provider.setdefault(deviation.watched.provider, []).append(deviation)
    return tuple(
        deviation
        for provider in sorted(by_provider)
        for deviation in sorted(by_provider[provider], key=_commonest)[:most]
    )


def _commonest(deviation: Deviation) -> tuple[int, int, str, str]:
    return -deviation.count, deviation.severity.rank, deviation.watched.dialect, deviation.rule
