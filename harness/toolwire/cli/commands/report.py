"""`toolwire report`: results into matrix, dated report and checklist."""

from __future__ import annotations

from typing import Any

import click

from toolwire.cli.options import (
    FOLDER,
    PLACE,
    date_option,
    fail_on_option,
    junit_option,
    output_option,
    overwrite_option,
    providers_option,
    quiet_option,
    sarif_option,
)
from toolwire.cli.started import started
from toolwire.cli.usage import OneOf

#: Languages of the checklist.
LANGUAGES = ("en", "ko")


@click.command(name="report")
@click.argument("results", nargs=-1, required=True, type=PLACE)
@output_option(
    "Folder for the pages, results.jsonl.gz, the matrix, the checklist and the passports.",
    required=True,
)
@overwrite_option
@providers_option
@date_option
@click.option(
    "--since",
    type=PLACE,
    help="Folder or results of the last report: what changed since stands in changes.md.",
)
@click.option(
    "--reports",
    type=FOLDER,
    help="Folder of dated reports: --since is the newest in it that is older than --date.",
)
@click.option(
    "--lang",
    type=OneOf(LANGUAGES),
    default="en",
    show_default=True,
    help="Language of the checklist.",
)
@fail_on_option
@click.option(
    "--imported/--no-imported",
    "beside",
    default=True,
    help="Show the traffic of others that ships with toolwire beside the results, of the same"
    " providers; it does not count for the exit code.",
)
@sarif_option
@junit_option
@quiet_option()
def command(**words: Any) -> int:
    """Turn RESULTS (results of audits and lints, or folders with them) into one dated report.

    Parts of one run (`toolwire audit --shard I/N`) are one run again; those that are missing
    are told. A newer run of a target takes the place of an older one. The exit code is that of
    `audit`: 2 where something could not be looked at, else 1 for findings.
    """
    return started("report", words)
