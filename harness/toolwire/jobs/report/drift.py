"""Members that the formats' schemas do not know: what is new in an API, and since when."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date

from toolwire.io.records import lines_of
from toolwire.jobs.report.model import Drift, Watched
from toolwire.jobs.report.seen_exchanges import ExchangeSighting, real, span
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Mode
from toolwire.model.observation import Observation

#: The rule whose findings are drift.
DRIFT = "TC190"
#: The date of the format guide, after which a member counts as new.
SINCE = date(2026, 1, 28)

_STEP = re.compile(r"\Astep\[\d+\](?:/(?=event\[)|/\Z)?", re.ASCII)
_EVENT = re.compile(r"\Aevent\[\d+\]", re.ASCII)
_POSITION = re.compile(r"(?<=/)\d+(?=/|\Z)", re.ASCII)


def place(pointer: str) -> str:
    """Return a finding's pointer with positions in arrays and streams as `*`.

    `event[7]/choices/0/delta/x` is `event[*]/choices/*/delta/x`; the step of a case is left
    out.
    """
    return _POSITION.sub("*", _EVENT.sub("event[*]", _STEP.sub("", pointer)))


@dataclass(slots=True)
class _Seen:
    kinds: set[str] = field(default_factory=set)
    exchanges: dict[tuple[str, str], ExchangeSighting] = field(default_factory=dict)


def drift(
    observations: Iterable[Observation], watched: Mapping[tuple[str, str], Watched]
) -> tuple[Drift, ...]:
    """Collect unknown members by provider, dialect and place; exchanges count once.

    Args:
        observations: consumed one at a time.
        watched: what was seen of each provider, of the same observations.
    """
    found: dict[tuple[str, str, str], _Seen] = {}
    for seen, sighting in real(observations):
        for finding in seen.findings:
            if finding.rule == DRIFT:
                key = (seen.provider, seen.dialect, place(finding.pointer))
                one = found.setdefault(key, _Seen())
                one.kinds.add(str(finding.actual))
                one.exchanges[sighting.run, sighting.source] = sighting
    return tuple(
        _drift(watched[provider, dialect], member, found[provider, dialect, member])
        for provider, dialect, member in sorted(found)
    )


def _drift(watched: Watched, member: str, seen: _Seen) -> Drift:
    exchanges = list(seen.exchanges.values())
    first, last = span(exchanges)
    mode = Mode.STREAMING if member.startswith("event[") else Mode.BLOCKING
    return Drift(
        watched=watched,
        member=member,
        kind=tuple(sorted(seen.kinds)),
        count=len(exchanges),
        first=first,
        last=last,
        since=dict(watched.since).get(mode),
        level=min((sighting.level for sighting in exchanges), key=lambda level: level.rank),
        source=max(exchanges, key=lambda sighting: (sighting.day, sighting.source)).source,
    )


def new_members(found: Iterable[Drift], since: date = SINCE) -> tuple[Drift, ...]:
    """Return what came after a day to a provider of whom older answers are known, newest first."""
    late = [d for d in found if d.came_later and d.first and d.first >= since.isoformat()]
    return tuple(sorted(late, key=_newest, reverse=True))


def _newest(one: Drift) -> tuple[str, int]:
    return one.first or "", one.count


def as_json(found: Iterable[Drift]) -> bytes:
    """Return `{"schema", "members": [...]}`, by provider, dialect and place; no time of writing."""
    members: list[JsonObject] = [
        {
            "provider": one.watched.provider,
            "dialect": one.watched.dialect,
            "member": one.member,
            "types": list(one.kind),
            "count": one.count,
            "exchanges": one.watched.exchanges,
            "first": one.first,
            "last": one.last,
            "looked_at_since": one.since,
            "came_later": one.came_later,
            "level": str(one.level),
            "source": one.source,
        }
        for one in found
    ]
    return lines_of("members", members)
