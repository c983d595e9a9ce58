"""What pages print in fences: blocks by their kind, and shell blocks as commands."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.support.root import ROOT

__all__ = ["CONSOLE", "PAGES", "SHELL", "Block", "blocks", "commands"]

#: Written by a command, a page for each rule; they hold no fences of ours.
_MADE = ROOT / "docs" / "rules"
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(path for path in (ROOT / "docs").rglob("*.md") if _MADE not in path.parents),
]
_FENCE = re.compile(r"^( *)```([^\n]*)\n(.*?)^\1```$", re.DOTALL | re.MULTILINE)
#: A block of what a terminal shows: commands after `$ `, and what they print.
CONSOLE = "console"
#: Blocks that hold commands.
SHELL = ("sh", CONSOLE)
_COMMENT = re.compile(r"\s# .*")


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its page, the line its fence is on, the word after the fence, and its text."""

    page: Path
    line: int
    kind: str
    text: str


def blocks(page: Path) -> Iterator[Block]:
    """Yield the blocks of a page, in order."""
    text = page.read_text(encoding="utf-8")
    for found in _FENCE.finditer(text):
        indent, kind, inside = found.groups()
        line = text.count("\n", 0, found.start()) + 1
        plain = re.sub(f"^{indent}", "", inside, flags=re.MULTILINE)
        yield Block(page, line, kind.strip(), plain)


def commands(block: Block) -> Iterator[str]:
    """Yield the commands of a shell block, each without its comment; of a `console` those after `$`.

    Raises:
        ValueError: a quote is left open.
    """
    held = ""
    lines = block.text.splitlines()
    if block.kind == CONSOLE:
        lines = [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
    for line in lines:
        held += line.lstrip() if held.endswith(" ") else line
        if held.endswith("\\"):
            held = f"{held[:-1].rstrip()} "
            continue
        try:
            words = shlex.split(held, comments=True)
        except ValueError:
            held += "\n"  # a quote goes on in the next line
            continue
        if words:
            yield held if "\n" in held else _COMMENT.sub("", held).strip()
        held = ""
    if held:
        raise ValueError(f"{block.page.name}, line {block.line}: {held} does not end")
