"""Rules that vendors' own answers speak against, on screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from toolwire.cli.screen.table import many, plain, say
from toolwire.jobs.lint.contradiction import Disputed
from toolwire.jobs.lint.disputes import Dispute
from toolwire.rules import RULES

_HEADS: Final = ("about", "rule", "vendor", "format", "exchanges", "decided", "official SDK")


def closing_lines(rows: Sequence[Dispute]) -> Iterator[str]:
    """Yield what `lint` says at its end: a line for each contradiction that nobody has decided."""
    for row in rows:
        first = plain(row.places[0].source)
        if row.decided:
            continue
        if row.side is Disputed.REQUEST:
            what = many(row.exchanges, "request") if row.exchanges > 1 else "a request"
            text = f"{row.provider} answered {what} that {row.rule} says it refuses"
            yield f"contradicted: {text}, first {first}"
        else:
            where = many(row.exchanges, "answer")
            text = f"{row.provider} defines {row.dialect}, and {where} of its own break {row.rule}"
            yield f"awaits a person: {text}, first {first}"


def show_disputes(rows: Sequence[Dispute], fixtures: int) -> None:
    """Print the table of contradictions, with the first places of each."""
    if rows:
        _table([_HEADS, *map(_cells, rows)])
        say()
    for row in rows:
        say(f"{row.rule} {RULES[row.rule].name}, {row.provider} ({row.dialect})", bold=True)
        for place in row.places:
            say(f"  {plain(place.source)} {plain(place.pointer)}")
    left = sum(not row.decided for row in rows)
    out = f"; {many(fixtures, 'fixture')} left out, which no vendor sent" if fixtures else ""
    say(f"{many(len(rows), 'contradiction')}, {left} of them undecided{out}")


def _cells(row: Dispute) -> tuple[str, ...]:
    read = ", ".join(f"{word} {count}" for word, count in sorted(row.sdk.items()))
    decided = "yes" if row.decided else "no"
    return (
        str(row.side),
        row.rule,
        row.provider,
        row.dialect,
        str(row.exchanges),
        decided,
        read or "-",
    )


def _table(rows: Sequence[Sequence[str]]) -> None:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        say("  ".join(cells).rstrip())
