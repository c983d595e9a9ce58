"""`differences/`: what changed between two reports, and a table of all pairs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from toolwire.jobs.site.addresses import DIFFERENCES, difference_page
from toolwire.jobs.site.bounded import name
from toolwire.jobs.site.changes import MOST, one_sided, sections
from toolwire.jobs.site.destinations import Destinations, destinations
from toolwire.jobs.site.model import Site, SiteFile
from toolwire.jobs.site.published import report_page
from toolwire.jobs.site.rendering import page
from toolwire.jobs.site.report_pairs import ReportPair, report_pairs
from toolwire.model.observation import WHOLE
from toolwire.results.comparison import ChangeKind, Comparison
from toolwire.results.comparison.labels import CAUSES, kind_text, named, rule_text, sentence


@dataclass(frozen=True, slots=True)
class Counted:
    """What a pair comes to, for the table of pairs; `other` leaves out the same with other bytes."""

    page: str
    broke: bool
    worse: int
    mended: int
    other: int


def files(site: Site) -> Iterator[SiteFile]:
    """Yield a page for each pair, and the table of pairs."""
    pages = destinations(site)
    counted: dict[tuple[str, str], Counted] = {}
    for pair in report_pairs(site.reports):
        comparison = pair.compared(site)
        made = _page(site, pages, pair, comparison)
        counted[pair.newer.day.isoformat(), pair.older.day.isoformat()] = _counted(
            comparison, made.path
        )
        yield made
    yield _table(site, counted)


def _counted(comparison: Comparison, path: str) -> Counted:
    counts = comparison.counts
    broke = counts[ChangeKind.BROKE]
    mended = counts[ChangeKind.MENDED]
    other = counts.total() - broke - mended - counts[ChangeKind.EVIDENCE]
    return Counted(path, comparison.broke, broke, mended, other)


def _page(site: Site, pages: Destinations, pair: ReportPair, comparison: Comparison) -> SiteFile:
    newer, older = pair.newer, pair.older
    return page(
        site,
        "difference.html.j2",
        difference_page(newer.day, older.day),
        newer=newer,
        older=older,
        report_page=report_page,
        sentence=sentence(comparison, name),
        comparison=comparison,
        counts=_counted(comparison, ""),
        evidence=comparison.counts[ChangeKind.EVIDENCE],
        sections=sections(comparison),
        most=MOST,
        pages=pages,
        whole=WHOLE,
        causes=CAUSES,
        signs={"+": "now breaks", "-": "no longer breaks"},
        named=named,
        kind_text=kind_text,
        rule_text=rule_text,
        only=(
            (older.day, one_sided(older.content, newer.content)),
            (newer.day, one_sided(newer.content, older.content)),
        ),
    )


def _table(site: Site, counted: Mapping[tuple[str, str], Counted]) -> SiteFile:
    days = [report.day.isoformat() for report in site.reports]
    rows = [
        (newer, [counted.get((newer, older)) for older in days[at + 1 :]])
        for at, newer in enumerate(days[:-1])
    ]
    whole = len(days) * (len(days) - 1) // 2
    return page(
        site,
        "differences.html.j2",
        DIFFERENCES,
        columns=days[1:],
        rows=rows,
        left_out=whole - len(counted),
        whole=whole,
    )
