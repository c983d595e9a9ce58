"""`toolwire submission`: one command for who hands in and for CI, with a reason for what is not taken."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.support.submission import PROVIDER, handed_in
from toolwire.cli import toolwire
from toolwire.cli.runs import submission
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import EvidenceLevel
from toolwire.results import read
from toolwire.transport.cassette.file import shipped_cassettes


def run(*words: str | Path) -> Result:
    """Run a command; a `ToolwireError` is what the command line turns into its exit code."""
    return CliRunner().invoke(toolwire, list(map(str, words)), standalone_mode=False)


def whole(place: Path) -> Path:
    """Hand in a submission whose suite has no gap: the cassettes of one suite of a real server."""
    folder = handed_in(place)
    into = folder / "cassettes" / "vllm" / "scripted"
    for path in (shipped_cassettes() / "vllm" / "scripted").glob("single_call.*.yaml"):
        shutil.copy(path, into)
    return folder


def test_it_is_judged_labelled_and_told_with_the_line_that_repeats_it(tmp_path: Path) -> None:
    """Results, report and exchanges are written, nothing into the submission; the last line judges again."""
    folder, out = whole(tmp_path), tmp_path / "out"
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    done = run("submission", folder, "-o", out)
    assert done.return_value == 0, done.output
    assert {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()} == before
    levels = {seen.evidence.level for seen in read(out / "results.jsonl") if seen.asked}
    assert EvidenceLevel.SUBMITTED in levels
    assert levels.isdisjoint({EvidenceLevel.RECORDED, EvidenceLevel.LIVE})
    report = (out / "report.md").read_text(encoding="utf-8")
    assert "submitted 2026-11" in report
    lines = done.stdout.splitlines()
    assert lines[0] == "submission lab, by A laboratory (https://lab.example/toolwire)"
    assert lines[-2] == "ask again:   toolwire audit -p vllm/scripted --record -o out"
    assert lines[-1] == f"judge again: toolwire submission {folder} -o {out}"
    assert run("submission", folder, "-o", out, "-q").output == ""


def test_its_pages_show_the_bytes_and_say_submitted(tmp_path: Path) -> None:
    """The site of what was judged has the label in the matrix and on the page of the cell."""
    out, pages = tmp_path / "out", tmp_path / "site"
    assert run("submission", whole(tmp_path), "-o", out, "-q").return_value == 0
    assert run("site", out, "-o", pages, "-q").return_value == 0
    assert 'class="hc' in (pages / "index.html").read_text(encoding="utf-8")
    cell = (pages / "cells" / "vllm.openai-chat" / "single_call.html").read_text(encoding="utf-8")
    assert "handed in" in cell
    assert "chat/completions" in cell
    badge = pages / "badges" / "cells" / "vllm.openai-chat" / "single_call.json"
    assert "submitted" in badge.read_text(encoding="utf-8")


def test_results_that_say_something_else_are_told(tmp_path: Path) -> None:
    """What was handed in as conformant and is judged otherwise is named, and the exit code is 1."""
    folder, out = whole(tmp_path), tmp_path / "out"
    assert run("submission", folder, "-o", out, "-q").return_value == 0
    results = (out / "results.jsonl").read_text(encoding="utf-8")
    (folder / "results.jsonl").write_text(results, encoding="utf-8")
    assert run("submission", folder, "-o", tmp_path / "same", "-q").return_value == 0
    claimed = results.replace('"verdict":"conformant"', '"verdict":"failed"', 1)
    (folder / "results.jsonl").write_text(claimed, encoding="utf-8")
    done = run("submission", folder, "-o", tmp_path / "other")
    assert done.return_value == 1
    assert "differs vllm/scripted openai-chat single_call." in done.stderr
    assert "handed in failed (TC190), judged conformant (TC190)" in done.stderr
    assert "1 case of results.jsonl differ" in done.stderr


def test_a_gap_is_loud(tmp_path: Path) -> None:
    """A case that was left out could not be judged: 2, and the count says so."""
    done = run("submission", handed_in(tmp_path), "-o", tmp_path / "out")
    assert done.return_value == 2
    assert "not-run" in done.stdout


def test_what_is_refused_is_told_in_a_line_each_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files, provider file and evidence are looked at in that order; long lists are cut."""
    folder, out = handed_in(tmp_path), tmp_path / "out"
    cassette = next(folder.rglob("*.auto.blocking.yaml"))
    kept = cassette.read_text(encoding="utf-8")
    cassette.write_text(kept.replace("evidence: recorded", "evidence: imported"), encoding="utf-8")
    told = run("submission", folder, "-o", out)
    assert "refused cassettes/vllm/scripted/single_call.auto.blocking.yaml: is imp" in told.stderr
    (folder / "provider.yaml").write_text(PROVIDER, encoding="utf-8")
    told = run("submission", folder, "-o", out)
    assert "refused provider.yaml: is of lab, and the statement names vllm" in told.stderr
    monkeypatch.setattr(submission, "_MOST_LINES", 1)
    for number in range(3):
        (folder / f"{number}.txt").write_text("x")
    told = run("submission", folder, "-o", out)
    assert told.stderr.count("refused ") == 1
    assert isinstance(told.exception, ToolwireError)
    assert "3 problems, 2 of them not shown" in str(told.exception)
    assert told.exception.exit_code == 3
    assert not out.exists()


def test_other_results_stay(tmp_path: Path) -> None:
    """The folder of another run is not written over."""
    folder, out = whole(tmp_path), tmp_path / "out"
    assert run("submission", folder, "-o", out, "-q").return_value == 0
    (folder.parent / "lab").rename(folder.parent / "other")
    other = folder.parent / "other"
    text = (other / "statement.yaml").read_text(encoding="utf-8")
    (other / "statement.yaml").write_text(text.replace(": lab", ": other"), encoding="utf-8")
    assert "holds results of another selection" in str(
        run("submission", other, "-o", out).exception
    )
    assert run("submission", other, "-o", out, "-q", "--overwrite").return_value == 0
