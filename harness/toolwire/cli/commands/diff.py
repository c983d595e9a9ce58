"""`toolwire diff`: what changed between two results, and whose doing it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from toolwire.cli.options import (
    FILE,
    FOLDER,
    MOVED,
    json_option,
    output_option,
    quiet_option,
    verbose_option,
)
from toolwire.cli.started import started
from toolwire.cli.usage import OneOf


@click.command(name="diff")
@click.argument("old")
@click.argument("new")
@click.option(
    "--reports",
    type=FOLDER,
    default=Path("reports"),
    show_default=True,
    help="Folder of dated reports.",
)
@click.option(
    "--format",
    "shown",
    type=OneOf(["text", "markdown"], moved=MOVED),
    default="text",
    show_default=True,
    help="Markdown is for a pull request.",
)
@json_option("One JSON document.")
@output_option("Write it to this file; the verdict is printed all the same.", FILE)
@verbose_option("As text: every cell, not the first of each.")
@quiet_option("Print nothing; the exit code tells.")
def command(**words: Any) -> int:
    """Tell what changed from OLD to NEW: by cell, by rule, and in the facts of the format.

    OLD and NEW are results files (results.jsonl, or .jsonl.gz), folders that hold one, dates of
    folders under --reports, or the words latest and previous.

    What a new rule, another version of toolwire or the same bytes explain is listed apart and
    never counts as a provider's change.

    Exit code 1 when something broke, 0 when nothing did, 3 for bad input. What could not be
    looked at is listed; it is the exit code of the audit that tells of it.
    """
    return started("diff", words)
