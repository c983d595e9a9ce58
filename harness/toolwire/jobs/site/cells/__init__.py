"""A page for every observed cell: what it says, and the bytes that prove it."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.jobs.site.cells.page import CellPages
from toolwire.jobs.site.model import Site, SiteFile


def files(site: Site) -> Iterator[SiteFile]:
    """Yield the page of each cell."""
    yield from CellPages.of(site).files()
