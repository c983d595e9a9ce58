"""`toolwire lint`: judge traffic that somebody else recorded."""

from __future__ import annotations

from typing import Any

import click

from toolwire.cli.options import (
    FAIL_ON_TRAFFIC,
    FILE,
    format_option,
    json_option,
    junit_option,
    output_option,
    overwrite_option,
    quiet_option,
    sarif_option,
)
from toolwire.cli.started import started
from toolwire.cli.usage import OneOf


@click.command(name="lint")
@click.argument("paths", nargs=-1, required=True)
@format_option
@json_option("One JSON line per exchange on stdout.")
@sarif_option
@junit_option
@output_option("Write observations to this results.jsonl, for `toolwire report`.", FILE)
@overwrite_option
@click.option(
    "--attributions",
    type=FILE,
    help="YAML that says whose bytes a recording holds and which are fixtures, instead of what "
    "is known of public repositories.",
)
@click.option(
    "--min-severity",
    type=OneOf(FAIL_ON_TRAFFIC[:3]),
    default="warning",
    show_default=True,
    help="Findings below this are counted, not printed, and stay out of SARIF.",
)
@click.option(
    "--fail-on",
    type=OneOf(FAIL_ON_TRAFFIC),
    default="error",
    show_default=True,
    help="The mildest finding that ends with exit code 1.",
)
@quiet_option("Only the closing lines.")
@click.option(
    "--contradictions",
    is_flag=True,
    help="List only the errors that vendors' own answers speak against (docs/how-rules-become-errors.md); "
    "-o then writes them as JSON lines. Exit 1 when a person has to decide one.",
)
def command(**words: Any) -> int:
    """Judge recorded traffic: YAML of VCRs and httpmock; httprr; HAR; JSON Lines.

    PATHS are files, directories, globs, or - for stdin. Exit codes: 2 when something could
    not be read, is too large to be judged, or made toolwire itself raise (told on stderr; the
    rest is judged all the same), else 1 for findings at or above --fail-on, else 0.
    """
    return started("lint", words)
