"""`toolwire list`: what there is to audit with."""

from __future__ import annotations

from typing import Any

import click

from toolwire.cli.options import json_option, own_files_options
from toolwire.cli.started import started
from toolwire.cli.usage import OneOf

#: What can be listed.
WHAT = ("providers", "models", "dialects", "suites", "cases", "rules", "faults")


@click.command(name="list")
@click.argument("what", metavar="WHAT", type=OneOf(WHAT))
@own_files_options
@json_option("A JSON array of objects.")
def command(**words: Any) -> int:
    """List providers, models, dialects, suites, cases, rules, or faults that `serve` can show.

    What is in --suites and --providers stands beside what ships.
    """
    return started("listing", words)
