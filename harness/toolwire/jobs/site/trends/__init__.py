"""`trends.html`: what the dated reports say one after another, as charts and as tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final

from toolwire.jobs.site.data.history import history
from toolwire.jobs.site.model import Site, SiteFile
from toolwire.jobs.site.rendering import page
from toolwire.jobs.site.trends.charts import Chart, of_latency, of_providers, whole
from toolwire.jobs.site.trends.latency import latencies

#: How many providers have a chart in the page: a browser has to lay them all out.
MOST_PROVIDERS: Final = 100

__all__ = ["Chart", "files", "provider_charts"]


def files(site: Site) -> Iterator[SiteFile]:
    """Yield the page."""
    found = history(site)
    providers = of_providers(found)
    yield page(
        site,
        "trends.html.j2",
        "trends.html",
        reports=found.reports,
        whole=whole(found),
        providers=tuple(islice(providers.items(), MOST_PROVIDERS)),
        more=max(0, len(providers) - MOST_PROVIDERS),
        latency=of_latency(latencies(site.content.observations)),
    )


def provider_charts(site: Site) -> Mapping[str, Chart]:
    """Return provider -> its chart, for its own page; `chart.html.j2` shows one."""
    return of_providers(history(site))
