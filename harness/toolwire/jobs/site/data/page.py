"""`data.html`: what there is for programs, and how to use it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

from toolwire.jobs.site import addresses
from toolwire.jobs.site.data import feed, schemas
from toolwire.jobs.site.data.badges import Badge, provider_badge
from toolwire.jobs.site.model import Site, SiteFile
from toolwire.jobs.site.published import NEWEST, PAGE, report_page
from toolwire.jobs.site.rendering import page

PATH: Final = "data.html"
#: File -> what it holds, and its schema; "" for none.
_FILES: Final = {
    "matrix.json": (
        "The newest report: every cell, by mode and model, and every fact of the formats",
        "matrix.schema.json",
    ),
    "matrix.csv": ("The same for a spreadsheet, a line for each cell and mode", ""),
    "deviations.json": (
        "The newest report: every rule that a provider was seen to break, where and since when",
        "deviations.schema.json",
    ),
    "history.json": (
        "All reports: cells by verdict, broken rules that stand, each cell in each report",
        "history.schema.json",
    ),
    "drift.json": (
        "The newest report: members of answers that no documentation of the format has",
        "drift.schema.json",
    ),
    "models.json": ("The newest report: models that were seen or are listed", "models.schema.json"),
    "feed.xml": ("What broke from one report to the next, as an Atom feed", ""),
}
_KIB: Final = 1024
#: How many badges the page shows as pictures.
_MOST_BADGES: Final = 100


@dataclass(frozen=True, slots=True)
class DataFile:
    """One file: where, what it holds, how large, and where its schema is ("" for none)."""

    path: str
    what: str
    size: str
    schema: str


@dataclass(frozen=True, slots=True)
class BadgeExample:
    """A badge as people put it into a page: Markdown with the picture, and by way of shields.io."""

    markdown: str
    shields: str


def page_of(
    site: Site, documents: Iterable[SiteFile], made: Sequence[Badge], size: int
) -> SiteFile:
    """Render the page.

    Args:
        site: what it is of.
        documents: the files for programs.
        made: all badges.
        size: bytes of their files together.
    """
    sizes = {one.path: len(one.data) for one in documents}
    seen = {provider_badge(row.provider): row.provider for row in site.content.matrix.rows}
    shown = [one for one in made if one.path in seen]
    return page(
        site,
        "data.html.j2",
        PATH,
        files=[_file(path, sizes[path]) for path in _FILES],
        schemas=[schemas.schema_page(name) for name in schemas.SCHEMAS],
        badges=shown[:_MOST_BADGES],
        badges_more=max(0, len(shown) - _MOST_BADGES),
        badge_count=len(made),
        badge_size=_size(size),
        example=_example(site.plan.address, shown[0], seen[shown[0].path]) if shown else None,
        dated=[(one.day.isoformat(), report_page(one)) for one in site.reports if one.dated],
        newest=f"{NEWEST}/{PAGE}" if report_page(site.newest) else "",
        most=feed.MOST,
        address=site.plan.address,
    )


def _file(path: str, size: int) -> DataFile:
    what, schema = _FILES[path]
    return DataFile(path, what, _size(size), schema and schemas.schema_page(schema))


def _size(size: int) -> str:
    """Return `812 bytes`, `31 KiB`, `1.4 MiB`."""
    if size < _KIB:
        return f"{size} bytes"
    return f"{size / _KIB:.0f} KiB" if size < _KIB * _KIB else f"{size / _KIB / _KIB:.1f} MiB"


def _example(address: str, badge: Badge, provider: str) -> BadgeExample:
    """Return what is written into a page for one provider."""
    slug = addresses.slug(provider)
    picture, target = f"{address}{badge.path}.svg", f"{address}{addresses.provider_page(provider)}"
    endpoint = quote(f"{address}{badge.path}.json", safe="")
    return BadgeExample(
        f"[![Tool calling of {slug}]({picture})]({target})",
        f"![Tool calling of {slug}](https://img.shields.io/endpoint?url={endpoint})",
    )
