"""Every command that README and a page of docs/ print is run as printed, or listed with the reason why not."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from unittest.mock import patch

import click
import pytest

import toolwire
from tests.guides.printed import CONSOLE, PAGES, SHELL, Block, blocks, commands
from tests.guides.printed_commands import ENDS, NOT_RUN, PARSED, RUN_BY, SUBSTITUTED
from tests.support.forked import program
from tests.support.root import ROOT
from toolwire.cli import COMMANDS
from toolwire.io.json_text import dump, parse

#: What stands after a fence: commands, files that others hold to their schemas, and what is printed.
KINDS = {*SHELL, "text", "yaml", "json", "python", "toml"}
#: Seconds that no command here takes.
LONGEST = 120
RECORDING = next(one.text for one in blocks(ROOT / "docs" / "api.md") if one.kind == "json")


def name(page: Path) -> str:
    """Return a page as the tables name it."""
    return page.relative_to(ROOT).as_posix()


def printed(page: Path) -> list[str]:
    """Return the commands of a page that no other test runs."""
    if name(page) in RUN_BY:
        return []
    shell = (block for block in blocks(page) if block.kind in SHELL)
    return [command for block in shell for command in commands(block)]


TOLD = [page for page in PAGES if printed(page)]


def not_run(command: str) -> str:
    """Return why a command is not run; "" for one that is."""
    reasons = (why for begin, why in NOT_RUN.items() if command == begin or begins(command, begin))
    return next(reasons, "")


def begins(command: str, begin: str) -> bool:
    """Say whether a command of others' programs begins with some words; ours are listed whole."""
    return "toolwire " not in begin and command.startswith(f"{begin} ")


def har(exchange: bytes) -> bytes:
    """Return an exchange of our own form as a HAR of one entry."""
    one = parse(exchange)
    assert isinstance(one, dict)
    asked, came = one["request"], one["response"]
    kind = "application/json"
    entry = {
        "startedDateTime": "2026-11-20T00:00:00Z",
        "request": {
            "method": "POST", "url": asked["url"], "headers": [],
            "postData": {"mimeType": kind, "text": dump(asked["body"]).decode()},
        },
        "response": {
            "status": 200, "headers": [{"name": "content-type", "value": kind}],
            "content": {"mimeType": kind, "text": dump(came["body"]).decode()},
        },
    }  # fmt: skip
    return dump({"log": {"version": "1.2", "entries": [entry]}})


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """Serve the fault that README tells of, for every page that verifies a server."""
    with toolwire.serve("openai-chat", fault="TC304") as url:
        yield url


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return what a reader has: a recording, the reports, suites and cassettes of the repository."""
    place = tmp_path / "reader"
    for inside in ("recordings", "reports"):
        (place / inside).mkdir(parents=True)
    (place / "recordings" / "one.jsonl").write_text(RECORDING, encoding="utf-8")
    (place / "recording.har").write_bytes(har(RECORDING.encode()))
    dated = sorted(path for path in (ROOT / "reports").iterdir() if path.is_dir())
    for report in dated:
        (place / "reports" / report.name).symlink_to(report)
    for link, target in (("old", dated[0]), ("new", dated[-1])):
        (place / link).symlink_to(target)
    for shared in ("suites", "cassettes"):
        (place / shared).symlink_to(ROOT / shared)
    programs = tmp_path / "bin"
    programs.mkdir()
    texts = {
        "toolwire": program(),
        "pytest": f'#!/bin/sh\nexec "{sys.executable}" -m pytest "$@"\n',
    }
    for word, text in texts.items():
        (programs / word).write_text(text, encoding="utf-8")
        (programs / word).chmod(0o755)
    return place


def environment(place: Path) -> dict[str, str]:
    """Return the environment of a reader without any key, whose own commands come first."""
    kept = {n: v for n, v in os.environ.items() if not n.startswith("PYTEST_") and "KEY" not in n}
    return {
        **kept,
        "PATH": f"{place.parent / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "CI": "true",
    }


def run(command: str, place: Path) -> tuple[int, str]:
    """Run a line in bash; one that serves is interrupted when it says where it listens."""
    process = subprocess.Popen(
        ["bash", "-euo", "pipefail", "-c", f"exec {command}"],
        cwd=place,
        env=environment(place),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )
    first = ""
    if command.startswith("toolwire serve "):
        assert process.stdout is not None
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=LONGEST)
    return process.returncode, first + rest


def parsed(command: str) -> None:
    """Parse the words of a command of ours: its options exist and take these values.

    Raises:
        click.UsageError: they do not.
    """
    _, named, *words = shlex.split(command)
    one: click.Command = import_module(COMMANDS[named][0]).command
    while isinstance(one, click.Group):
        named, *words = words
        one = one.commands[named]
    # A folder that the lines before would have made need not be there.
    paths = [each.type for each in one.params if isinstance(each.type, click.Path)]
    with ExitStack() as stack:
        for path in paths:
            stack.enter_context(patch.object(path, "exists", False))  # noqa: FBT003 - as the module has it
        one.make_context(named, words)


@pytest.mark.parametrize("page", TOLD, ids=name)
def test_a_page_prints_what_runs(page: Path, folder: Path, server: str) -> None:
    """Each line in its order, in one folder: it ends with 0, or as the table says."""
    said: list[str] = []
    for command in printed(page):
        if command in PARSED:
            parsed(command)
            continue
        if not_run(command):
            continue
        line = command
        for there, here in SUBSTITUTED.items():
            line = line.replace(there, here.format(server=server))
        code, words = ENDS.get(command, (0, ""))
        done, output = run(line, folder)
        assert done == code, f"{name(page)}: {command} ends with {done}, not {code}:\n{output}"
        assert words in output, f"{name(page)}: {command} does not print {words!r}:\n{output}"
        said.append(output)
    if page.name == "README.md":
        shown = [one.text for one in blocks(page) if one.kind == "text"]
        missing = [line for text in shown for line in text.splitlines() if not is_said(line, said)]
        assert missing == [], "README shows lines that nothing printed"


def is_said(line: str, said: list[str]) -> bool:
    """Say whether a line stands in an output; `...` at its end stands for the rest."""
    return any(line.removesuffix("...") in output for output in said)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_fence_says_what_it_holds(page: Path) -> None:
    """Nothing escapes for want of a word: `sh` is run, the others are known kinds."""
    # `{...}` is for whatever builds the pages, and fails there.
    kinds = {block.kind for block in blocks(page) if not block.kind.startswith("{")}
    assert kinds <= KINDS, f"{name(page)}: write ```sh for commands and ```text for what is printed"
    assert "python" not in kinds or name(page) in RUN_BY


def test_the_tables_list_what_is_printed() -> None:
    """An entry goes when its command does, none is in two tables, and each has a reason."""
    every = {command for page in TOLD for command in printed(page)}
    assert {*ENDS, *PARSED} <= every
    unused = [b for b in NOT_RUN if not any(c == b or begins(c, b) for c in every)]
    assert unused == []
    assert [command for command in every if (command in PARSED) + bool(not_run(command)) > 1] == []
    assert all({**PARSED, **NOT_RUN}.values())
    assert all((ROOT / page).is_file() and (ROOT / test).is_file() for page, test in RUN_BY.items())


def test_an_unknown_option_is_noticed() -> None:
    """The parser refuses what a page must not print."""
    for wrong in ("toolwire site reports --nowhere", "toolwire audit --max-usd much"):
        with pytest.raises(click.UsageError):
            parsed(wrong)


def test_commands_are_found_as_shells_read_them() -> None:
    """Comments go, a quote and a backslash hold lines together, an open quote is an error."""
    text = "one a  # why\n# nothing\ntwo \\\n  b\nthree 'x\n y' # z\n"
    assert [*commands(Block(ROOT, 1, "sh", text))] == ["one a", "two b", "three 'x\n y' # z"]
    assert [*commands(Block(ROOT, 1, CONSOLE, "$ one  # a\nprinted\n$ two\n"))] == ["one", "two"]
    with pytest.raises(ValueError, match="does not end"):
        [*commands(Block(ROOT, 1, "sh", "one 'a\n"))]


def test_a_line_that_fails_is_told(folder: Path) -> None:
    """A reader's line that ends otherwise than 0 is seen, as is the first part of a pipe."""
    assert run("toolwire explain TC999", folder)[0] == 3
    assert run("false | cat", folder)[0] != 0
