"""The pages of providers, and their index."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.jobs.site.model import Site, SiteFile
from toolwire.jobs.site.providers import index, page
from toolwire.jobs.site.providers.grouping import by_provider
from toolwire.jobs.site.trends import provider_charts

__all__ = ["files"]


def files(site: Site) -> Iterator[SiteFile]:
    """Yield the index, then the page of every provider that has a row in the matrix."""
    parts = by_provider(site)
    rules = {rule.id: rule for rule in site.content.rules}
    charts = provider_charts(site)
    yield index.file(parts, site)
    for part in parts:
        yield page.file(part, site, rules, charts.get(part.provider))
