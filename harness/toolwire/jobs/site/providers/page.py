"""`providers/<name>.html`: one provider, for its own engineers and for a stranger."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from toolwire.jobs.report.broken_rules import web
from toolwire.jobs.report.drift import SINCE, new_members
from toolwire.jobs.report.labels import broken_in, known_text
from toolwire.jobs.report.model import Drift, NotLooked
from toolwire.jobs.report.models import ModelRow
from toolwire.jobs.site import addresses, bounded, rendering
from toolwire.jobs.site.bounded import ShownItems, first
from toolwire.jobs.site.model import Site, SiteFile
from toolwire.jobs.site.providers.answer import ProviderAnswer, answer
from toolwire.jobs.site.providers.broken import (
    TONES,
    DeviationGroup,
    deviation_groups,
    rule_name,
    shares,
)
from toolwire.jobs.site.providers.changes import BoxLine, ProviderChanges, box_lines, changes
from toolwire.jobs.site.providers.evidence import SourceLine, SourceLink, citation
from toolwire.jobs.site.providers.grouping import ProviderPart
from toolwire.jobs.site.providers.latency import MEASURES, Latency, latencies
from toolwire.jobs.site.providers.passport import PassportView, parameters, passport
from toolwire.jobs.site.providers.rows import FormatLines, format_lines, modes, tone, words
from toolwire.jobs.site.trends import Chart
from toolwire.model.observation import FACETS, SCRIPTED, Verdict
from toolwire.model.rule_facts import RuleFacts
from toolwire.results.cells import FacetCell, Row
from toolwire.results.cells.marks import age_text

_MOST: Final = 60
_MOST_MODELS: Final = 40
_MOST_SOURCES: Final = 40
_MOST_MEMBERS: Final = 200
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


#: Where a model is listed -> how the page says it.
_LISTED: Final = {"api": "its own API", "file": "the provider's file", None: "not listed"}


@dataclass(frozen=True, slots=True)
class ProviderView:
    """All that the page of one provider shows, in the order in which it does.

    `facets` has format -> facet -> cell; `new_members` of `members` came after the format guide.
    """

    provider: str
    title: str
    answer: ProviderAnswer
    pages: tuple[SourceLink, ...]
    elsewhere: str
    hollow: bool
    changes: ProviderChanges
    formats: tuple[FormatLines, ...]
    deviations: tuple[DeviationGroup, ...]
    stale: tuple[str, ...]
    not_looked: ShownItems[NotLooked]
    facets: Mapping[str, Mapping[str, FacetCell]]
    new_members: ShownItems[Drift]
    members: ShownItems[Drift]
    passport: PassportView
    models: ShownItems[ModelRow]
    latencies: ShownItems[Latency]
    sources: ShownItems[SourceLine]
    exchanges: int
    newest: str
    boxes: tuple[BoxLine, ...]


def view(part: ProviderPart, site: Site) -> ProviderView:
    """Return what the page of a provider shows.

    Args:
        part: what the report has of it.
        site: the reports.
    """
    today = site.newest.day
    return ProviderView(
        provider=bounded.name(part.provider),
        title=part.title,
        answer=answer(part),
        pages=_links(part),
        elsewhere=bounded.cut(", ".join(site.content.matrix.elsewhere.get(part.provider, ()))),
        hollow=part.hollow,
        changes=changes(part, site),
        formats=format_lines(part, site.content.matrix),
        deviations=deviation_groups(part),
        stale=part.stale[:_MOST],
        not_looked=_not_looked(part),
        facets={row.dialect: _facets(part, row) for row in part.rows},
        new_members=first(new_members(part.drift), _MOST_MEMBERS),
        members=first(_by_place(part.drift), _MOST_MEMBERS),
        passport=passport(part, site),
        models=first(_by_newest(part.models), _MOST_MODELS),
        latencies=first(latencies(part.observations), _MOST),
        sources=first(part.sources, _MOST_SOURCES),
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
        one=view(part, site),
        trend=trend,
        measures=MEASURES,
        listed=_LISTED,
        not_looked=_NOT_LOOKED,
        scripted=SCRIPTED,
        tones=TONES,
        rules=rules,
        shims=site.plan.facts.shims or {},
        parameters=parameters,
        tone=tone,
        words=words,
        modes=modes,
        broken_in=broken_in,
        age_text=age_text,
        known=known_text,
        shares=shares,
        citation=citation,
        rule_name=lambda rule: rule_name(rule, rules),
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


def _facets(part: ProviderPart, row: Row) -> Mapping[str, FacetCell]:
    return {key: part.facets[row, key] for key in FACETS if (row, key) in part.facets}


def _by_place(found: Iterable[Drift]) -> list[Drift]:
    return sorted(found, key=lambda one: (one.watched.dialect, one.member))


def _by_newest(found: Iterable[ModelRow]) -> list[ModelRow]:
    """Return models, those that were seen first, the newest before older ones."""
    ordered = sorted(found, key=lambda one: one.model)
    return sorted(ordered, key=lambda one: (one.last or "", one.exchanges), reverse=True)


def _newest(sources: tuple[SourceLine, ...], today: date) -> str:
    """Return `imported 2026-08-19, old (96 days)` of the newest of some sources; "" for none."""
    dated = [one for one in sources if one.newest]
    if not dated:
        return ""
    newest = max(dated, key=lambda one: (one.newest, -one.level.rank))
    old = age_text(newest.newest, today)
    return f"{newest.level} {newest.newest}{f', {old}' if old else ''}"


def _not_looked(part: ProviderPart) -> ShownItems[NotLooked]:
    order = list(_NOT_LOOKED)
    return first(
        sorted(part.not_looked, key=lambda one: (order.index(one.verdict), one.suite)), _MOST
    )
