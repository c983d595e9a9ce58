"""A report divided by provider, once for all pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from toolwire.io.lists import grouped
from toolwire.jobs.report.content import ReportContent
from toolwire.jobs.report.model import Drift, NotLooked, SeenDeviation, Watched
from toolwire.jobs.report.models import ModelRow
from toolwire.jobs.report.news import News
from toolwire.jobs.report.provider_facts import ProviderFacts
from toolwire.jobs.site import bounded
from toolwire.jobs.site.model import Site
from toolwire.jobs.site.providers.evidence import SourceLine, every_source
from toolwire.model.observation import FACETS, Observation
from toolwire.results.cells import Cell, FacetCell, Row


@dataclass(frozen=True, slots=True)
class ProviderPart:
    """What a report has of one provider.

    Attributes:
        provider: its id, as results name it.
        facts: what its file says; of one without a file only the id.
        rows: its formats, in the order of the matrix.
        suites: (row, suite) -> cell, in the order of the rows and of the matrix's columns.
        facets: (row, facet) -> cell.
        observations: all of it; sources: where they come from.
        watched, deviations, drift, models, not_looked, news: as the report has them.
        gone: deviations that stood in the report before and do not stand now.
        stale: ids of rules that its file lists as deviations, and that no longer show.
    """

    provider: str
    facts: ProviderFacts
    rows: tuple[Row, ...]
    suites: Mapping[tuple[Row, str], Cell] = field(default_factory=dict)
    facets: Mapping[tuple[Row, str], FacetCell] = field(default_factory=dict)
    observations: tuple[Observation, ...] = ()
    watched: tuple[Watched, ...] = ()
    deviations: tuple[SeenDeviation, ...] = ()
    drift: tuple[Drift, ...] = ()
    models: tuple[ModelRow, ...] = ()
    not_looked: tuple[NotLooked, ...] = ()
    news: News = field(default_factory=News)
    gone: tuple[SeenDeviation, ...] = ()
    sources: tuple[SourceLine, ...] = ()
    stale: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """Return its name as people write it."""
        return bounded.name(self.facts.title or self.provider)

    @property
    def hollow(self) -> bool:
        """Return whether nothing but documentation is known of it."""
        return all(cell.hollow for cell in self.suites.values())


def by_provider(site: Site) -> tuple[ProviderPart, ...]:
    """Return the providers that have a row in the matrix, by name."""
    content = site.content
    facts = {one.id: one for one in site.plan.facts.providers}
    rows = grouped(content.matrix.rows, lambda row: row.provider)
    observations = grouped(content.observations, lambda one: one.provider)
    watched = grouped(content.watched, lambda one: one.provider)
    deviations = grouped(content.findings.deviations, lambda one: one.watched.provider)
    drift = grouped(content.findings.drift, lambda one: one.watched.provider)
    models = grouped(content.models, lambda one: one.provider)
    not_looked = grouped(content.matrix.not_looked, lambda one: one.provider)
    stale = grouped(content.findings.stale, lambda one: one.provider)
    gone = grouped(_gone(site), lambda one: one.watched.provider)
    return tuple(
        ProviderPart(
            provider=name,
            facts=facts.get(name) or ProviderFacts(name, name),
            rows=tuple(mine),
            suites=_suites(content, mine),
            facets={key: cell for row in mine for key, cell in _facets(content, row)},
            observations=tuple(observations.get(name, ())),
            watched=tuple(watched.get(name, ())),
            deviations=tuple(deviations.get(name, ())),
            drift=tuple(drift.get(name, ())),
            models=tuple(models.get(name, ())),
            not_looked=tuple(not_looked.get(name, ())),
            news=content.news.get(name) or News(),
            gone=tuple(gone.get(name, ())),
            sources=every_source(observations.get(name, ())),
            stale=tuple(sorted({one.rule for one in stale.get(name, ())})),
        )
        for name, mine in sorted(rows.items())
    )


def _suites(content: ReportContent, rows: list[Row]) -> dict[tuple[Row, str], Cell]:
    keys = ((row, suite) for row in rows for suite in content.matrix.suite_ids)
    return {key: cell for key in keys if (cell := content.matrix.suites.get(key)) is not None}


def _facets(content: ReportContent, row: Row) -> list[tuple[tuple[Row, str], FacetCell]]:
    keys = ((row, key) for key in FACETS)
    return [(key, cell) for key in keys if (cell := content.matrix.facets.get(key)) is not None]


def _gone(site: Site) -> list[SeenDeviation]:
    """Return what stood in the report before, and does not stand in the newest."""
    if site.before is None:
        return []
    found = site.content.findings.deviations
    now = {(one.watched.row, one.rule) for one in found if one.stands}
    before = site.before.content.findings.deviations
    return [one for one in before if one.stands and (one.watched.row, one.rule) not in now]
