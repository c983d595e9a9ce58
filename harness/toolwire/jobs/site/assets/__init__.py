"""What every page loads: one style sheet and small scripts, as files beside the pages."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files as resources

from toolwire.jobs.site.model import Site, SiteFile

_SHOWN = (".css", ".js", ".svg")


def files(_site: Site) -> Iterator[SiteFile]:
    """Yield the files of this folder, below `assets/`."""
    for one in sorted(resources(__package__).iterdir(), key=lambda one: one.name):
        if one.name.endswith(_SHOWN):
            yield SiteFile(f"assets/{one.name}", one.read_bytes())
