"""What a site publishes for programs: histories, deviations, schemas, badges, a feed."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.jobs.report import export
from toolwire.jobs.report.drift import as_json as drift_json
from toolwire.jobs.report.models import as_json as models_json
from toolwire.jobs.site.data import badges, deviations, feed, history, page, schemas
from toolwire.jobs.site.model import Site, SiteFile

__all__ = ["files"]


def files(site: Site) -> Iterator[SiteFile]:
    """Yield every file for programs, and the page that tells what there is."""
    documents = tuple(_documents(site))
    made = tuple(badges.badges(site))
    pictures = tuple(badges.files(made))
    others = (*documents, *schemas.files(site), *feed.files(site))
    yield from others
    yield from pictures
    yield page.page_of(site, others, made, sum(len(one.data) for one in pictures))


def _documents(site: Site) -> Iterator[SiteFile]:
    content = site.content
    yield SiteFile("matrix.json", export.as_json(content.matrix, content.today))
    yield SiteFile("matrix.csv", export.as_csv(content.matrix, content.today).encode())
    yield SiteFile("deviations.json", deviations.as_json(site))
    yield SiteFile("history.json", history.as_json(history.history(site)))
    yield SiteFile("drift.json", drift_json(content.findings.drift))
    yield SiteFile("models.json", models_json(content.models))
