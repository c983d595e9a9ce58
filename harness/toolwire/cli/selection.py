"""The options that narrow what a command looks at, and what is told of those left out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click

from toolwire.cli.screen.table import say
from toolwire.model.shard import Shard

Command = Callable[..., Any]


def _shard(_context: click.Context, _option: click.Parameter, value: str | None) -> Shard | None:
    shard = None if value is None else Shard.parse(value)
    # The only part of a run is the run.
    return None if shard is None or shard.of == 1 else shard


shard_option = click.option(
    "--shard",
    metavar="I/N",
    callback=_shard,
    help="Only part I of N; `toolwire report` makes one run of all parts.",
)

model_option = click.option(
    "--model",
    "models",
    metavar="NAME",
    multiple=True,
    help="Model of each provider of -p, also one that its file does not list; several times for"
    " several.",
)

suite_option = click.option("-s", "--suite", "suites", multiple=True, help="Suite id; all if none.")


def provider_option(text: str) -> Callable[[Command], Command]:
    """Return the option that names providers, with what it says of those that are taken."""
    return click.option("-p", "--provider", "providers", multiple=True, help=text)


def own_files_options(*, exists: bool) -> Callable[[Command], Command]:
    """Return the options that name folders of one's own suites and providers.

    Args:
        exists: a folder that is not there is refused as a wrong word of the command line.
    """
    folder = click.Path(exists=exists, file_okay=False, path_type=Path)
    suites = click.option("--suites", "suites_dir", type=folder, help="Folder of your own suites.")
    providers = click.option(
        "--providers", "providers_dir", type=folder, help="Folder of your provider files."
    )
    return lambda command: suites(providers(command))


def print_unasked(names: Iterable[str]) -> None:
    """Tell on standard error, a line each, which targets nothing but documentation speaks for."""
    for name in names:
        reported = f"{name}: nothing but documentation; record it with --record"
        say(reported, err=True)
