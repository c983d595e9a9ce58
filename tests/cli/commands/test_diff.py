"""`toolwire diff`, from the command line: two audits of a server, reports, and bad input."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.support.compared import asked, head
from tests.support.forked import run_forked, serving
from tests.support.root import ROOT
from toolwire.cli import toolwire
from toolwire.model.errors import ToolwireError
from toolwire.model.observation import Observation, Verdict
from toolwire.results import Header, read, write

SUITES = ("single_call", "round_trip")
PROVIDER = """
provider: acme
title: Acme
source: https://api.example.invalid/docs
read: 2026-11-21
dialect: openai-chat
base_url: {url}/v1
key_env: ACME_API_KEY
hosts: [api.example.invalid]
models:
  - {{id: reference-model, tools: yes, source: https://api.example.invalid/docs, read: 2026-11-21}}
"""


def diff(*words: str | Path, columns: int = 80) -> Result:
    """Run the command."""
    return CliRunner().invoke(
        toolwire, ["diff", *map(str, words)], standalone_mode=False, env={"COLUMNS": str(columns)}
    )


def refused(*words: str | Path) -> str:
    """Run a command that has to be refused, and return its one line."""
    error = diff(*words).exception
    assert isinstance(error, ToolwireError), error
    assert error.exit_code == 3
    assert "\n" not in str(error)
    return str(error)


@contextmanager
def served(*more: str) -> Iterator[str]:
    """Run the reference server on a free port and yield its URL."""
    with serving(("-d", "openai-chat", "--port", "0", *more), Path(os.devnull)) as url:
        yield url


def audited(url: str, folder: Path) -> int:
    """Audit a server live and return the exit code."""
    providers = folder / "providers"
    providers.mkdir(parents=True)
    (providers / "acme.yaml").write_text(PROVIDER.format(url=url), encoding="utf-8")
    suites = [word for suite in SUITES for word in ("-s", suite)]
    words = ["audit", "-p", "acme", "--live", "-q", "--providers", str(providers), *suites]
    return run_forked([*words, "-o", folder]).returncode


@pytest.fixture(scope="module")
def audits(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Audit the reference server clean, and with no arguments written as nothing."""
    clean, broken = tmp_path_factory.mktemp("clean"), tmp_path_factory.mktemp("broken")
    with served() as url:
        assert audited(url, clean) == 0
    # Runs are told apart by the second in which they began, and each of these takes less.
    time.sleep(1)
    with served("--fault", "TC304") as url:
        assert audited(url, broken) == 1
    return clean, broken


def test_a_fault_breaks_its_cases_and_ends_with_one(audits: tuple[Path, Path]) -> None:
    """Between a clean audit and one of a server with TC304 that rule broke, and nothing else."""
    clean, broken = audits
    run = diff(clean, broken, "--json")
    found = json.loads(run.output)
    assert run.return_value == 1
    broke = [cell for cell in found["cells"] if cell["kind"] == "broke"]
    failed = [o for o in read(broken) if o.verdict is Verdict.FAILED]
    assert len(broke) == len(failed) > 0
    assert {(c["suite"], c["case"], c["mode"]) for c in broke} == {
        (o.suite, o.case, str(o.mode)) for o in failed
    }
    assert {cell["kind"] for cell in found["cells"]} == {"broke", "evidence"}
    assert {tuple(cell["gained"]) for cell in broke} == {("TC304",)}
    assert {cell["cause"] for cell in broke} == {"bytes"}
    (rule,) = found["rules"]
    assert (rule["rule"], rule["kind"], rule["before"]) == ("TC304", "broke", 0)
    assert rule["after"] == len(failed)
    (fact,) = found["facts"]
    assert (fact["facet"], fact["before"]) == ("no_arguments", ['"{}"'])
    # Beside other calls one of several is broken.
    assert all(value.startswith('""') for value in fact["after"])


def test_the_other_way_round_it_is_mended(audits: tuple[Path, Path]) -> None:
    """What broke one way is mended the other way; the exit code is 0."""
    clean, broken = audits
    run = diff(broken, clean)
    assert run.return_value == 0
    assert "Mended (" in run.output
    assert "Broke (" not in run.output
    assert "NEW was made before OLD" in run.output
    assert run.output.endswith("Nothing broke.\n")


def test_an_audit_is_not_different_from_itself(audits: tuple[Path, Path]) -> None:
    """A run compared with itself has nothing to tell."""
    run = diff(audits[1], audits[1] / "results.jsonl")
    assert run.return_value == 0
    assert "Nothing changed" in run.output


@pytest.mark.parametrize("columns", [80, 120])
def test_the_screen_fits(audits: tuple[Path, Path], columns: int) -> None:
    """No line is wider than the terminal, and the verdict stands last."""
    run = diff(*audits, columns=columns)
    assert max(map(len, run.output.splitlines())) <= columns
    assert run.output.splitlines()[-1].endswith("cells of acme broke.")
    assert "TC304 error broke" in run.output


def test_markdown_goes_to_a_file(audits: tuple[Path, Path], tmp_path: Path) -> None:
    """With -o the document is in the file, the verdict on the screen, the exit code the same."""
    path = tmp_path / "pr" / "diff.md"
    run = diff(*audits, "--format", "markdown", "-o", path)
    assert (run.return_value, run.output.count("\n")) == (1, 1)
    text = path.read_text(encoding="utf-8")
    assert text.startswith("## ")
    assert "cells of `acme` broke." in text.splitlines()[0]
    assert diff(*audits, "-q").output == ""


def test_the_committed_report_is_not_different_from_itself() -> None:
    """The newest committed report compared with itself changed in nothing."""
    run = diff("latest", "latest", "--reports", ROOT / "reports", "--json")
    found = json.loads(run.output)
    assert run.return_value == 0
    assert (found["cells"], found["rules"], found["facts"], found["notes"]) == ([], [], [], [])
    assert found["common"] == found["same"] > 1000


def kept(folder: Path, observations: list[Observation], header: Header | None = None) -> Path:
    """Write results and return their folder."""
    write(folder / "results.jsonl", header or head(), observations)
    return folder


def test_unlike_selections_compare_what_both_have(tmp_path: Path) -> None:
    """What only one side looked at is told in one line, and breaks nothing."""
    old = kept(tmp_path / "old", [asked(), asked(provider="first")])
    more = asked("TC301", provider="other", suite="round_trip")
    new = kept(tmp_path / "new", [asked(), more], head("2026-12-22"))
    run = diff(old, new, columns=120)
    assert run.return_value == 0
    told = [line for line in run.output.splitlines() if line.startswith("note: ")]
    assert told == [
        "note: only OLD looked at first (openai-chat)",
        "note: only NEW looked at other (openai-chat); suites round_trip",
    ]
    assert "Gone (" not in run.output


def test_live_and_replay_are_told(tmp_path: Path) -> None:
    """That one side asked live and the other judged recordings is said."""
    live = replace(head("2026-12-22"), selection={"live": True})
    run = diff(kept(tmp_path / "a", [asked()]), kept(tmp_path / "b", [asked()], live))
    assert "note: OLD judged what was recorded, NEW asked live" in run.output


def test_nothing_in_common_is_refused(tmp_path: Path) -> None:
    """Two results that share no cell are no comparison: one line says what each has."""
    old = kept(tmp_path / "old", [asked(provider="first")])
    new = kept(tmp_path / "new", [asked(provider="other")])
    told = refused(old, new)
    assert "nothing to compare" in told
    assert "first" in told
    assert "other" in told
    assert "has nothing" in refused(old, kept(tmp_path / "none", []))


def test_bad_input_is_one_line(tmp_path: Path) -> None:
    """Another schema, no results, an interrupted file, no such date: what, where, what to do."""
    good = kept(tmp_path / "good", [asked()])
    text = (good / "results.jsonl").read_text(encoding="utf-8")
    other, cut = tmp_path / "other.jsonl", tmp_path / "cut.jsonl"
    other.write_text(text.replace('"schema":1', '"schema":2', 1), encoding="utf-8")
    cut.write_text(text.rpartition('{"kind":"footer"')[0], encoding="utf-8")
    (tmp_path / "empty").mkdir()
    assert "schema 2, this version reads 1" in refused(good, other)
    assert "no results.jsonl" in refused(tmp_path / "empty", good)
    assert "interrupted" in refused(good, cut)
    (tmp_path / "reports").mkdir()
    good.rename(tmp_path / "reports" / "2026-11-22")
    told = refused("2026-11-20", "latest", "--reports", tmp_path / "reports")
    assert "no report of 2026-11-20 (the nearest is of 2026-11-22)" in told


def test_hostile_names_do_nothing_to_a_terminal(tmp_path: Path) -> None:
    """Escape sequences of results are shown, not obeyed."""
    evil = "a\x1b[2J\u202eb"
    old = kept(tmp_path / "old", [asked(provider=evil, model=evil)])
    bad = replace(asked("TC301", provider=evil, model=evil, day="2026-12-22"), reason=evil)
    run = diff(old, kept(tmp_path / "new", [bad], replace(head("2026-12-22"), started_at=evil)))
    assert run.return_value == 1
    assert "\x1b" not in run.output
    assert "\u202e" not in run.output
    assert "\\u001b" in run.output
