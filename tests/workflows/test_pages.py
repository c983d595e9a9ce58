"""The published pages: every dated report, and a list of them."""

from __future__ import annotations

from pathlib import Path

from tests.workflows.github import GitHub


def test_every_report_keeps_its_address(tmp_path: Path) -> None:
    """Each date has its folder, the list has the newest first, and other folders are left out."""
    github = GitHub(tmp_path)
    dates = ("2026-09-01", "2026-11-01", "2026-10-01")
    files = {f"reports/{date}/report.html": f"<p>{date}</p>" for date in dates}
    github.create(files | {"reports/attributions.yaml": "{}", "reports/20-drafts/report.html": "x"})
    run = github.run("pages.yml", event="push")
    assert run.result == "success", run.jobs["publish"].log
    there = {one.relative_to(github.pages).as_posix() for one in github.pages.rglob("*.html")}
    assert there == {"index.html", "newest/report.html", *(f"{d}/report.html" for d in dates)}
    index = (github.pages / "index.html").read_text(encoding="utf-8")
    places = [index.index(f'href="{date}/report.html"') for date in sorted(dates, reverse=True)]
    assert places == sorted(places)
    assert (github.pages / "newest" / "report.html").read_text("utf-8") == "<p>2026-11-01</p>"


def test_nothing_is_published_where_there_is_no_report(tmp_path: Path) -> None:
    """An empty list would take every address away."""
    github = GitHub(tmp_path)
    github.create({"reports/README.md": "none yet"})
    assert github.run("pages.yml", event="push").result == "failure"
    assert not github.pages.exists()
