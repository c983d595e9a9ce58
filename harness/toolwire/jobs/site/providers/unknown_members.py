"""Members of a provider's answers that its format's schema does not know."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from toolwire.jobs.report.drift import new_members
from toolwire.jobs.report.model import Drift
from toolwire.jobs.site import bounded
from toolwire.jobs.site.bounded import ShownItems, first
from toolwire.jobs.site.providers.evidence import SourceLink, citation
from toolwire.jobs.site.providers.grouping import ProviderPart

_MOST: Final = 200


@dataclass(frozen=True, slots=True)
class MemberLine:
    """One member: where it stands, JSON types, how often and when, and one exchange that has it."""

    dialect: str
    member: str
    kinds: str
    count: int
    exchanges: int
    first: str
    last: str
    since: str
    example: SourceLink


@dataclass(frozen=True, slots=True)
class UnknownMembers:
    """What came after the day of the format guide, and all there are; `count` of them."""

    new: ShownItems[MemberLine]
    every: ShownItems[MemberLine]
    count: int


def unknown_members(part: ProviderPart) -> UnknownMembers:
    """Return the members of a provider that its formats' schemas do not know."""
    new = _lines(new_members(part.drift))
    every = _lines(sorted(part.drift, key=lambda one: (one.watched.dialect, one.member)))
    return UnknownMembers(new, every, len(part.drift))


def _lines(found: Iterable[Drift]) -> ShownItems[MemberLine]:
    kept = first(list(found), _MOST)
    return ShownItems(tuple(map(_line, kept.items)), kept.more)


def _line(one: Drift) -> MemberLine:
    return MemberLine(
        dialect=bounded.name(one.watched.dialect),
        member=bounded.cut(one.member),
        kinds=bounded.name(", ".join(one.kind)),
        count=one.count,
        exchanges=one.watched.exchanges,
        first=one.first or "unknown",
        last=one.last or "unknown",
        since=one.since or "unknown",
        example=citation(one.source),
    )
