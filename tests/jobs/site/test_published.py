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


def test_results_of_a_run_are_not_published(tmp_path: Path, observe: Make) -> None:
    """A run's folder has no date to be published under."""
    results.write(tmp_path / "run" / "results.jsonl", results.header({}), [observe()])
    site = site_of([tmp_path / "run"], SitePlan(tmp_path / "site", date(2026, 11, 23)))
    assert list(published.files(site)) == []
