"""`providers/<name>.html`: one provider, for its own engineers and for a stranger."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from toolwire.jobs.report.broken_rules import web
from toolwire.jobs.report.drift import SINCE
from toolwire.jobs.site import addresses, bounded, rendering
from toolwire.jobs.site.bounded import ShownItems, first
from toolwire.jobs.site.model import Site, SiteFile
from toolwire.jobs.site.providers.answer import ProviderAnswer, answer
from toolwire.jobs.site.providers.broken import (
    DeviationGroup,
    RuleName,
    deviation_groups,
    rule_name,
)
from toolwire.jobs.site.providers.changes import BoxLine, ProviderChanges, box_lines, changes
from toolwire.jobs.site.providers.evidence import SourceLine, SourceLink, shown
from toolwire.jobs.site.providers.facets import FormatFacets, format_facets
from toolwire.jobs.site.providers.grouping import ProviderPart
from toolwire.jobs.site.providers.known_models import ModelLine, model_lines
from toolwire.jobs.site.providers.latency import MEASURES, Latency, latencies
from toolwire.jobs.site.providers.passport import PassportView, passport
from toolwire.jobs.site.providers.rows import FormatLines, format_lines
from toolwire.jobs.site.providers.unknown_members import UnknownMembers, unknown_members
from toolwire.jobs.site.trends import Chart
from toolwire.model.observation import Verdict
from toolwire.model.rule_facts import RuleFacts
from toolwire.results.cells.marks import age_text

_MOST: Final = 60
#: What a provider's file links to -> how the page names it.
_PAGES: Final[Mapping[str, str]] = {
    "docs": "Documentation",
    "changelog": "Changelog",
    "deprecations": "Deprecations",
    "sdk": "SDK",
}
_NOT_LOOKED: Final[Mapping[Verdict, str]] = {
    Verdict.NOT_RUN: "could not look",
    Verdict.INCONCLUSIVE: "inconclusive",
    Verdict.UNSUPPORTED: "not offered",
}


@dataclass(frozen=True, slots=True)
class NotLookedLine:
    """A suite that says nothing of the provider: its name, what it came to, why, how often."""

    suite: str
    words: str
    reason: str
    count: int


@dataclass(frozen=True, slots=True)
class ProviderView:
    """All that the page of one provider shows, in the order in which it does."""

    provider: str
    title: str
    answer: ProviderAnswer
    pages: tuple[SourceLink, ...]
    elsewhere: str
    hollow: bool
    changes: ProviderChanges
    formats: tuple[FormatLines, ...]
    deviations: tuple[DeviationGroup, ...]
    stale: tuple[RuleName, ...]
    not_looked: ShownItems[NotLookedLine]
    facets: tuple[FormatFacets, ...]
    members: UnknownMembers
    passport: PassportView
    models: ShownItems[ModelLine]
    latencies: ShownItems[Latency]
    sources: ShownItems[SourceLine]
    exchanges: int
    newest: str
    boxes: tuple[BoxLine, ...]


def view(part: ProviderPart, site: Site, rules: Mapping[str, RuleFacts]) -> ProviderView:
    """Return what the page of a provider shows.

    Args:
        part: what the report has of it.
        site: the reports.
        rules: id -> rule of the table.
    """
    today = site.newest.day
    return ProviderView(
        provider=bounded.name(part.provider),
        title=part.title,
        answer=answer(part),
        pages=_links(part),
        elsewhere=bounded.cut(", ".join(site.content.matrix.elsewhere.get(part.provider, ()))),
        hollow=part.hollow,
        changes=changes(part, site, rules),
        formats=format_lines(part, site.content, rules),
        deviations=deviation_groups(part, rules),
        stale=tuple(rule_name(rule, rules) for rule in part.stale[:_MOST]),
        not_looked=_not_looked(part),
        facets=format_facets(part, today),
        members=unknown_members(part),
        passport=passport(part, site, rules),
        models=model_lines(part),
        latencies=_latencies(part),
        sources=shown(part.sources),
        exchanges=sum(one.exchanges for one in part.watched),
        newest=_newest(part.sources, today),
        boxes=box_lines(part, site),
    )


def file(
    part: ProviderPart, site: Site, rules: Mapping[str, RuleFacts], trend: Chart | None
) -> SiteFile:
    """Return the page of a provider, with its chart over the reports; None where there is none."""
    return rendering.page(
        site,
        "provider.html.j2",
        addresses.provider_page(part.provider),
        one=view(part, site, rules),
        trend=trend,
        measures=MEASURES,
        since=SINCE.isoformat(),
    )


def _links(part: ProviderPart) -> tuple[SourceLink, ...]:
    """Return the pages that its file names; what is no address of the web is told, and no link."""
    return tuple(
        SourceLink(_PAGES.get(kind, bounded.name(kind)), url)
        if web(url)
        else SourceLink(bounded.name(f"{kind}: {url}"))
        for kind, url in part.facts.pages
    )


def _latencies(part: ProviderPart) -> ShownItems[Latency]:
    kept = first(latencies(part.observations), _MOST)
    named = (
        replace(one, dialect=bounded.name(one.dialect), model=bounded.name(one.model))
        for one in kept.items
    )
    return ShownItems(tuple(named), kept.more)


def _newest(sources: tuple[SourceLine, ...], today: date) -> str:
    """Return `imported 2026-08-19, old (96 days)` of the newest of some sources; "" for none."""
    dated = [one for one in sources if one.newest]
    if not dated:
        return ""
    newest = max(dated, key=lambda one: (one.newest, -one.level.rank))
    old = age_text(newest.newest, today)
    return f"{newest.level} {newest.newest}{f', {old}' if old else ''}"


def _not_looked(part: ProviderPart) -> ShownItems[NotLookedLine]:
    order = list(_NOT_LOOKED)
    ordered = sorted(part.not_looked, key=lambda one: (order.index(one.verdict), one.suite))
    kept = first(ordered, _MOST)
    lines = (
        NotLookedLine(
            bounded.name(one.suite), _NOT_LOOKED[one.verdict], bounded.cut(one.reason), one.count
        )
        for one in kept.items
    )
    return ShownItems(tuple(lines), kept.more)
