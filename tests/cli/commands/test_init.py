"""`toolwire init`: what it writes is valid, what it prints runs, and nothing is replaced."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.support.forked import run_forked
from tests.support.root import PYTHONPATH
from toolwire.api.serve import serve
from toolwire.cli import toolwire
from toolwire.cli.config import FOLDERS, in_folder
from toolwire.model.errors import ToolwireError
from toolwire.providers import load_providers
from toolwire.suites import load_suites


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a project of its own, which is the working directory."""
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """Return the base URL of a server that does as documented."""
    with serve("openai-chat") as at:
        yield f"{at}/v1"


def init(*words: str) -> Result:
    """Run the command."""
    return CliRunner().invoke(toolwire, ["init", *words], standalone_mode=False)


def refusal(*words: str) -> str:
    """Return the one line by which the command is refused."""
    error = init(*words).exception
    assert isinstance(error, ToolwireError), error
    return str(error)


def files(folder: Path) -> set[str]:
    """Return the files of a project."""
    every = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return set(every)


@pytest.mark.parametrize(
    "words", [(), ("--suite",), ("--provider", "acme"), ("--suite", "--provider", "acme")]
)
def test_what_it_prints_runs(words: tuple[str, ...], here: Path, url: str) -> None:
    """Each command is typed as printed, and does what it says, up to a replay of what was asked."""
    done = init(*words, *(("--url", url) if "acme" in words else ()))
    assert done.exception is None, done.output
    told, _, next_ = done.stdout.partition("next:\n")
    assert {line.removeprefix("written: ") for line in told.splitlines()} == files(here)
    commands = [line.strip() for line in next_.splitlines()]
    assert commands[0] == "toolwire doctor"
    assert len(commands) == (4 if "acme" in words else 2)
    for line in commands:
        first, *typed = shlex.split(line)
        if first == "toolwire":
            ran = run_forked(typed)
        else:
            ran = subprocess.run(
                [sys.executable, "-m", first, *typed],
                env={**os.environ, "PYTHONPATH": PYTHONPATH},
                capture_output=True,
                text=True,
                check=False,
            )
        assert ran.returncode == 0, f"{line}\n{ran.stdout}\n{ran.stderr}"


def test_what_it_writes_is_of_the_form(here: Path) -> None:
    """The configuration, each line of it that is left out by a mark too, the suite and the provider."""
    assert init("--suite", "--provider", "acme-2", "--model", 'a"b: #c').exception is None
    found = in_folder(here)
    assert found is not None
    assert set(found.values) == {"suites", "providers", "cassettes"}
    (suite,) = load_suites((here / "suites",), shipped=False)
    assert suite.id == "first_suite"
    acme = next(one for one in load_providers((here / "providers",)) if one.id == "acme-2")
    assert [model.id for model in acme.models] == ['a"b: #c']
    text = (here / "toolwire.toml").read_text()
    assert "ACME_2_API_KEY" in (here / "providers" / "acme-2.yaml").read_text()
    every = "".join(f"{line.removeprefix('# ')}\n" for line in text.splitlines() if " = " in line)
    (here / "toolwire.toml").write_text(every)
    whole = in_folder(here)
    assert whole is not None
    assert set(whole.values) == {*FOLDERS, "fail-on"}


@pytest.mark.parametrize(
    "there", ["toolwire.toml", "suites/first_suite.yaml", "providers/acme.yaml"]
)
def test_nothing_is_replaced(there: str, here: Path) -> None:
    """Where one of the files is there already, none is written."""
    (here / there).parent.mkdir(exist_ok=True)
    (here / there).write_text("")
    before = files(here)
    assert there in refusal("--suite", "--provider", "acme")
    assert files(here) == before
    assert (here / there).read_text() == ""


def test_a_project_that_has_a_table_is_left_alone(here: Path) -> None:
    """A configuration in pyproject.toml is one."""
    (here / "pyproject.toml").write_text("[tool.toolwire]\n")
    assert "pyproject.toml [tool.toolwire]: there is a configuration already" in refusal()
    assert files(here) == {"pyproject.toml"}


def test_another_folder_is_named_in_what_to_type(here: Path) -> None:
    """The commands begin where the file is."""
    done = init("-o", "new project")
    assert "  cd 'new project'\n  toolwire doctor\n" in done.stdout
    assert files(here) == {"new project/toolwire.toml"}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--provider", "openai"), "openai ships with toolwire"),
        (("--provider", "../x"), "is no name of a provider"),
        (("--provider", "acme", "--url", "acme.example"), "that is no base URL"),
        (("--model", "m"), "--url and --model are those of --provider"),
    ],
)
def test_wrong_words_are_refused(words: tuple[str, ...], told: str, here: Path) -> None:
    """One line, and nothing is written."""
    assert told in refusal(*words)
    assert files(here) == set()
