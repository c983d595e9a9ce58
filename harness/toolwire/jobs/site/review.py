"""`checklist.html`: the monthly review, its boxes ticked by bytes, and what is left to a person."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.io.lists import grouped
from toolwire.jobs.report.checklist import FRESH, LANGUAGES, word
from toolwire.jobs.report.drift import SINCE, new_members
from toolwire.jobs.site.addresses import CHECKLIST
from toolwire.jobs.site.destinations import Destinations, destinations
from toolwire.jobs.site.model import Site, SiteFile
from toolwire.jobs.site.rendering import page
from toolwire.model.observation import Verdict
from toolwire.results.cells import Row
from toolwire.results.cells.marks import age_text

#: Rows of a list that a person goes through.
MOST: Final = 100


def files(site: Site) -> Iterator[SiteFile]:
    """Yield the page."""
    pages = destinations(site)
    listed = site.content.checklist
    failed = grouped(_failed(site, pages), lambda one: one[0].provider)
    yield page(
        site,
        "checklist.html.j2",
        CHECKLIST,
        checklist=listed,
        titles={language: word("title", language) for language in LANGUAGES},
        leads={language: word("lead", language) for language in LANGUAGES},
        ticked=sum(box.ticked for box in listed.boxes),
        fresh=FRESH.days,
        since=SINCE.isoformat(),
        pages=pages,
        word=lambda key: word(key, "en"),
        age_text=age_text,
        failed_of=lambda provider: failed.get(provider, ()),
        members=new_members(site.content.findings.drift),
        stale=site.content.findings.stale,
        most=MOST,
        before=site.before.day if site.before else "",
    )


def _failed(site: Site, pages: Destinations) -> Iterator[tuple[Row, str, str]]:
    """Yield row, suite and page of the cells that fail now, of those that have a page."""
    for (row, suite), cell in site.content.matrix.suites.items():
        address = pages.cell(row, suite)
        if address and cell.verdict is Verdict.FAILED and not cell.hollow:
            yield row, suite, address
