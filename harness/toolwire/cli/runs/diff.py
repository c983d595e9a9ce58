"""`toolwire diff`: what changed between two results, and whose doing it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from shutil import get_terminal_size

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


def run(
    old: str,
    new: str,
    *,
    reports: Path,
    shown: str,
    as_json: bool,
    output: Path | None,
    verbose: bool,
    quiet: bool,
) -> int:
    """Do what `toolwire diff` says; return the exit code."""
    shown = "json" if as_json else shown
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
