"""Options: one name for one thing, and words that the jobs know."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module

import click
import pytest
from click.testing import CliRunner

from toolwire.api.arguments import FAIL_ON as API_FAIL_ON
from toolwire.cli import COMMANDS, toolwire
from toolwire.cli.commands.listing import WHAT
from toolwire.cli.commands.report import LANGUAGES
from toolwire.cli.commands.serve import command as serve
from toolwire.cli.options import FAIL_ON, FAIL_ON_TRAFFIC
from toolwire.cli.runs.listing import _LISTINGS
from toolwire.io.nearest import LISTED
from toolwire.jobs.lint.summary import FAIL_ON as LINT_FAIL_ON
from toolwire.jobs.report.checklist import LANGUAGES as REPORTED
from toolwire.jobs.serve.server import MODEL


def commands() -> Iterator[tuple[str, click.Command]]:
    """Yield every command with its whole name."""
    for name, (module, _) in COMMANDS.items():
        command: click.Command = import_module(module).command
        if isinstance(command, click.Group):
            yield from ((f"{name} {one}", below) for one, below in command.commands.items())
        else:
            yield name, command


EVERY = dict(commands())


def options() -> Iterator[tuple[str, click.Option]]:
    """Yield every option with the name of its command."""
    for name, command in EVERY.items():
        yield from ((name, one) for one in command.params if isinstance(one, click.Option))


def test_an_option_has_one_long_name() -> None:
    """No option answers to two long names, so that nobody has to wonder which is the right one."""
    several = {
        name: one.opts for name, one in options() if sum(word[:2] == "--" for word in one.opts) != 1
    }
    assert several == {}


def test_a_short_name_is_of_one_option_everywhere() -> None:
    """`-o` is --output, `-p` is --provider, in whichever command."""
    found: dict[str, set[str]] = {}
    for _, one in options():
        long = max(one.opts, key=len)
        for word in set(one.opts) - {long}:
            found.setdefault(word, set()).add(long)
    assert {short: sorted(long) for short, long in found.items()} == {
        "-o": ["--output"],
        "-p": ["--provider"],
        "-s": ["--suite"],
        "-d": ["--dialect"],
        "-q": ["--quiet"],
        "-v": ["--verbose"],
    }


def test_an_option_that_has_a_short_name_has_it_everywhere() -> None:
    """Who learned `-d` in one command need not learn that another lacks it."""
    forms: dict[str, set[tuple[str, ...]]] = {}
    for _, one in options():
        forms.setdefault(max(one.opts, key=len), set()).add(tuple(one.opts))
    assert {name: found for name, found in forms.items() if len(found) > 1} == {}


def test_what_a_command_writes_goes_to_output() -> None:
    """No command has another word for it."""
    assert {name for name, one in options() if "--output" in one.opts} == {
        "audit", "cassettes compose", "demo", "diff", "explain", "init", "lint", "report", "site", "submission", "verify",
    }  # fmt: skip


def test_words_are_those_of_the_jobs() -> None:
    """What can be typed is what the jobs take; they are not imported to print the help."""
    assert FAIL_ON == API_FAIL_ON
    assert FAIL_ON_TRAFFIC == LINT_FAIL_ON
    assert LANGUAGES == REPORTED
    assert tuple(_LISTINGS) == WHAT
    assert {f"{name}s" for name in LISTED} == {*WHAT}
    help_text = next(
        one.help for one in serve.params if isinstance(one, click.Option) and one.name == "model"
    )
    assert MODEL in (help_text or "")


@pytest.mark.parametrize("name", list(EVERY))
def test_a_run_takes_the_words_of_its_command(name: str) -> None:
    """The options of a command are the arguments of what it does."""
    last = name.rpartition(" ")[2]
    run = import_module(f"toolwire.cli.runs.{'listing' if last == 'list' else last}").run
    typed = {one.name for one in EVERY[name].params}
    taken = inspect.signature(run).parameters
    others = any(one.kind is one.VAR_KEYWORD for one in taken.values())
    assert typed == taken.keys() or (others and taken.keys() - {"live"} <= typed)


@pytest.mark.parametrize("name", list(EVERY))
def test_help_fits_eighty_columns(name: str) -> None:
    """Help is read on the narrowest terminal, too."""
    said = CliRunner().invoke(toolwire, [*name.split(), "--help"], terminal_width=80).output
    assert [line for line in said.splitlines() if len(line) > 80] == []
