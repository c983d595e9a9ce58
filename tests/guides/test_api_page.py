"""docs/api.md does what it shows."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

import toolwire
from tests.support.root import ROOT

PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", PAGE, re.DOTALL)
RECORDING = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)


def test_every_example_says_what_it_prints() -> None:
    """No block of Python stands on the page that the test below does not run."""
    assert len(EXAMPLES) == PAGE.count("```python\n")
    assert len(RECORDING) == PAGE.count("```json\n") == 1


@pytest.mark.parametrize(("code", "printed"), EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_example_prints_what_the_page_says(
    code: str,
    printed: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Each runs by itself, in a folder that holds the recording of the page and nothing else."""
    (tmp_path / "recordings").mkdir()
    (tmp_path / "recordings" / "one.jsonl").write_text(RECORDING[0], encoding="utf-8")
    programs = tmp_path / "bin"
    programs.mkdir()
    command = programs / "toolwire"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m toolwire "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "docs/api.md", "exec"), {"__name__": "example"})
    assert capsys.readouterr().out == printed


def test_the_page_names_all_that_is_exported() -> None:
    """Each function of `toolwire` is called on the page."""
    called = set(re.findall(r"toolwire\.([a-z]+)\(", PAGE))
    assert {name for name in toolwire.__all__ if name.islower()} == called
