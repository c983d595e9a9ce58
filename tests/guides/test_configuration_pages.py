"""docs/configuration.md and docs/pytest.md: their files are written and their commands typed, in order."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.forked import program
from tests.support.root import PYTHONPATH, ROOT
from toolwire.api.serve import serve
from toolwire.cli.config import FOLDERS
from toolwire.cli.configured import OPTIONS
from toolwire.jobs.serve.server import MODEL

PAGES = ("configuration", "pytest")
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
NAMED = re.compile(r"# ([\w./-]+\.(?:toml|py|yaml))\n")
#: Where the pages' server is.
ADDRESS = "http://127.0.0.1:8000"


def page(name: str) -> str:
    """Return the text of a page."""
    return (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")


@pytest.fixture
def url() -> Iterator[str]:
    """Return the address of the server that the reader has, on a port that is free."""
    with serve("openai-chat") as at:
        yield at


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return an empty project, beside programs that are this checkout's."""
    commands = tmp_path / "bin"
    commands.mkdir()
    plugin = " -p toolwire.pytest_plugin" if not _installed() else ""
    pytest_ = f'#!/bin/sh\nexec "{sys.executable}" -m pytest{plugin} "$@"\n'
    for name, text in (("toolwire", program()), ("pytest", pytest_)):
        (commands / name).write_text(text, encoding="utf-8")
        (commands / name).chmod(0o755)
    folder = tmp_path / "project"
    (folder / ".git").mkdir(parents=True)
    return folder


def _installed() -> bool:
    from tests.support.pytest_project import INSTALLED

    return INSTALLED


def typed(text: str, project: Path) -> subprocess.CompletedProcess[str]:
    """Run shell lines in the project."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", text],
        cwd=project,
        env={
            **kept,
            "PATH": f"{project.parent / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": PYTHONPATH,
        },
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", PAGES)
def test_a_page_does_what_it_shows(name: str, project: Path, url: str) -> None:
    """Every named file is written, every line of shell succeeds, and the address is the server's."""
    kinds = []
    for kind, text in FENCE.findall(page(name)):
        named = NAMED.match(text)
        if named is not None:
            (project / named[1]).write_text(text, encoding="utf-8")
        elif kind == "sh":
            ran = typed(text, project)
            assert ran.returncode == 0, f"{name}:\n{text}\n{ran.stdout}\n{ran.stderr}"
            _point(project, url)
        kinds.append("file" if named else kind)
    assert set(kinds) <= {"file", "sh", "text"}
    assert {"file", "sh"} <= set(kinds)


def _point(project: Path, url: str) -> None:
    """Let the provider file that was made lead to the server of this test."""
    path = project / "providers" / "acme.yaml"
    text = path.read_text()
    assert ADDRESS in text or url in text
    path.write_text(text.replace(ADDRESS, url))


def test_what_a_command_says_of_the_file_is_what_the_page_shows(project: Path, url: str) -> None:
    """The line on standard error is printed as it comes."""
    blocks = FENCE.findall(page("configuration"))
    said = next(text for kind, text in blocks if kind == "text").strip()
    for kind, text in blocks:
        named = NAMED.match(text)
        if named is not None:
            (project / named[1]).write_text(text)
        elif kind == "sh":
            ran = typed(text, project)
            _point(project, url)
            if text.startswith("toolwire audit"):
                assert ran.stderr.splitlines()[0] == said


def test_the_doctors_lines_are_those_of_the_page(project: Path) -> None:
    """The page shows each thing that is looked at, in order."""
    shown = FENCE.findall(page("configuration"))[-1][1].splitlines()
    ran = typed("toolwire doctor", project)
    heads = [line.split()[:2] for line in ran.stdout.splitlines()]
    assert [line.split()[:2] for line in shown] == heads


def test_every_key_and_option_has_its_line() -> None:
    """The tables leave nothing out."""
    keys = re.findall(r"^\| `([a-z-]+)` \|", page("configuration"), re.MULTILINE)
    assert set(keys) == {*FOLDERS, "fail-on"} == set(OPTIONS)
    options = set(re.findall(r"`(--toolwire-[a-z-]+)", page("pytest").partition("## Options")[2]))
    plugin = (ROOT / "harness/toolwire/pytest_plugin/__init__.py").read_text(encoding="utf-8")
    table = set(re.findall(r'"(?:--)?(toolwire-[a-z-]+)"', plugin)) - {"toolwire-suites-run"}
    assert options == {f"--{name}" for name in table}
    assert f'model="{MODEL}"' in page("pytest")
