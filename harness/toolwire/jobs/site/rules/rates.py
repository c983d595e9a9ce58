"""How often a rule was broken where one answer of a model can explain it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from toolwire.io.lists import grouped
from toolwire.jobs.site import addresses
from toolwire.jobs.site.bounded import cut, name
from toolwire.jobs.site.model import Site
from toolwire.results.variance import Statement


@dataclass(frozen=True, slots=True)
class RateLine:
    """A rate over a run: whose, and what it means in words; names are cut."""

    provider: str
    provider_page: str
    format: str
    model: str
    words: str


def rates(site: Site) -> Mapping[str, tuple[RateLine, ...]]:
    """Return rule id -> its rates in the newest report, of those that were broken at least once."""
    by_rule = grouped(site.content.matrix.rates, lambda one: one.rule)
    return {rule: tuple(map(_line, found)) for rule, found in by_rule.items()}


def _line(one: Statement) -> RateLine:
    return RateLine(
        name(one.provider),
        addresses.provider_page(one.provider),
        name(one.dialect),
        name(one.model),
        cut(one.words),
    )
