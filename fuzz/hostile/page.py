"""docs/hostile.md: what is hostile, what toolwire says, how long it takes and what it holds."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from fuzz.hostile.command import ROOT
from fuzz.hostile.outcome import Outcome
from fuzz.hostile.row import Row

PAGE: Final = Path(ROOT, "docs", "hostile.md")
_LONGEST: Final = 150
_HEAD: Final = """# Hostile servers, files and clients

Made by `nox -s hostile` (`python -m fuzz.hostile --write`), not by hand. Each row is one run of the real command
line as a process of its own: `audit --live`, `verify`, `lint`, `report`, `diff` or `serve`, with a key in its
environment. A row passes if the exit code and the words are those that the script expects, it ended in time, it
held at most 300 MB, and neither its output nor any file it wrote holds the key, most of the key, a traceback or
characters that act on a terminal. Limits of waiting are those of every user: 120 s for the first byte, 60 s
between two, 300 s for all. Times are wall times on a machine of two cores that runs three rows at once.

"""


def page(
    groups: Sequence[tuple[str, Sequence[tuple[Row, Outcome]]]], bad: Sequence[str] = ()
) -> str:
    """Return the page.

    Args:
        groups: a title, and the rows of the group with what came of them.
        bad: names of those that are not as expected.
    """
    count = sum(len(rows) for _, rows in groups)
    summary = f"all but {len(bad)} as expected: not {', '.join(bad)}" if bad else "all as expected"
    lines = [f"{_HEAD}{count} scenarios, {summary}.\n"]
    for title, rows in groups:
        lines += [
            f"## {title}\n",
            "| scenario | what is hostile | toolwire says | exit | s | MB |",
            "|---|---|---|--:|--:|--:|",
        ]
        lines += [
            f"| `{row.name}` | {_cell(row.what)} | {_cell(_short(done.output))} | {done.code} "
            f"| {done.seconds:.1f} | {done.megabytes:.0f} |"
            for row, done in rows
        ]
        lines.append("")
    return "\n".join(lines)


def _short(output: str) -> str:
    line = next((one for one in output.splitlines() if one.strip()), "(nothing)").strip()
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}..."


def _cell(text: str) -> str:
    for old, new in (("&", "&amp;"), ("<", "&lt;"), ("|", "\\|"), ("@", "&#64;")):
        text = text.replace(old, new)
    return text
