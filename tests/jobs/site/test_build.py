"""A whole site: the same twice, nothing old left, nothing of others touched."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from toolwire.jobs.site import SitePlan, build
from toolwire.jobs.site.build import MANIFEST
from toolwire.model.errors import ToolwireError
from toolwire.model.observation import Observation

Make = Callable[..., Observation]
Write = Callable[..., Path]


def plan(out: Path) -> SitePlan:
    """Return a plan for a day after all runs."""
    return SitePlan(out, date(2026, 11, 23))


def everything(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder by their paths."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_two_builds_give_the_same_bytes(tmp_path: Path, report_of: Write, observe: Make) -> None:
    """The list of its files says what is there."""
    report_of("2026-11-22", observe(), observe(suite="round_trip", provider="<b>"))
    for name in ("one", "two"):
        built = build([tmp_path / "reports"], plan(tmp_path / name))
        assert {*built.files} == {*everything(tmp_path / name)}
    assert everything(tmp_path / "one") == everything(tmp_path / "two")
    listed = json.loads((tmp_path / "one" / MANIFEST).read_bytes())["files"]
    assert {*listed} == {*everything(tmp_path / "one")}


def test_what_is_no_longer_written_goes(tmp_path: Path, report_of: Write, observe: Make) -> None:
    """Of an earlier build only; what a person put there stays."""
    report_of("2026-11-22", observe())
    out = tmp_path / "site"
    build([tmp_path / "reports"], plan(out))
    (out / "CNAME").write_text("example.com")
    old = json.loads((out / MANIFEST).read_bytes())
    (out / "gone").mkdir()
    (out / "gone" / "page.html").write_text("old")
    (tmp_path / "outside.html").write_text("not ours")
    old["files"] += ["gone/page.html", "../outside.html", "/etc/hostname", 3]
    (out / MANIFEST).write_text(json.dumps(old))
    build([tmp_path / "reports"], plan(out))
    assert not (out / "gone").exists()
    assert (tmp_path / "outside.html").exists()
    assert Path("/etc/hostname").exists()
    assert (out / "CNAME").exists()


def test_a_folder_of_others_is_refused(tmp_path: Path, report_of: Write, observe: Make) -> None:
    """Unless the user says so, and then what is there stays."""
    report_of("2026-11-22", observe())
    out = tmp_path / "site"
    out.mkdir()
    (out / "thesis.txt").write_text("mine")
    with pytest.raises(ToolwireError, match="no site of ours"):
        build([tmp_path / "reports"], plan(out))
    build([tmp_path / "reports"], plan(out), overwrite=True)
    assert (out / "thesis.txt").read_text() == "mine"


@pytest.mark.parametrize("text", ["", "[]x", "\x00"])
def test_a_broken_list_of_files_is_told(
    tmp_path: Path, report_of: Write, observe: Make, text: str
) -> None:
    """Nothing is removed by guessing."""
    report_of("2026-11-22", observe())
    out = tmp_path / "site"
    out.mkdir()
    (out / MANIFEST).write_text(text)
    with pytest.raises(ToolwireError, match="not the list of a site's files"):
        build([tmp_path / "reports"], plan(out))


def test_a_file_is_no_folder(tmp_path: Path, report_of: Write, observe: Make) -> None:
    """The error says what to name."""
    report_of("2026-11-22", observe())
    (tmp_path / "site").write_text("")
    with pytest.raises(ToolwireError, match="is a file"):
        build([tmp_path / "reports"], plan(tmp_path / "site"))


@pytest.mark.parametrize("place", [".", "2026-11-22", "2026-11-22/site"])
def test_reports_are_not_written_over(
    tmp_path: Path, report_of: Write, observe: Make, place: str
) -> None:
    """What a later build does not write again is removed: of a report that would be its pages."""
    report_of("2026-11-22", observe())
    before = everything(tmp_path / "reports")
    with pytest.raises(ToolwireError, match="holds reports"):
        build([tmp_path / "reports"], plan(tmp_path / "reports" / place), overwrite=True)
    assert everything(tmp_path / "reports") == before
