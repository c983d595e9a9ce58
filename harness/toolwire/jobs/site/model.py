"""What the pages of a site are made of, as frozen values."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from pathlib import Path

from toolwire import results
from toolwire.jobs.report.content import Facts, ReportContent
from toolwire.jobs.site.documentation import Documentation
from toolwire.model.observation import Observation
from toolwire.providers.model import Provider
from toolwire.results.comparison import Comparison, ResultSide


@dataclass(frozen=True, slots=True)
class SitePlan:
    """How a site is made.

    Attributes:
        out: its folder.
        today: date of results that stand in no dated folder.
        facts: rules, providers and suites, as reports are told them.
        imported: returns the traffic of others that stands beside results that have none.
        cassettes: folders below which the sources of recorded evidence lie.
        providers: whose addresses and key variables commands name.
        address: where the site will be published, `https://.../`, for what needs whole addresses
            (the feed, badges); "" where nobody knows.
        documentation: where pages link to what docs say.
    """

    out: Path
    today: date
    facts: Facts = field(default_factory=Facts)
    imported: Callable[[frozenset[str] | None], Iterable[Observation]] = lambda _: ()
    cassettes: tuple[Path, ...] = ()
    providers: tuple[Provider, ...] = ()
    address: str = ""
    documentation: Documentation = field(default_factory=Documentation)


@dataclass(frozen=True)
class DatedReport:
    """One report: its day, where it lies, the header of its results, and what it says.

    `dated` tells a folder named after its day, whose files keep their address in the site, from
    the results of a run.
    """

    day: date
    folder: Path
    header: results.Header
    content: ReportContent
    dated: bool

    @cached_property
    def side(self) -> ResultSide:
        """Return what comparisons with other reports ask of it; each part is folded once."""
        return ResultSide(self.header, self.content.matrix.table)


@dataclass(frozen=True, slots=True)
class Site:
    """All that pages are made of: the plan and the reports, the newest first, at least one.

    `unread` are days and folders of reports that were published and whose results are no longer
    there: they keep their address, and nothing is said of them. `comparisons` keeps what
    `report_pairs` made, by the days of the newer and the older: two parts ask for the same.
    """

    plan: SitePlan
    reports: tuple[DatedReport, ...]
    unread: tuple[tuple[date, Path], ...] = ()
    comparisons: dict[tuple[date, date], Comparison] = field(
        default_factory=dict, compare=False, repr=False
    )

    @property
    def newest(self) -> DatedReport:
        """Return the report that the pages speak of."""
        return self.reports[0]

    @property
    def before(self) -> DatedReport | None:
        """Return the report before that; None where there is none."""
        return self.reports[1] if len(self.reports) > 1 else None

    @property
    def content(self) -> ReportContent:
        """Return what the newest report says."""
        return self.newest.content


@dataclass(frozen=True, slots=True)
class SiteFile:
    """One file of a site: its path below the site's folder, with forward slashes, and its bytes.

    `binary` marks bytes that are no text, in which nothing is masked.
    """

    path: str
    data: bytes
    binary: bool = False
