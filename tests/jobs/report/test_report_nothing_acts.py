"""Every text field of a result is planted with what acts; no output and no screen has it raw."""

from __future__ import annotations

import csv
import json
import re
from datetime import date
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result

from tests.support.acting import PLANTED, acting_below, acting_in
from toolwire import results
from toolwire.cli import toolwire
from toolwire.jobs.report import ReportPlan, build
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode
from toolwire.model.observation import Finding, Observation, Severity, Stale, Verdict

TODAY = date(2026, 11, 21)
#: What would act in one of the formats, were it taken for more than text.
MARKUP = (
    "|`<img src=x onerror=alert(1)>`|[a](https://evil.example/a)![i](https://evil.example/i.png)"
    " https://evil.example/auto www.evil.example @evilteam boss@evil.example evil/repo#12"
    " <https://evil.example/angle> ]]> --> %0A::error::injected ##[add-mask]x $\\href{x}$"
    f"{PLANTED}\n::error::injected\r::error::injected\u2028::error::injected"
)
STARTS = ("=1+1", "+1", "-1", "@SUM(1)", "\t=1", "\r=1", " =1", "\uff1d1")


def planted(word: str, start: str = "") -> str:
    """Return a text of all that acts, which says where it was planted."""
    return f"{start}{word}{MARKUP}"


def observations(start: str = "", *, before: bool = False) -> list[Observation]:
    """Return observations of every level and verdict, or of those before, each text planted."""
    verdicts = [*Verdict]
    day, turned = ("2026-10-20", 1) if before else ("2026-11-20", 0)
    return [
        Observation(
            planted("provider", start), planted("dialect", start), planted("model", start),
            "single_call" if number % 2 else planted("suite", start), planted(f"case{number}", start),
            mode, verdict,
            Evidence(level, planted(f"source{number}", start), f"{day}T10:00:00+00:00", None),
            planted("reason", start),
            (
                Finding(
                    "TC304" if number % 3 else planted("rule", start), Severity.ERROR,
                    planted("/pointer", start), planted("message", start),
                    planted("expected"), {planted("key"): planted("actual")},
                ),
            ),
            {"call_field": planted("facet", start), "stop_on_call": planted("stop", start)},
            asked=level is not EvidenceLevel.IMPORTED,
            run=f"{day.replace('-', '')}T000000Z-00000001" if level is not EvidenceLevel.IMPORTED else "",
        )
        for number, (verdict, level, mode) in enumerate(
            (verdicts[at - turned], level, mode) for at in range(len(verdicts)) for level in EvidenceLevel for mode in Mode
        )
    ]  # fmt: skip


def written(path: Path, start: str = "", *, before: bool = False) -> Path:
    """Write a results file of the planted observations."""
    stale = [Stale(planted("provider"), planted("dialect"), planted("stale"))]
    results.write(path, results.header({}), observations(start, before=before), stale=stale)
    return path


def run(*words: str | Path) -> Result:
    """Run a command and return what it printed."""
    outcome = CliRunner().invoke(toolwire, list(map(str, words)), standalone_mode=False)
    assert outcome.exception is None, outcome.exception
    return outcome


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a report of the planted observations, against an older such report."""
    folder = tmp_path_factory.mktemp("built")
    old = written(folder / "old.jsonl", before=True)
    new = written(folder / "new.jsonl")
    build([new], ReportPlan(folder / "out", TODAY, since=old))
    for word in ("sarif", "junit"):
        run(
            "report", new, "-o", folder / "again", f"--{word}", folder / "out" / word, "--overwrite"
        )
    return folder / "out"


def test_no_file_of_a_report_holds_what_acts(built: Path) -> None:
    """Pages, exports, passports, SARIF and JUnit show it as escapes, and every file was made."""
    names = [
        path.relative_to(built).as_posix()
        for path in built.rglob("*")
        if path.is_file() and not path.name.startswith("results")
    ]
    assert {"report.html", "report.md", "matrix.csv", "issue.md", "changes.md", "sarif"} <= {*names}
    assert acting_below(built, names) == {}
    for name in ("report.html", "report.md", "matrix.csv", "junit", "sarif", "models.json"):
        text = (built / name).read_text()
        assert "provider" in text
        assert "u202e" in text, name


def test_documents_stay_well_formed(built: Path) -> None:
    """JUnit is XML 1.0, SARIF and exports are JSON, and the values read from them are whole."""
    cases = list(ET.fromstring((built / "junit").read_bytes()).iter("testcase"))
    assert len(cases) > len(observations())  # those, and the listed deviation
    log = json.loads((built / "sarif").read_bytes())
    values = [result["properties"].get("expected") for result in log["runs"][0]["results"]]
    assert planted("expected") in values
    json.loads((built / "matrix.json").read_bytes())


def test_a_page_has_no_tag_or_link_of_a_stranger(built: Path) -> None:
    """A browser makes no image and no address of what was planted."""
    found: list[str] = []

    class Tags(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            assert tag not in {"img", "script"}
            found.extend(value or "" for name, value in attrs if name in {"href", "src"})
            assert not any(name.startswith("on") for name, _ in attrs)

    Tags().feed((built / "report.html").read_text())
    assert found
    assert not [address for address in found if "evil" in address.split("#")[0]]


@pytest.mark.parametrize("name", ["report.md", "summary.md", "issue.md", "checklist.md"])
def test_markdown_makes_nothing_of_it(built: Path, name: str) -> None:
    """No cell ends early, and there is no tag, link, image, mention, mail or address by itself."""
    text = (built / name).read_text()
    plain = re.sub(r"\\[!-/:-@\[-`{-~]", "", text)  # what is escaped is text, and so is code
    plain = re.sub(r"`[^`\n]*`", "", plain)
    assert "<img" not in plain
    assert "](https://evil" not in plain
    assert not re.search(r"(?i)https?://evil|www\.evil|<https", plain)
    assert not re.search(r"(?<![\w])@evilteam|boss@evil|repo#12", plain)
    for rows in re.findall(r"(?m)(?:^\|.*\|\n)+", plain):
        assert len({row.count("|") for row in rows.splitlines()}) == 1, rows[:300]


@pytest.mark.parametrize("start", STARTS)
def test_no_cell_of_the_csv_is_a_formula(tmp_path: Path, start: str) -> None:
    """However a text begins, a spreadsheet takes its cell for text."""
    build([written(tmp_path / "run.jsonl", start)], ReportPlan(tmp_path / "out", TODAY))
    with (tmp_path / "out" / "matrix.csv").open(newline="", encoding="utf-8") as file:
        cells = [cell for line in csv.reader(file) for cell in line]
    assert any("provider" in cell for cell in cells)
    formulas = [c for c in cells if c.lstrip().startswith(("=", "+", "-", "@", "\uff1d"))]
    assert formulas == []


def test_no_screen_shows_what_acts(tmp_path: Path) -> None:
    """`report` and `diff` print it as escapes, on both outputs and in every form."""
    old, new = written(tmp_path / "old.jsonl", before=True), written(tmp_path / "new.jsonl")
    forms = [
        run("report", new, "-o", tmp_path / f"out{PLANTED[1:9]}"),
        *(
            run("diff", old, new, "-v", *form)
            for form in ((), ("--format", "markdown"), ("--json",))
        ),
    ]
    for outcome in forms:
        assert acting_in(outcome.stdout) <= {"\n"}
        assert acting_in(outcome.stderr) <= {"\n"}
        lines = [*outcome.stdout.splitlines(), *outcome.stderr.splitlines()]
        assert not [line for line in lines if line.lstrip().startswith("::") or "##[" in line]
