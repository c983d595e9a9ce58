"""What the README and the committed report say is what the tool makes."""

from __future__ import annotations

import shutil
from datetime import date
from pathlib import Path

import pytest
import yaml

from tests.guides.printed import blocks
from tests.support.root import ROOT
from toolwire.cli.facts import facts
from toolwire.cli.imported_traffic import traffic_of
from toolwire.jobs.report import ReportPlan, build

README = (ROOT / "README.md").read_text(encoding="utf-8")
REPORTS = sorted(path for path in (ROOT / "reports").iterdir() if path.is_dir())


def between(mark: str) -> str:
    """Return the README's text between two markers."""
    return README.partition(f"<!-- {mark} -->\n")[2].partition(f"<!-- /{mark} -->")[0]


@pytest.mark.parametrize("mark", ["demo-line", "audit-line", "tests-line"])
def test_the_commands_that_ci_runs_are_one_line_each(mark: str) -> None:
    """A reader copies one line, and CI runs that very line."""
    lines = between(mark).strip().splitlines()
    assert (lines[0], lines[-1], len(lines)) == ("```sh", "```", 3)


@pytest.mark.parametrize("number", range(2))
def test_a_workflow_of_a_recipe_fits_what_it_calls(number: int) -> None:
    """The called workflow is there, has each input and secret, and asks for no more permissions."""
    recipes = [block.text for block in blocks(ROOT / "README.md") if block.kind == "yaml"]
    assert len(recipes) == 2
    (job,) = yaml.safe_load(recipes[number])["jobs"].values()
    path = job["uses"].removeprefix("OWNER/toolwire/").partition("@")[0]
    called = yaml.safe_load((ROOT / path).read_text(encoding="utf-8"))
    # YAML 1.1 reads the key `on` as true.
    takes = called[True]["workflow_call"]
    assert job.get("with", {}).keys() <= takes["inputs"].keys()
    assert job.get("secrets", {}).keys() <= takes.get("secrets", {}).keys()
    wanted = {
        (name, kind)
        for one in called["jobs"].values()
        for name, kind in one.get("permissions", {}).items()
        if kind != "none"
    }
    given = set(job["permissions"].items())
    assert {(n, k) for n, k in wanted if (n, "write") not in given} <= given


def test_the_format_table_is_the_newest_reports() -> None:
    """README shows the summary of the newest committed report, unchanged."""
    newest = (REPORTS[-1] / "summary.md").read_text(encoding="utf-8")
    mend = f"run: nox -s report (or put {REPORTS[-1].name}/summary.md between the marks)"
    assert between("formats").strip() == newest.strip(), mend


def test_the_newest_report_can_be_built_again(tmp_path: Path) -> None:
    """Every file of the newest committed report follows from its results, byte for byte.

    What a person wrote into the checklist is kept, as `toolwire report` keeps it. Earlier ones stay
    as they were published: rules were withdrawn since, and providers' files have other lists.
    """
    folder = REPORTS[-1]
    shutil.copy(folder / "checklist.md", tmp_path / "checklist.md")
    earlier = [other for other in REPORTS if other.name < folder.name]
    since = earlier[-1] if (folder / "changes.md").exists() else None
    plan = ReportPlan(tmp_path, date.fromisoformat(folder.name), facts(), traffic_of, since)
    written = build([folder], plan)
    names = {path.relative_to(tmp_path) for path in written.files}
    kept = {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}
    same = {n for n in names & kept if (tmp_path / n).read_bytes() == (folder / n).read_bytes()}
    words = f"{folder.relative_to(ROOT)} -o {folder.relative_to(ROOT)} --date {folder.name}"
    before = f" --since {since.relative_to(ROOT)}" if since else ""
    mend = f"run: toolwire report {words} --overwrite{before}"
    assert sorted(map(str, names ^ kept | names - same)) == [], mend


@pytest.mark.parametrize("folder", REPORTS, ids=lambda path: path.name)
def test_a_committed_report_is_small(folder: Path) -> None:
    """A repository that keeps one a month grows by at most 3 MB a month."""
    assert sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) <= 3_000_000


@pytest.mark.parametrize("page", [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))])
def test_no_command_of_a_page_is_refused_for_another(page: Path) -> None:
    """Each writes into a folder of its own: only the first line of README takes the default."""
    lines = page.read_text(encoding="utf-8").splitlines()
    audits = [line for line in lines if line.startswith("toolwire audit ")]
    for line in audits:
        assert " -o " in line, line
    live = {"--live", "--record"}
    outs: dict[str, tuple[str, bool]] = {}
    for line in audits:
        words = line.partition("#")[0].split()
        kind = (
            " ".join(w for w in words if w in {"--shard", "--cassettes"}),
            bool(live & {*words}),
        )
        assert outs.setdefault(words[words.index("-o") + 1], kind) == kind, line
