"""`toolwire doctor`, from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from toolwire import __version__
from toolwire.cli import toolwire


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a project of its own, which is the working directory."""
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def doctor(*words: str) -> Result:
    """Run the command."""
    return CliRunner().invoke(toolwire, ["doctor", *words], standalone_mode=False)


def test_one_screen_says_that_all_is_well(here: Path) -> None:
    """A line for each thing, within 24 lines, and exit code 0."""
    done = doctor()
    assert (done.return_value, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert len(lines) <= 24
    assert lines[0].startswith(f"ok     toolwire       {__version__}, Python ")
    assert lines[-1] == "nothing is broken"


def test_a_problem_ends_with_three_and_says_what_to_do(here: Path) -> None:
    """It works with a configuration that every other command refuses."""
    (here / "toolwire.toml").write_text('suite = "x"\n')
    done = doctor()
    assert done.return_value == 3
    at = next(i for i, line in enumerate(done.stdout.splitlines()) if line.startswith("broken"))
    broken, remedy = done.stdout.splitlines()[at : at + 2]
    assert broken == "broken configuration  toolwire.toml: unknown key 'suite'"
    assert remedy.strip() == "-> did you mean suites?"
    assert done.stdout.splitlines()[-1] == "1 problem"


def test_programs_get_json(here: Path) -> None:
    """One document with the same, and the same exit code."""
    (here / "toolwire.toml").write_text('suite = "x"\n')
    done = doctor("--json")
    found = json.loads(done.stdout)
    assert (done.return_value, found["ok"], found["toolwire"]) == (3, False, __version__)
    wrong = [one for one in found["checks"] if not one["ok"]]
    assert [one["check"] for one in wrong] == ["configuration"]
    assert all(one["remedy"] is None for one in found["checks"] if one["ok"])
