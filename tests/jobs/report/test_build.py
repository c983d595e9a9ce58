"""A whole report out of results files."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from datetime import date
from html.parser import HTMLParser
from pathlib import Path

import pytest

from toolwire import results
from toolwire.jobs.report import ReportPlan, build
from toolwire.jobs.report.labels import short
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Observation, Severity, Verdict

Make = Callable[..., Observation]
TODAY = date(2026, 11, 21)
EVIL = "<script>alert(1)</script>"
FILES = [
    "results.jsonl.gz", "report.md", "report.html", "summary.md", "checklist.md", "issue.md",
    "matrix.csv", "matrix.json", "drift.json", "models.json", "quirks.json", "quirks/openai.json",
]  # fmt: skip


def written(folder: Path, *observations: Observation) -> Path:
    """Write a finished results file and return its path."""
    path = folder / "run.jsonl"
    results.write(path, results.header({}), observations)
    return path


class _Tags(HTMLParser):
    """Collects what a browser would make of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def test_every_file_is_written(tmp_path: Path, observe: Make) -> None:
    """A build leaves twelve files, and a second build replaces them."""
    path = written(tmp_path, observe(facets={"call_field": "tool_calls"}))
    for _ in range(2):
        done = build([path], ReportPlan(tmp_path / "out", TODAY))
        out = tmp_path / "out"
        found = [path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()]
        assert sorted(found) == sorted(FILES)
        assert [path.relative_to(out).as_posix() for path in done.files] == FILES


def test_hostile_text_stays_text_in_the_page(tmp_path: Path, observe: Make) -> None:
    """`<script>` in providers, facets, messages, reasons and sources reaches no tag."""
    evil = observe(
        Verdict.FAILED, provider=EVIL, dialect=EVIL, suite=EVIL, source=f"{EVIL} x@y #1",
        reason=EVIL, rules=((EVIL, Severity.ERROR),), facets={"id_pattern": EVIL},
    )  # fmt: skip
    build([written(tmp_path, evil)], ReportPlan(tmp_path, TODAY))
    page = _Tags()
    page.feed((tmp_path / "report.html").read_text(encoding="utf-8"))
    assert "script" not in page.tags
    assert EVIL in "".join(page.text)
    markdown = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "<script" not in markdown
    assert "<script" not in (tmp_path / "checklist.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "source",
    [
        "javascript:alert(1)",
        "octo/spoon ../../../evil@0123456789ab #1",
        "https://evil.example/a path@0123456789ab #1",
        'octo/spoon a"b@zzzz #1',
    ],
)
def test_a_source_that_is_no_citation_is_no_link(
    tmp_path: Path, observe: Make, source: str
) -> None:
    """Only repository, path, commit and index make a link, and only to that repository."""
    build([written(tmp_path, observe(source=source))], ReportPlan(tmp_path, TODAY))
    page = _Tags()
    page.feed((tmp_path / "report.html").read_text(encoding="utf-8"))
    assert all(link.startswith("#") for link in page.links), page.links


def test_documented_evidence_is_hollow_everywhere(tmp_path: Path, observe: Make) -> None:
    """No format shows a documented pass with the mark of a provider's own bytes."""
    path = written(tmp_path, observe(level=EvidenceLevel.DOCUMENTED, facets={"id_field": "id"}))
    build([path], ReportPlan(tmp_path, TODAY))
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    body = page.partition('id="suites"')[2].partition('id="deviations"')[0]
    assert "○" in body
    assert "●" not in body
    assert 'class="conformant"' not in body
    rows = (tmp_path / "report.md").read_text(encoding="utf-8").partition("## Suites")[2]
    assert "○ 1/1 documented" in rows


def test_the_csv_has_one_line_a_cell_and_no_formulas(tmp_path: Path, observe: Make) -> None:
    """Cells can be read back, and text of a provider cannot start a formula."""
    path = written(tmp_path, observe(facets={"id_field": "=HYPERLINK(1)"}))
    build([path], ReportPlan(tmp_path, TODAY))
    with (tmp_path / "matrix.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(r["kind"], r["name"]) for r in rows] == [
        ("facet", "id_field"),
        ("suite", "single_call"),
    ]
    assert rows[0]["value"] == "'=HYPERLINK(1)"
    document = json.loads((tmp_path / "matrix.json").read_bytes())
    assert document["date"] == "2026-11-21"
    facet, suite = document["cells"]
    assert (facet["name"], suite["name"]) == ("id_field", "single_call")
    assert suite["modes"]["blocking"]["value"] == suite["value"] == "conformant"
    assert "models" not in suite


def test_an_interrupted_results_file_is_refused(tmp_path: Path, observe: Make) -> None:
    """A file without a footer is one clear line, and nothing is written."""
    path = written(tmp_path, observe())
    whole = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(whole[:-1]))
    with pytest.raises(ToolwireError) as refused:
        build([path], ReportPlan(tmp_path / "out", TODAY))
    assert str(path) in str(refused.value)
    assert "\n" not in str(refused.value)
    assert not (tmp_path / "out").exists()


def test_a_citation_is_shown_short_and_kept_whole() -> None:
    """A table's example names repository, file and number; anything else stands as it is."""
    assert short("octo/spoon deep/down/a b.yaml@0123456789ab #3") == "octo/spoon a b.yaml #3"
    assert short("cassettes/x.yaml") == "cassettes/x.yaml"


def test_traffic_that_stood_beside_the_last_run_is_no_news(tmp_path: Path, observe: Make) -> None:
    """The last one may be a run, which keeps no traffic: its faults are then known all the same."""
    live, error = EvidenceLevel.LIVE, Severity.ERROR
    traffic = observe(Verdict.FAILED, rules=(("TC401", error),), suite="round_trip", source="t")
    run = written(tmp_path, observe(level=live, case="a", date="2026-11-20"))

    def made(name: str, since: Path | None) -> Path:
        plan = ReportPlan(tmp_path / name, TODAY, since=since, imported=lambda _: [traffic])
        return build([run], plan).folder

    report = made("first", None)
    since_run, since_report = made("one", run), made("two", report)
    changes = (since_run / "changes.md").read_text()
    assert changes == (since_report / "changes.md").read_text()
    assert "TC401" not in changes
    assert "TC401" in (since_run / "report.md").read_text()
    for folder in (since_run, since_report):
        assert "new deviations" not in (folder / "checklist.md").read_text()
