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
    rules = {
        (one.watched.provider, one.rule)
        for one in deviations
        if one.stands and _new(one, one.rule, late, before.deviations if before else None)
    }
    members = {
        (one.watched.provider, one.member)
        for one in drift
        if _new(one, one.member, late, before.drift if before else None)
    }
    named = {(model.provider, model.model) for model in models if model.new}
    return {
        provider: News(_of(provider, rules), _of(provider, members), _of(provider, named))
        for provider in sorted({provider for provider, _ in (*rules, *members, *named)})
    }


def _of(provider: str, named: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    return tuple(sorted(name for whose, name in named if whose == provider))


def _new(
    one: SeenDeviation | Drift,
    name: str,
    late: str,
    before: Collection[tuple[str, str, str]] | None,
) -> bool:
    if before is None:
        return (one.first or "") >= late
    return (one.watched.provider, one.watched.dialect, name) not in before
