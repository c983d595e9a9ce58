"""What other people's tools read of this repository: issue forms and the pre-commit hook."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.root import ROOT

FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
#: Kinds of an issue form's parts (GitHub, "Syntax for GitHub's form schema", read 2026-11-23).
KINDS = {"markdown", "textarea", "input", "dropdown", "checkboxes"}


def loaded(path: Path) -> Any:
    """Return a YAML file."""
    return yaml.safe_load(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "path", [one for one in FORMS if one.name != "config.yml"], ids=lambda path: path.stem
)
def test_a_form_is_one_that_github_shows(path: Path) -> None:
    """It has a name, and parts of known kinds with ids of their own, at least one of them asked for."""
    form = loaded(path)
    assert {"name", "description", "body"} <= form.keys()
    assert {part["type"] for part in form["body"]} <= KINDS
    asked = [part for part in form["body"] if part["type"] != "markdown"]
    ids = [part["id"] for part in asked]
    assert len(ids) == len({*ids})
    assert all(part["attributes"]["label"] for part in asked)
    assert any(part.get("validations", {}).get("required") for part in asked)


def test_there_are_forms_for_a_deviation_a_dispute_and_a_provider() -> None:
    """And a file that says that others may be written, too."""
    assert {path.stem for path in FORMS} == {"config", "deviation", "dispute", "provider"}


def test_the_hook_finds_a_key_in_a_recording(tmp_path: Path) -> None:
    """What pre-commit would run fails for a file with a key, and names no key; a clean one passes."""
    (hook,) = loaded(ROOT / ".pre-commit-hooks.yaml")
    words = shlex.split(hook["entry"])
    assert words[0] == "toolwire"
    command = [sys.executable, "-m", "toolwire", *words[1:]]
    key = "sk-proj-" + "a1B2" * 12
    dirty, clean = tmp_path / "dirty.har", tmp_path / "clean.har"
    dirty.write_text(f'{{"authorization": "Bearer {key}"}}')
    clean.write_text('{"accept": "application/json"}')
    done = subprocess.run([*command, dirty, clean], capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    assert "dirty.har" in done.stdout
    assert "clean.har:" not in done.stdout
    assert key not in done.stdout + done.stderr
    assert subprocess.run([*command, clean], capture_output=True, check=False).returncode == 0
