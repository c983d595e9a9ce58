"""`toolwire explain`: print the page of a rule."""

from __future__ import annotations

from typing import Any

import click

from toolwire.cli.completion import rules
from toolwire.cli.options import json_option, output_option
from toolwire.cli.started import started


@click.command(name="explain")
@click.argument("rules", nargs=-1, metavar="RULE...", shell_complete=rules)
@click.option("--all", "every", is_flag=True, help="Every rule, and with -o the list of them.")
@output_option("Write one Markdown file per rule into this folder instead of printing.")
@json_option("A JSON array instead of Markdown.")
def command(**words: Any) -> int:
    """Print what a rule states, why, who breaks, where it comes from, and bytes of both kinds.

    RULE is an id like TC304 or a name like no-args-is-{}; several are printed one after the
    other.
    """
    return started("explain", words)
