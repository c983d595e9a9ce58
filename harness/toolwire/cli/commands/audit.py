"""`toolwire audit`: run the suites against targets, from cassettes or live."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from toolwire.cli.live_options import live_options
from toolwire.cli.options import (
    cassettes_option,
    fail_on_option,
    format_option,
    json_option,
    junit_option,
    model_option,
    output_option,
    overwrite_option,
    own_files_options,
    provider_option,
    quiet_option,
    sarif_option,
    shard_option,
    suite_option,
    verbose_option,
)
from toolwire.cli.started import started


@click.command(name="audit")
@provider_option("Provider, or provider/model; every target with a cassette if none.")
@model_option
@suite_option
@cassettes_option("Folder of cassettes; the shipped ones if none, ./cassettes with --record.")
@own_files_options
@output_option(
    "Folder for results.jsonl, the dated report and, live, what was answered.",
    default=Path("toolwire-report"),
)
@overwrite_option
@fail_on_option
@live_options
@shard_option
@format_option
@sarif_option
@junit_option
@json_option("One JSON line per observation on stdout.")
@verbose_option("Every suite, and every finding by rule.")
@quiet_option()
def command(**words: Any) -> int:
    """Replay cassettes, judge every exchange, write results and the dated report.

    With --live or --record the endpoints of -p are asked instead; keys come from the
    environment variables that `toolwire plan` names. A live run that was interrupted, however
    hard, goes on with --resume and asks nothing again that was answered.

    A case with no cassette, or with one that answers another request, is `not-run`: it is
    listed, never green, and the exit code is 2. So it is where a provider that was named has
    nothing but documentation. Traffic of others that ships with toolwire stands beside what was
    asked, and does not count for the exit code.

    --shard divides a run: a case, in both modes, is always in the same part.

    Results of another selection that are in --output already stay there: it is an error, unless
    --overwrite says that they may go.
    """
    return started("audit", words)
