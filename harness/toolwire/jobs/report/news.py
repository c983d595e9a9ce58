"""What is new since the last report: deviations, members of answers, models; by provider."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from toolwire.jobs.report.model import Drift, SeenDeviation
from toolwire.jobs.report.models import ModelRow
from toolwire.results.cells.age import AMBER_AFTER


@dataclass(frozen=True, slots=True)
class News:
    """Of one provider: rules, members and models that the last report did not have, sorted."""

    deviations: tuple[str, ...] = ()
    drift: tuple[str, ...] = ()
    models: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Previous:
    """What the last report had; without one, what is first seen in the last 45 days is new.

    Attributes:
        date: ISO date of its newest evidence; "" when not known.
        deviations: (provider, dialect, rule) that held.
        drift: (provider, dialect, member).
        models: (provider, model).
        listing: ids of the providers whose own API had told its models.
    """

    date: str
    deviations: Collection[tuple[str, str, str]]
    drift: Collection[tuple[str, str, str]]
    models: Collection[tuple[str, str]]
    listing: Collection[str] = ()


def news(
    deviations: Iterable[SeenDeviation],
    drift: Iterable[Drift],
    models: Iterable[ModelRow],
    today: date,
    before: Previous | None = None,
) -> Mapping[str, News]:
    """Return provider -> what is new of it; providers without news are not there."""
    late = (today - AMBER_AFTER).isoformat()
    rules: dict[str, set[str]] = {}
    members: dict[str, set[str]] = {}
    for one in deviations:
        key = (one.watched.provider, one.watched.dialect, one.rule)
        if one.stands and _new(key, one.first, late, before.deviations if before else None):
            rules.setdefault(one.watched.provider, set()).add(one.rule)
    for member in drift:
        key = (member.watched.provider, member.watched.dialect, member.member)
        if _new(key, member.first, late, before.drift if before else None):
            members.setdefault(member.watched.provider, set()).add(member.member)
    named: dict[str, set[str]] = {}
    for model in models:
        if model.new:
            named.setdefault(model.provider, set()).add(model.model)
    return {
        provider: News(
            tuple(sorted(rules.get(provider, ()))),
            tuple(sorted(members.get(provider, ()))),
            tuple(sorted(named.get(provider, ()))),
        )
        for provider in sorted({*rules, *members, *named})
    }


def _new(
    key: tuple[str, str, str],
    first: str | None,
    late: str,
    before: Collection[tuple[str, str, str]] | None,
) -> bool:
    return (first or "") >= late if before is None else key not in before
