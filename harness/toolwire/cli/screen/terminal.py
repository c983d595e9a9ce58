"""The terminal that people read along on, if there is one: what is printed there fits it.

Elsewhere (a file, a pipe, the log of a CI run) every value is printed whole, on lines as long as it takes.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from shutil import get_terminal_size
from textwrap import wrap
from typing import Final

from toolwire.cli.screen.table import plain, say

#: A terminal that says less is taken for as wide and high as that: what is narrower shows no table.
_LEAST: Final = (40, 10)
#: Columns in which the last column of a table is worth to be shown.
_WORTH: Final = 14
_GAP: Final = "  "
#: Numbers are aligned by their ends.
_NUMBER: Final = re.compile(r"[0-9.,]+")


@dataclass(frozen=True, slots=True)
class Terminal:
    """Columns and rows."""

    columns: int
    rows: int


def terminal(*, err: bool = False) -> Terminal | None:
    """Return the terminal that standard output is, or standard error; None where it is none."""
    stream = sys.stderr if err else sys.stdout
    if not stream.isatty():
        return None
    size = get_terminal_size()
    return Terminal(max(size.columns, _LEAST[0]), max(size.lines, _LEAST[1]))


def fitted(text: str, columns: int | None, indent: str = "") -> list[str]:
    """Return a text as lines of a screen, what goes on two columns further in.

    Args:
        text: one line; words longer than a line are left whole, so that they can be copied.
        columns: of the screen; None for no bound.
        indent: of the first line.
    """
    if columns is None or len(indent) + len(text) <= columns:
        return [f"{indent}{text}"]
    more = f"{indent}  "
    return wrap(
        text,
        columns,
        initial_indent=indent,
        subsequent_indent=more,
        break_long_words=False,
        break_on_hyphens=False,
    )


def tell(text: str, *, indent: str = "", err: bool = False) -> None:
    """Print one line, over several rows where the terminal is narrower."""
    seen = terminal(err=err)
    for line in fitted(plain(text), seen.columns if seen else None, indent):
        say(line, err=err)


def table(headings: Sequence[str], rows: Iterable[Sequence[str]], columns: int | None) -> list[str]:
    """Return a table as lines, each value whole.

    Where the columns of a screen do not suffice, those of the table that come first are shown, the
    last of them over several rows, and a line at the end names those that are not.

    Args:
        headings: of the columns, the most important first.
        rows: their values, no line ends in them.
        columns: of the screen; None for no bound.
    """
    every = [[heading.upper() for heading in headings], *([*row] for row in rows)]
    widths = [max(len(row[number]) for row in every) for number in range(len(headings))]
    for number, width in enumerate(widths):
        if all(_NUMBER.fullmatch(row[number]) for row in every[1:]):
            for row in every:
                row[number] = row[number].rjust(width)
    shown = _room(widths, columns)
    lines = [line for row in every for line in _row(row[: len(shown)], shown)]
    left = ", ".join(headings[len(shown) :])
    if left:
        lines += fitted(f"no room for {left}: a wider terminal, a pipe or --json has all", columns)
    return lines


def _room(widths: Sequence[int], columns: int | None) -> list[int]:
    """Return the widths of the columns that there is room for; the last may be narrower than whole."""
    shown: list[int] = []
    left = columns
    for width in widths:
        if left is None or width <= left or not shown:
            shown.append(width)
            left = None if left is None else left - width - len(_GAP)
            continue
        if left >= _WORTH:
            shown.append(left)
        break
    return shown


def _row(cells: Sequence[str], widths: Sequence[int]) -> list[str]:
    *first, last = cells
    *narrow, rest = widths
    pieces = wrap(last, rest, break_on_hyphens=False) if len(last) > rest else [last]
    head = _GAP.join(cell.ljust(width) for cell, width in zip(first, narrow, strict=True))
    indent = f"{head}{_GAP}" if first else ""
    return [
        f"{indent if not number else ' ' * len(indent)}{piece}".rstrip()
        for number, piece in enumerate(pieces or [""])
    ]
