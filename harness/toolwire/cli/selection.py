"""The options that narrow what a command looks at, and what is told of those left out."""

from __future__ import annotations

from collections.abc import Iterable

import click

from toolwire.cli.screen.table import say
from toolwire.model.shard import Shard


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


def print_unasked(names: Iterable[str]) -> None:
    """Tell on standard error, a line each, which targets nothing but documentation speaks for."""
    for name in names:
        reported = f"{name}: nothing but documentation; record it with --record"
        say(reported, err=True)
