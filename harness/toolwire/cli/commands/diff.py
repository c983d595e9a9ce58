"""`toolwire diff`: what changed between two results, and whose doing it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from shutil import get_terminal_size

import click

from toolwire.cli.screen.diff import screen
from toolwire.cli.screen.table import plain, say_block
from toolwire.io.files import write_atomically
from toolwire.io.json_text import dump
from toolwire.io.lists import listed
from toolwire.io.shown import json_bytes
from toolwire.model.errors import ToolwireError
from toolwire.results import Results
from toolwire.results.comparison import Comparison, compare
from toolwire.results.comparison.document import document
from toolwire.results.comparison.folders import named
from toolwire.results.comparison.labels import sentence
from toolwire.results.comparison.markdown import markdown

#: Columns where there is no terminal, as in CI.
_WIDTH = 110
_DOCUMENTS: Mapping[str, Callable[[Comparison], str]] = {
    "markdown": markdown,
    "json": lambda found: json_bytes(dump(document(found))).decode() + "\n",
}


@click.command(name="diff")
@click.argument("old")
@click.argument("new")
@click.option(
    "--reports", type=click.Path(file_okay=False, path_type=Path), default=Path("reports"),
    show_default=True, help="Folder of dated reports.",
)  # fmt: skip
@click.option(
    "--format", "shown", type=click.Choice(["text", "markdown", "json"]), default="text",
    show_default=True, help="Markdown is for a pull request.",
)  # fmt: skip
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path),
    help="Write it to this file; the verdict is printed all the same.",
)  # fmt: skip
@click.option("-v", "--verbose", is_flag=True, help="As text: every cell, not the first of each.")
@click.option("-q", "--quiet", is_flag=True, help="Print nothing; the exit code tells.")
def command(
    old: str,
    new: str,
    *,
    reports: Path,
    shown: str,
    output: Path | None,
    verbose: bool,
    quiet: bool,
) -> int:
    """Tell what changed from OLD to NEW: by cell, by rule, and in the facts of the format.

    OLD and NEW are results files (results.jsonl, or .jsonl.gz), folders that hold one, dates of
    folders under --reports, or the words latest and previous.

    What a new rule, another version of toolwire or the same bytes explain is listed apart and
    never counts as a provider's change.

    Exit code 1 when something broke, 0 when nothing did, 3 for bad input. What could not be
    looked at is listed; it is the exit code of the audit that tells of it.
    """
    found = _compared(named(old, reports), named(new, reports))
    columns = get_terminal_size((_WIDTH, 24)).columns
    text = screen(found, columns, every=verbose) if shown == "text" else _DOCUMENTS[shown](found)
    if output is not None:
        write_atomically(output, text.encode())
        text = f"{plain(sentence(found))}\n"
    if not quiet:
        say_block(text)
    return int(found.broke)


def _compared(old: Results, new: Results) -> Comparison:
    before, after = list(old), list(new)
    found = compare(before, old.header, after, new.header)
    if not found.common:
        sides = (
            f"{path} has {listed(sorted({seen.provider for seen in side}), 5) or 'nothing'}"
            for path, side in ((old.path, before), (new.path, after))
        )
        raise ToolwireError(
            plain(f"nothing to compare: {', '.join(sides)}"),
            hint="name two results of the same providers and suites",
        )
    return found
