"""The guides for contributors do what they say: their own lines, in a scratch copy."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GUIDES = ("adding-a-provider", "adding-a-rule", "adding-a-suite")
#: What the guides' commands look at; cassettes are large and looked at only, so they are linked.
COPIED = ("docs", "harness", "suites", "tests", "pyproject.toml", "README.md", "CONTRIBUTING.md")
LINKED = ("cassettes", "reports")
#: Two screens.
LONGEST = 112
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
NAMED = re.compile(r"# ([\w./-]+\.(?:yaml|py))\n(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block of a guide: a file to write, where `path` is one, else shell lines."""

    path: str
    text: str


def blocks(guide: str) -> Iterator[Block]:
    """Yield what a reader of a guide does, in order."""
    page = (ROOT / "docs" / f"{guide}.md").read_text(encoding="utf-8")
    for kind, text in FENCE.findall(page):
        named = NAMED.fullmatch(text)
        if named is not None:
            yield Block(named[1], named[2])
        else:
            assert kind == "sh", f"{guide}: a block that is neither a named file nor sh:\n{text}"
            yield Block("", text)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a copy of the repository without its cassettes and its history."""
    place = tmp_path / "toolwire"
    place.mkdir()
    # With what Python compiled: a guide's every line would compile the package anew.
    unwanted = shutil.ignore_patterns(".*_cache")
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, place / name, ignore=unwanted)
        else:
            shutil.copy(ROOT / name, place)
    for name in LINKED:
        (place / name).symlink_to(ROOT / name)
    commands = tmp_path / "bin"
    commands.mkdir()
    for name, words in (("python", ""), ("toolwire", " -m toolwire")):
        command = commands / name
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}"{words} "$@"\n', encoding="utf-8")
        command.chmod(0o755)
    return place


def run(text: str, place: Path) -> subprocess.CompletedProcess[str]:
    """Run shell lines of a guide in a copy, which is the toolwire that they see."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", text],
        cwd=place,
        env={
            **kept,
            "PATH": f"{place.parent / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": f"{place / 'harness'}{os.pathsep}{place}",
        },
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("guide", GUIDES)
def test_a_guide_does_what_it_says(guide: str, copy: Path) -> None:
    """Every file of a guide is new and every line of its shell blocks succeeds, in order."""
    done = list(blocks(guide))
    assert {bool(block.path) for block in done} == {True, False}
    for block in done:
        if block.path:
            path = copy / block.path
            assert not path.exists(), f"{guide} would replace {block.path}"
            assert path.parent.is_dir(), f"{guide} needs a folder for {block.path}"
            path.write_text(block.text, encoding="utf-8")
            continue
        ran = run(block.text, copy)
        assert ran.returncode == 0, f"{guide}:\n{block.text}\n{ran.stdout}\n{ran.stderr}"


@pytest.mark.parametrize("guide", GUIDES)
def test_a_guide_adds_one_file(guide: str) -> None:
    """What the guides are about takes one file; the rest is commands."""
    assert len([block for block in blocks(guide) if block.path]) == 1


@pytest.mark.parametrize("page", [*GUIDES, "architecture"])
def test_a_page_for_the_first_hour_is_short(page: str) -> None:
    """Two screens are read; more is looked up elsewhere."""
    lines = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8").count("\n")
    assert lines <= LONGEST


def test_a_line_that_fails_is_told(copy: Path) -> None:
    """A guide whose command fails in the middle, or before a pipe, does not pass."""
    assert run("false\ntrue\n", copy).returncode != 0
    assert run("toolwire explain TC999 | cat\n", copy).returncode != 0
    assert run("python -c 'import toolwire; print(toolwire.__file__)'", copy).stdout.startswith(
        str(copy)
    )
