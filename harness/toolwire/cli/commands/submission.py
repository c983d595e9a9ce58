"""`toolwire submission`: what somebody hands in, looked at, judged anew and labelled."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import click

from toolwire.cli.options import PLACE, output_option, overwrite_option, quiet_option
from toolwire.cli.started import started

_EXIT_CODES: Final = (
    "Exit codes: 0 it can be taken; 1 results that were handed in are not what the bytes come to, or"
    " findings at or above --fail-on; 2 a case could not be judged; 3 it cannot be taken: one line"
    " says why of each file."
)


@click.command(name="submission", epilog=_EXIT_CODES)
@click.argument("folder", type=PLACE)
@output_option(
    "Folder for results.jsonl, the report and the judged exchanges.",
    default=Path("submission-report"),
)
@overwrite_option
@click.option(
    "--fail-on", type=click.Choice(["error", "warning", "never"]), default="never",
    show_default=True,
    help="The mildest finding that ends with exit code 1; a submission may tell of faults.",
)  # fmt: skip
@quiet_option("Print only what is wrong.")
def command(**words: Any) -> int:
    """Judge a submission anew: cassettes and a statement in FOLDER (docs/submissions.md).

    Looks first for what must not be there (links, other files, secrets, other people's recordings, the
    hosts and keys of other providers), then replays the cassettes and writes the results, labelled
    `submitted`. Results that were handed in are compared. Nobody is asked, and nothing is written into FOLDER.
    """
    return started("submission", words)
