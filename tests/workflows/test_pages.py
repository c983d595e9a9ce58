"""The published pages: the site of all dated reports, each of which keeps its address."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.workflows.github import GitHub
from toolwire import results
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode
from toolwire.model.observation import Observation, Verdict

DATES = ("2026-09-01", "2026-11-01", "2026-10-01")


def results_of(folder: Path, day: str) -> str:
    """Return a results file of one case that was asked on a day."""
    seen = Observation(
        "acme", "openai-chat", "m", "single_call", "auto", Mode.BLOCKING, Verdict.CONFORMANT,
        Evidence(EvidenceLevel.RECORDED, "acme/m/single_call.auto.blocking.yaml", day),
    )  # fmt: skip
    path = folder / f"{day}.jsonl"
    head = results.Header("0.1.0", f"{day}T00:00:00Z", run=f"{day.replace('-', '')}T000000Z-1")
    results.write(path, head, [seen], finished_at=f"{day}T00:01:00Z")
    return path.read_text(encoding="utf-8")


@pytest.fixture
def github(tmp_path: Path) -> GitHub:
    """Return a repository of three reports, in no order, beside files that are none."""
    hub = GitHub(tmp_path)
    files = {f"reports/{date}/report.html": f"<p>{date}</p>" for date in DATES}
    files |= {f"reports/{date}/results.jsonl": results_of(tmp_path, date) for date in DATES}
    files["reports/2026-08-01/report.html"] = "<p>its results were too large to keep</p>"
    hub.create(files | {"reports/attributions.yaml": "{}", "reports/20-drafts/report.html": "x"})
    return hub


def test_every_report_keeps_its_address(github: GitHub) -> None:
    """Each date has its folder, the newest one more; the site is of all and knows its address."""
    run = github.run("pages.yml", event="push")
    assert run.result == "success", run.jobs["publish"].log
    pages = {one.relative_to(github.pages).as_posix() for one in github.pages.rglob("report.html")}
    dates = (*DATES, "2026-08-01")
    assert pages == {"newest/report.html", *(f"{date}/report.html" for date in dates)}
    for date in DATES:
        assert (github.pages / date / "report.html").read_text("utf-8") == f"<p>{date}</p>"
    assert (github.pages / "newest" / "report.html").read_text("utf-8") == "<p>2026-11-01</p>"
    assert "acme" in (github.pages / "index.html").read_text("utf-8")
    assert not (github.pages / "docs").exists()
    history = json.loads((github.pages / "history.json").read_bytes())
    assert [one["date"] for one in history["reports"]] == sorted(DATES)
    assert json.loads((github.pages / "matrix.json").read_bytes())["date"] == "2026-11-01"
    feed = (github.pages / "feed.xml").read_text("utf-8")
    assert 'href="https://somebody.github.io/reports/feed.xml"' in feed


def test_a_workflow_of_others_may_call_it(github: GitHub) -> None:
    """With folders of their own; an address without https is left out, and nothing fails for it."""
    github.address = "http://example.com"
    inputs = {"reports": "reports", "cassettes": "none", "provider-files": ""}
    run = github.run("pages.yml", inputs, event="workflow_call")
    assert run.result == "success", run.jobs["publish"].log
    assert (github.pages / "newest" / "report.html").exists()
    assert "example.com" not in (github.pages / "feed.xml").read_text("utf-8")


def test_the_documentation_is_published_below_the_site(tmp_path: Path) -> None:
    """In toolwire's own repository, with its own address; others publish the site alone."""
    hub = GitHub(tmp_path)
    own = {"docs/extensions/schema_reference.py": "", "docs/conf.py": "", "locks/docs.txt": ""}
    hub.create(own | {"reports/2026-11-01/results.jsonl": results_of(tmp_path, "2026-11-01")})
    run = hub.run("pages.yml", event="push")
    assert run.result == "success", run.jobs["publish"].log
    address = (hub.pages / "docs" / "index.html").read_text("utf-8").strip()
    assert address == "https://somebody.github.io/reports/docs/"
    assert (hub.pages / "index.html").exists()


def test_nothing_is_published_where_there_is_no_report(tmp_path: Path) -> None:
    """An empty site would take every address away."""
    github = GitHub(tmp_path)
    github.create({"reports/README.md": "none yet"})
    run = github.run("pages.yml", event="push")
    assert run.result == "failure"
    assert "holds no results" in run.jobs["publish"].log
    assert not github.pages.exists()
