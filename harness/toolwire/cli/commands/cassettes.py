"""`toolwire cassettes`: compose them from documentation, and check what is there."""

from __future__ import annotations

from typing import Any

import click

from toolwire.cli.options import (
    PLACE,
    cassettes_option,
    output_option,
    own_files_options,
    provider_option,
    suite_option,
)
from toolwire.cli.started import started
from toolwire.cli.usage import CommandGroup


@click.group(name="cassettes", cls=CommandGroup)
def command() -> None:
    """Compose cassettes from documentation, and check what is there."""


@command.command(name="compose")
@output_option("Folder of your own for the cassettes.", required=True)
@provider_option(
    "Provider, or provider/model, whose own documentation the reference responder follows;"
    " all if none."
)
@suite_option
@own_files_options
def _compose(**words: Any) -> int:
    """Write `documented` cassettes: every case that the provider's file can answer.

    The answers follow the provider's own file: its ids, stop words and error bodies. What the
    file says nothing of has no answer. Composing again gives the same bytes; a cassette of
    stronger evidence is left alone. --output is a folder of your own: the folders of toolwire
    itself hold nothing but what servers sent. Nobody needs these files to audit: `toolwire audit`
    composes what it needs in memory.
    """
    return started("compose", words)


@command.command(name="check")
@provider_option("Provider; all if none.")
@own_files_options
@cassettes_option("Folder of cassettes; the shipped ones if none.")
def _check(**words: Any) -> int:
    """List cassettes that are missing, stale, broken or superfluous, each with the reason.

    Among the shipped ones a cassette that was composed from documentation is superfluous.
    """
    return started("check", words)


@command.command(name="scrub")
@click.argument("paths", nargs=-1, required=True, type=PLACE)
@click.option("--check", "only_check", is_flag=True, help="Change nothing; list what is there.")
def _scrub(**words: Any) -> int:
    """Look for secrets in cassettes, journals, reports and any other file below PATHS.

    One line for each: file, place and kind, never the secret itself. Exit code 1 when there are
    any, 2 when a file could not be looked at. Without --check, cassettes that toolwire wrote are
    written again with stand-ins; other files are only listed.
    """
    return started("scrub", words)
