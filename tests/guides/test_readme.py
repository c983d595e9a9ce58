"""What the README and the committed report say is what the tool makes."""

from __future__ import annotations

import shutil
from datetime import date
from pathlib import Path

import pytest

from tests.support.root import ROOT
from toolwire.cli import COMMANDS
from toolwire.cli.facts import facts
from toolwire.cli.imported_traffic import traffic_of
from toolwire.jobs.report import ReportPlan, build

README = (ROOT / "README.md").read_text(encoding="utf-8")
REPORTS = sorted(path for path in (ROOT / "reports").iterdir() if path.is_dir())


def between(mark: str) -> str:
    """Return the README's text between two markers."""
    return README.partition(f"<!-- {mark} -->\n")[2].partition(f"<!-- /{mark} -->")[0]


@pytest.mark.parametrize("mark", ["audit-line", "tests-line"])
def test_the_two_commands_are_one_line_each(mark: str) -> None:
    """A reader copies one line, and CI runs that very line."""
    lines = between(mark).strip().splitlines()
    assert (lines[0], lines[-1], len(lines)) == ("```", "```", 3)


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


def test_readme_names_commands_that_exist() -> None:
    """Each `toolwire COMMAND` of the README is a command."""
    named = {line.split()[1] for line in README.splitlines() if line.startswith("toolwire ")} - {
        "sends"
    }
    assert named <= set(COMMANDS)


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
