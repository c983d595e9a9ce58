"""`differences/`: what changed between two reports, and a table of all pairs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from toolwire.jobs.site.addresses import DIFFERENCES, difference_page
from toolwire.jobs.site.bounded import cut, name
from toolwire.jobs.site.changes import MOST, fact_rows, one_sided, rule_rows, sections
from toolwire.jobs.site.destinations import Destinations, destinations
from toolwire.jobs.site.model import DatedReport, Site, SiteFile
from toolwire.jobs.site.published import report_page
from toolwire.jobs.site.rendering import page
from toolwire.jobs.site.report_pairs import ReportPair, report_pairs
from toolwire.results.comparison import ChangeKind, Comparison
from toolwire.results.comparison.labels import sentence

_NOTE = 400


@dataclass(frozen=True, slots=True)
class SideView:
    """One of two reports: its day, where it was published, what judged it, and observations."""

    day: str
    page: str
    version: str
    observations: int


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
        newer=_side(newer),
        older=_side(older),
        sentence=sentence(comparison, name),
        comparison=comparison,
        counts=_counted(comparison, ""),
        evidence=comparison.counts[ChangeKind.EVIDENCE],
        notes=[cut(note, _NOTE) for note in comparison.notes],
        sections=sections(comparison, pages),
        rules=rule_rows(comparison.rules, pages),
        rules_more=max(0, len(comparison.rules) - MOST),
        facts=fact_rows(comparison.facts, pages),
        facts_more=max(0, len(comparison.facts) - MOST),
        only=(
            (older.day.isoformat(), one_sided(older.content, newer.content)),
            (newer.day.isoformat(), one_sided(newer.content, older.content)),
        ),
    )


def _side(report: DatedReport) -> SideView:
    day = report.day.isoformat()
    return SideView(
        day,
        report_page(report),
        name(report.header.toolwire),
        len(report.content.observations),
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
