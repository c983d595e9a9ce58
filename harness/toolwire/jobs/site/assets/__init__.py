"""What every page loads: one style sheet and small scripts, as files beside the pages."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.opening import content
from toolwire.io.shipped import shipped
from toolwire.jobs.site.model import Site, SiteFile

_SUFFIXES = frozenset({".css", ".js", ".svg"})
_MOST_BYTES = 1024 * 1024


def files(_site: Site) -> Iterator[SiteFile]:
    """Yield the files of this folder, below `assets/`; of a wheel those that it has packed."""
    for one in sorted(shipped("site-assets").iterdir()):
        if one.suffix in _SUFFIXES:
            yield SiteFile(f"assets/{one.name}", content(one, _MOST_BYTES))
