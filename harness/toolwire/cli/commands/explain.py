"""`toolwire explain`: print the page of a rule."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path

import click

from toolwire.cli.screen.table import plain, say, say_block, say_json
from toolwire.io.files import write_atomically
from toolwire.model.errors import ToolwireError
from toolwire.rules import RULES, Rule
from toolwire.rules.proof.page import index, page, page_json

_NEAREST = 3
_CUTOFF = 0.4
_TAG = re.compile("<(?!https?:)")


@click.command(name="explain")
@click.argument("rules", nargs=-1, metavar="RULE...")
@click.option("--all", "every", is_flag=True, help="Every rule, and with -o the list of them.")
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write one Markdown file per rule into this folder instead of printing.",
)
@click.option("--json", "as_json", is_flag=True, help="A JSON array instead of Markdown.")
def command(rules: tuple[str, ...], *, every: bool, output: Path | None, as_json: bool) -> int:
    """Print what a rule states, why, who breaks, where it comes from, and bytes of both kinds.

    RULE is an id like TC304 or a name like no-args-is-{}; several are printed one after the
    other.
    """
    if every is bool(rules) or (as_json and output):
        raise click.UsageError("name rules or --all; and --json or -o")
    found = list(RULES.values()) if every else [_find(name, RULES) for name in rules]
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


def _find(name: str, rules: Mapping[str, Rule]) -> Rule:
    rule = rules.get(name.upper()) or next((r for r in rules.values() if r.name == name), None)
    if rule is None:
        known = [*rules, *(r.name for r in rules.values())]
        close = get_close_matches(name.upper(), known, _NEAREST, _CUTOFF)
        close = close or get_close_matches(name.lower(), known, _NEAREST, _CUTOFF)
        hint = f"nearest: {', '.join(close)}" if close else "see `toolwire list rules`"
        raise ToolwireError(f"no rule {name!r}", hint=hint)
    return rule


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
