"""What was said of vendors and servers and is said no more, and what is said since: a dated list, and its tables.

`python -m toolwire.rules.proof.withdrawn docs/how-rules-become-errors.md` writes the tables into
the page, between their marks. A line is never taken out: who read the old finding finds it here.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from toolwire.io import declarative
from toolwire.io.files import write_atomically
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.io.opening import content
from toolwire.io.shipped import shipped
from toolwire.model.conversation import JsonObject
from toolwire.model.errors import ToolwireError

#: The marks between which the table stands.
BEGIN: Final = "<!-- withdrawn: written by python -m toolwire.rules.proof.withdrawn -->"
END: Final = "<!-- /withdrawn -->"
_MOST_BYTES: Final = 1 << 20
_HEADS: Final = ("day", "rule", "where", "was", "is", "why")
#: How what was said begins, and what is said since, the least severe first.
_RANKS: Final = ("no finding", "information", "warning", "error")
#: The heading of what is told since, or as more than before.
RAISED: Final = "## Told since, or as more than before"


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """One claim that was taken back, whole or in part; or that is made since (`raised`).

    Attributes:
        day: ISO date of the change.
        rule: its id; "" for what concerns every rule of a kind, which `where` then names.
        where: dialects, vendors or recordings that it is taken back of.
        was: what was said, `now`: what is said since.
        why: what showed it wrong, with its source.
        dialects: those in which the severity was lowered to `now`; () for any other change.
    """

    day: str
    rule: str
    where: str
    was: str
    now: str
    why: str
    dialects: tuple[str, ...] = ()

    @property
    def raised(self) -> bool:
        """Return whether more is said since than was."""
        was, now = _rank(self.was), _rank(self.now)
        return was is not None and now is not None and was < now


def _rank(said: str) -> int | None:
    """Return how severe is what was said, which it begins with; None where it begins otherwise."""
    return next((rank for rank, name in enumerate(_RANKS) if said.startswith(name)), None)


@cache
def changes() -> tuple[Withdrawn, ...]:
    """Return the list, the newest first."""
    document = declarative.load(shipped("withdrawn") / "withdrawn.yaml")
    declarative.check(document, "withdrawn")
    rows = items_of(object_of(document.value).get("withdrawn"))
    return tuple(_withdrawn(object_of(row)) for row in rows)


def _withdrawn(row: JsonObject) -> Withdrawn:
    dialects = tuple(map(str, items_of(row.get("dialects"))))
    where = string_of(row.get("where")) or ", ".join(dialects)
    day, was, now, why = (str(row[key]) for key in ("day", "was", "now", "why"))
    return Withdrawn(day, string_of(row.get("rule")) or "", where, was, now, why, dialects)


def withdrawn_of(rule: str) -> tuple[Withdrawn, ...]:
    """Return what was taken back of one rule, the newest first."""
    return tuple(one for one in changes() if one.rule == rule and not one.raised)


def raised_of(rule: str) -> tuple[Withdrawn, ...]:
    """Return what is said of one rule since, or as more than before, the newest first."""
    return tuple(one for one in changes() if one.rule == rule and one.raised)


def tables() -> str:
    """Return what was taken back and what is said since, as tables of Markdown, ending with a newline."""
    taken_back = [one for one in changes() if not one.raised]
    raised = [one for one in changes() if one.raised]
    return f"{_table(taken_back)}\n{RAISED}\n\n{_table(raised)}"


def _table(rows: Sequence[Withdrawn]) -> str:
    lines = [f"| {' | '.join(_HEADS)} |", f"|{'---|' * len(_HEADS)}"]
    for row in rows:
        rule = f"[{row.rule}](rules/{row.rule}.md)" if row.rule else "every rule"
        cells = (row.day, rule, row.where, row.was, row.now, row.why)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def with_table(page: str) -> str:
    """Return a page whose tables, between their marks, are the list.

    Raises:
        ToolwireError: the page has no such marks, in this order.
    """
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ToolwireError("no place for the list of what was withdrawn", hint=f"{BEGIN} {END}")
    return f"{before}{BEGIN}\n\n{tables()}\n{END}{after}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the tables into the page that is named."""
    (name,) = sys.argv[1:] if arguments is None else arguments
    page = Path(name)
    write_atomically(page, with_table(content(page, _MOST_BYTES).decode()).encode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
