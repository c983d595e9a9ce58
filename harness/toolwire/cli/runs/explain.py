"""`toolwire explain`: print the page of a rule."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click

from toolwire.cli.screen.table import plain, say, say_block, say_json
from toolwire.io.files import write_atomically
from toolwire.rules import RULES, Rule
from toolwire.rules.named import rule_named
from toolwire.rules.proof.page import index, page, page_json

_TAG = re.compile("<(?!https?:)")


def run(rules: tuple[str, ...], *, every: bool, output: Path | None, as_json: bool) -> int:
    """Do what `toolwire explain` says; return the exit code."""
    if every is bool(rules) or (as_json and output):
        raise click.UsageError("name rules or --all; and --json or -o")
    found = list(RULES.values()) if every else [rule_named(name) for name in rules]
    if output is not None:
        _write(found, output, every=every)
        return 0
    if as_json:
        say_json([page_json(rule) for rule in found])
        return 0
    _show("\n".join(page(rule) for rule in found))
    return 0


def _write(found: list[Rule], folder: Path, *, every: bool) -> None:
    pages = {f"{rule.id}.md": page(rule) for rule in found}
    if every:
        pages["README.md"] = index(found)
        strays = sorted(path.name for path in folder.glob("*.md") if path.name not in pages)
        for name in strays:
            say(f"{folder / name}: the page of no rule, remove it", err=True)
    for name, text in pages.items():
        write_atomically(folder / name, _harmless(text).encode())
    say(f"{len(pages)} files in {plain(str(folder))}")


def _show(text: str) -> None:
    if not sys.stdout.isatty():
        say_block(text)
        return
    from rich.console import Console  # noqa: PLC0415 - only a terminal needs it
    from rich.markdown import Markdown  # noqa: PLC0415 - as above

    Console().print(Markdown(_harmless(text)))


def _harmless(text: str) -> str:
    """Escape what Markdown takes for HTML and would leave out: markup is what rules speak of."""
    fenced = False
    lines = []
    for line in text.split("\n"):
        fenced ^= line.startswith(("```", "~~~"))
        lines.append(line if fenced else _escaped(line))
    return "\n".join(lines)


def _escaped(line: str) -> str:
    # Every second piece between backticks is code, where nothing is markup.
    pieces = line.split("`")
    pieces[::2] = [_TAG.sub(r"\\<", piece) for piece in pieces[::2]]
    return "`".join(pieces)
