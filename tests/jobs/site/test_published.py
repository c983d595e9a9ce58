"""Dated reports keep their addresses in the site."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

from toolwire import results
from toolwire.jobs.site import published
from toolwire.jobs.site.model import SitePlan
from toolwire.jobs.site.reading import site_of
from toolwire.model.observation import Observation

Make = Callable[..., Observation]
Write = Callable[..., Path]


def test_files_stand_below_their_day_and_the_newest_twice(
    tmp_path: Path, report_of: Write, observe: Make
) -> None:
    """Also passports; nothing that is no part of a report, and no link to elsewhere."""
    for day in ("2026-11-21", "2026-11-22"):
        folder = report_of(day, observe())
        (folder / "report.html").write_text(day)
        (folder / "quirks").mkdir()
        (folder / "quirks" / "openai.json").write_text("{}")
        (folder / "secret.key").write_text("x")
        (folder / "link.html").symlink_to("/etc/hostname")
    site = site_of([tmp_path / "reports"], SitePlan(tmp_path / "site", date(2026, 11, 23)))
    found = {one.path: one for one in published.files(site)}
    names = {"report.html", "quirks/openai.json", "results.jsonl.gz"}
    places = ("2026-11-21", "2026-11-22", "newest")
    assert {*found} == {f"{place}/{name}" for place in places for name in names}
    assert found["newest/report.html"].data == b"2026-11-22"
    assert found["2026-11-21/report.html"].data == b"2026-11-21"
    assert found["newest/results.jsonl.gz"].binary
    assert [published.report_page(one) for one in site.reports] == [
        "2026-11-22/report.html",
        "2026-11-21/report.html",
    ]


def test_a_folder_of_results_alone_has_no_page(tmp_path: Path, report_of: Write) -> None:
    """Nothing links to a page that is not published."""
    report_of("2026-11-22")
    site = site_of([tmp_path / "reports"], SitePlan(tmp_path / "site", date(2026, 11, 23)))
    assert published.report_page(site.newest) == ""


def test_results_of_a_run_are_not_published(tmp_path: Path, observe: Make) -> None:
    """A run's folder has no date to be published under."""
    results.write(tmp_path / "run" / "results.jsonl", results.header({}), [observe()])
    site = site_of([tmp_path / "run"], SitePlan(tmp_path / "site", date(2026, 11, 23)))
    assert list(published.files(site)) == []


def test_bytes_that_pages_lead_to_are_published(
    tmp_path: Path, report_of: Write, observe: Make
) -> None:
    """By the names that a recorder gives, and where no link leads out of the folder."""
    folder = report_of("2026-11-22", observe())
    kept = folder / "exchanges" / "acme" / "m"
    kept.mkdir(parents=True)
    (kept / "single_call.auto.blocking.yaml").write_text("interactions: []")
    (kept / "notes.txt").write_text("mine")
    outside = tmp_path / "outside" / "m"
    outside.mkdir(parents=True)
    (outside / "a.b.blocking.yaml").write_text("not ours")
    (folder / "exchanges" / "linked").symlink_to(outside.parent)
    site = site_of([tmp_path / "reports"], SitePlan(tmp_path / "site", date(2026, 11, 23)))
    name = "exchanges/acme/m/single_call.auto.blocking.yaml"
    assert {one.path for one in published.files(site)} == {
        f"{place}/{file}"
        for place in ("2026-11-22", "newest")
        for file in ("results.jsonl.gz", name)
    }


def test_a_report_without_results_keeps_its_address(
    tmp_path: Path, report_of: Write, observe: Make
) -> None:
    """Its pages stay, the site says nothing of it; what has no date is left out."""
    report_of("2026-11-22", observe())
    for name in ("2026-08-01", "2026-12-01", "2026-99-01", "20-drafts"):
        (tmp_path / "reports" / name).mkdir()
        (tmp_path / "reports" / name / "report.html").write_text(name)
    site = site_of([tmp_path / "reports"], SitePlan(tmp_path / "site", date(2026, 11, 23)))
    assert [one.day for one in site.reports] == [date(2026, 11, 22)]
    found = {one.path for one in published.files(site)}
    assert {"2026-08-01/report.html", "2026-12-01/report.html"} <= found
    assert "newest/results.jsonl.gz" in found
    assert not any("2026-99" in path or "drafts" in path for path in found)
