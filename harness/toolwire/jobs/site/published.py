"""The files of dated reports, as they were published: every old address stays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from toolwire.io.opening import content
from toolwire.jobs.site.model import DatedReport, Site, SiteFile

#: Where the newest report has an address that stays the same.
NEWEST: Final = "newest"
_MOST_BYTES: Final = 256 * 1024 * 1024
#: What a report folder holds; anything else in it is not ours to publish.
_SUFFIXES: Final = frozenset({".md", ".html", ".json", ".csv", ".gz", ".jsonl", ".sarif", ".xml"})


def files(site: Site) -> Iterator[SiteFile]:
    """Yield the files of every dated report below its day, those of the newest below `newest/` too."""
    for report in site.reports:
        if not report.dated:
            continue
        for path in _files(report):
            name = path.relative_to(report.folder).as_posix()
            data = content(path, _MOST_BYTES)
            binary = path.suffix == ".gz"
            yield SiteFile(f"{report.day.isoformat()}/{name}", data, binary=binary)
            if report is site.newest:
                yield SiteFile(f"{NEWEST}/{name}", data, binary=binary)


def _files(report: DatedReport) -> list[Path]:
    found = (path for pattern in ("*", "quirks/*") for path in report.folder.glob(pattern))
    return sorted(
        path
        for path in found
        if path.is_file() and not path.is_symlink() and path.suffix in _SUFFIXES
    )
