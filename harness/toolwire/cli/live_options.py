"""The options of a live run of `toolwire audit`."""

from __future__ import annotations

from typing import Final

import click

from toolwire.cli.options import Command, concurrency_option, key_options, repeat_option

_OPTIONS: Final = (
    click.option("--live", is_flag=True, help="Ask the endpoints instead of cassettes."),
    click.option(
        "--record", is_flag=True, help="Ask the endpoints and keep cassettes, in --cassettes."
    ),
    click.option(
        "--resume",
        is_flag=True,
        help="Go on with the interrupted live run in --output, or finish its report.",
    ),
    concurrency_option,
    repeat_option,
    click.option(
        "--max-usd",
        "most_usd",
        type=click.FloatRange(min=0),
        help="Live: send nothing that could make the run dearer.",
    ),
    click.option(
        "--max-requests",
        "most_requests",
        type=click.IntRange(min=0),
        help="Live: send no more requests than this.",
    ),
    click.option(
        "--at",
        metavar="URL",
        help="Live: ask the provider at this scheme, host and port, with a path that comes before"
        " its own; cassettes keep the address of the provider file.",
    ),
)


def live_options(command: Command) -> Command:
    """Add the options of a live run to a command."""
    command = key_options(command)
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
