"""The files of dated reports, as they were published: every old address stays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from toolwire.io.opening import content
from toolwire.jobs.report.proofs import is_kept_name
from toolwire.jobs.site.model import DatedReport, Site, SiteFile
from toolwire.results import EXCHANGES

#: Where the newest report has an address that stays the same.
NEWEST: Final = "newest"
#: The page of a report, as `toolwire report` writes it.
PAGE: Final = "report.html"
_MOST_BYTES: Final = 256 * 1024 * 1024
#: What a report folder holds, beside the exchanges of a live run; nothing else in it is published.
_SUFFIXES: Final = frozenset({".md", ".html", ".json", ".csv", ".gz", ".jsonl", ".sarif", ".xml"})


def files(site: Site) -> Iterator[SiteFile]:
    """Yield the files of every dated report below its day, those of the newest below `newest/` too."""
    dated = [(one.day, one.folder) for one in site.reports if one.dated]
    newest = site.newest.folder if site.newest.dated else None
    for day, folder in (*dated, *site.unread):
        for path in _files(folder):
            name = path.relative_to(folder).as_posix()
            data = content(path, _MOST_BYTES)
            binary = path.suffix == ".gz"
            yield SiteFile(f"{day.isoformat()}/{name}", data, binary=binary)
            if folder == newest:
                yield SiteFile(f"{NEWEST}/{name}", data, binary=binary)


def report_page(report: DatedReport) -> str:
    """Return where a report's own page is published; "" where its folder has none."""
    there = report.dated and _is_own(report.folder / PAGE, report.folder)
    return f"{report.day.isoformat()}/{PAGE}" if there else ""


def _files(folder: Path) -> list[Path]:
    found = (path for pattern in ("*", "quirks/*") for path in folder.glob(pattern))
    pages = [path for path in found if path.suffix in _SUFFIXES]
    kept = folder / EXCHANGES
    proofs = [one for one in kept.glob("*/*/*") if is_kept_name(one.relative_to(kept).as_posix())]
    return sorted(path for path in (*pages, *proofs) if _is_own(path, folder))


def _is_own(path: Path, folder: Path) -> bool:
    """Return whether a path is a file of a folder, and neither it nor a folder in it leads elsewhere."""
    inside = path.relative_to(folder).parents
    return path.is_file() and not any(
        one.is_symlink() for one in (path, *(folder / parent for parent in inside))
    )
