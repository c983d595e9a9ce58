"""The index of providers."""

from __future__ import annotations

from collections.abc import Callable

from tests.jobs.site.providers.parsed import parsed
from toolwire.jobs.site import providers
from toolwire.jobs.site.model import Site
from toolwire.jobs.site.providers.grouping import by_provider
from toolwire.jobs.site.providers.index import ProviderLine, provider_lines
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Observation, Severity, Verdict

Observe = Callable[..., Observation]
SiteOf = Callable[..., Site]
REAL = "Providers whose answers were looked at"
HOLLOW = "Providers known from documentation only"


def lines(site: Site) -> dict[str, ProviderLine]:
    """Return provider -> its line, in the order of the page."""
    return {one.provider: one for one in provider_lines(by_provider(site), site)}


def test_sorted_by_name_documentation_last(observe: Observe, site_of: SiteOf) -> None:
    """Documentation has a table of its own, and no verdict that looks like one."""
    site = site_of(
        observe(provider="zeta"),
        observe(provider="Beta"),
        observe(provider="alpha", level=EvidenceLevel.DOCUMENTED),
    )
    assert list(lines(site)) == ["Beta", "zeta", "alpha"]
    index, *_ = providers.files(site)
    tables = parsed(index.data).tables
    assert [row[0] for row in tables[REAL][1:]] == ["Beta", "zeta"]
    assert tables[HOLLOW][1][:4] == ["alpha", "○ documented only 1 of 1 suites", "none", "none"]
    assert lines(site)["alpha"].tone == "hollow"


def test_worst_verdict_of_the_strongest_basis(observe: Observe, site_of: SiteOf) -> None:
    """Counted over all formats; documentation beside real evidence colours nothing."""
    error = (("TC001", Severity.ERROR),)
    site = site_of(
        observe(Verdict.FAILED, rules=error),
        observe(Verdict.FAILED, EvidenceLevel.RECORDED, rules=error, dialect="other"),
        observe(level=EvidenceLevel.RECORDED, suite="tool_choice"),
        observe(Verdict.FAILED, EvidenceLevel.DOCUMENTED, suite="text_format"),
    )
    line = lines(site)["spoon"]
    assert (line.mark, line.words, line.tone) == ("✕", "asked: failed", "failed")
    assert (line.count, line.of) == (2, 3)


def test_what_stands_is_counted_by_severity(observe: Observe, site_of: SiteOf) -> None:
    """A rule once in each format; what no longer shows is not among it."""
    both = (("TC001", Severity.ERROR), ("TC002", Severity.WARNING))
    site = site_of(
        observe(Verdict.FAILED, rules=both, source="a/b c@0123456 #1"),
        observe(Verdict.FAILED, rules=both[1:], dialect="other"),
        observe(Verdict.FAILED, rules=(("TC003", Severity.ERROR),), day="2025-01-01"),
    )
    line = lines(site)["spoon"]
    assert (line.errors, line.warnings, line.exchanges, line.models) == (1, 2, 3, 1)


def test_newest_evidence_says_its_level(observe: Observe, site_of: SiteOf) -> None:
    """Of one day the stronger; the day on which documentation was read is none."""
    site = site_of(
        observe(level=EvidenceLevel.RECORDED, day="2026-07-01"),
        observe(suite="tool_choice", day="2026-07-01", source="a/b c@0123456 #1"),
        observe(level=EvidenceLevel.DOCUMENTED, suite="mixed_content", day="2026-11-22"),
    )
    line = lines(site)["spoon"]
    assert (line.newest, line.level, line.aged) == ("2026-07-01", "recorded", "grey")
