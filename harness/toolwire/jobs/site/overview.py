"""`index.html`: the matrix."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.jobs.site import addresses
from toolwire.jobs.site.model import Site, SiteFile
from toolwire.jobs.site.rendering import page


def files(site: Site) -> Iterator[SiteFile]:
    """Yield the first page."""
    yield page(site, "index.html.j2", addresses.INDEX)
