"""The page of trends."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.jobs.site.data.sites import hostile_site, site_in
from tests.jobs.site.trends.test_latency import timed
from tests.support.acting import acting_in
from toolwire.jobs.site import trends
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Observation

Make = Callable[..., Observation]
Write = Callable[..., Path]


def page_of(folder: Path) -> str:
    """Return the page of the reports in a folder."""
    (file,) = trends.files(site_in(folder))
    assert file.path == "trends.html"
    return file.data.decode()


@pytest.mark.parametrize("months", [1, 2, 24])
def test_it_tells_how_many_reports_there_are(
    tmp_path: Path, report_of: Write, observe: Make, months: int
) -> None:
    """One is no trend, and it says so; every report has its line in each table."""
    for month in range(months):
        report_of(f"{2027 + month // 12}-{month % 12 + 1:02}-01", observe())
    page = page_of(tmp_path / "reports")
    assert ("a trend needs two" in page) == (months == 1)
    assert page.count('<th scope="row">2027-01-01</th>') == 3
    assert page.count("<svg viewBox=") == 3 + 7
    assert page.count("<title id=") == page.count("<desc id=") == 3
    assert page.count("<circle cx=") == 7 * months


def test_it_obeys_the_policy_of_the_site(tmp_path: Path, report_of: Write, observe: Make) -> None:
    """No style and no script in the page; each id once."""
    report_of("2026-11-22", observe(), *timed(observe, 0.4, 0.9))
    page = page_of(tmp_path / "reports")
    assert not re.search(r"<script|<style|\sstyle=|\son[a-z]+=|font-family|#[0-9a-f]{6}", page)
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    references = re.findall(r'aria-labelledby="([^"]+)"', page)
    assert {one for text in references for one in text.split()} <= set(ids)


def test_times_are_told_where_they_were_measured(
    tmp_path: Path, report_of: Write, observe: Make
) -> None:
    """Where nobody was asked live it says so."""
    report_of("2026-11-22", *timed(observe, 0.4, level="recorded"))
    assert "Not observed: no provider was asked live" in page_of(tmp_path / "reports")
    report_of("2026-11-23", *timed(observe, 0.4, 0.9))
    page = page_of(tmp_path / "reports")
    assert "no provider was asked live" not in page
    assert 'id="latency"' in page
    assert "0.65 s" in page


def test_of_documentation_alone_it_draws_nothing(
    tmp_path: Path, report_of: Write, observe: Make
) -> None:
    """It says that nothing was observed instead."""
    report_of("2026-11-22", observe(level=EvidenceLevel.DOCUMENTED))
    page = page_of(tmp_path / "reports")
    assert "<svg" not in page
    assert page.count("Not observed") == 4


def test_a_chart_for_the_page_of_a_provider(
    tmp_path: Path, report_of: Write, observe: Make
) -> None:
    """The same as in the page of all."""
    report_of("2026-11-22", observe())
    charts = trends.provider_charts(site_in(tmp_path / "reports"))
    assert list(charts) == ["openai"]
    assert str(charts["openai"].picture) in page_of(tmp_path / "reports")


def test_hostile_names_do_not_act(tmp_path: Path, report_of: Write, observe: Make) -> None:
    """Nothing unseen, no markup of theirs, no link that leaves the site, a page that stays small."""
    hostile_site(tmp_path, report_of, observe)
    page = page_of(tmp_path / "reports")
    assert acting_in(page) <= {"\n"}
    assert "<script" not in page
    assert len(page) < 200_000
    links = re.findall(r'href="([^"]*)"', page)
    assert all(re.match(r"[a-z#]", link) and ":" not in link and ".." not in link for link in links)
