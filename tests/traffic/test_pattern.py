"""Patterns match what `glob.glob` matches, and come to an end."""

from __future__ import annotations

import glob
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.examples import examples
from tests.support.root import PYTHONPATH
from toolwire.model.errors import ToolwireError
from toolwire.traffic import pattern
from toolwire.traffic.pattern import matches

PARTS = ["a", "b.yaml", "*", "*.yaml", "?", "[ab]", "**", ".*", ".h", "c*", "[!a]*"]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a small tree with hidden names and names that look like patterns."""
    root = tmp_path_factory.mktemp("tree")
    for name in ("a/b.yaml", "a/a/b.yaml", "a/.h/b.yaml", "b.yaml", "c/d", ".h/a", "c/[ab]", "c/*"):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return root


def _globbed(text: str) -> list[str]:
    return sorted(one for one in set(glob.glob(text, recursive=True)) if os.path.lexists(one))  # noqa: PTH207 - it is what is compared with


@settings(max_examples=examples(300))
@given(st.lists(st.sampled_from(PARTS), min_size=1, max_size=4), st.sampled_from(["", "/"]))
def test_it_matches_what_glob_matches(tree: Path, parts: list[str], end: str) -> None:
    """Where no link leads to a folder, names are those of the standard library, each once."""
    text = f"{tree}/{'/'.join(parts)}{end}"
    assert matches(text) == _globbed(text)


def test_relative_patterns_are_of_the_working_folder(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pattern without a folder looks where the program was started."""
    monkeypatch.chdir(tree)
    for text in ("*.yaml", "**/*.yaml", "a/*", "**"):
        assert matches(text) == _globbed(text)


def test_links_to_folders_do_not_keep_it_busy(tmp_path: Path) -> None:
    """Two links to `.` are a trillion ways through one folder; they are not gone."""
    for name in ("one", "two"):
        (tmp_path / name).symlink_to(".")
    (tmp_path / "a.jsonl").write_text("{}\n")
    done = subprocess.run(
        [sys.executable, "-m", "toolwire", "lint", "**/*.jsonl"],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": PYTHONPATH},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert "1 could not be read" in done.stderr


def test_too_many_matches_are_refused(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What one pattern matches is held at once, so it is bounded."""
    monkeypatch.setattr(pattern, "MOST_MATCHES", 3)
    with pytest.raises(ToolwireError, match="matches more than 3 names"):
        matches(f"{tree}/**")
