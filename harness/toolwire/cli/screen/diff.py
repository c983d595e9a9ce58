"""A comparison on a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from toolwire.cli.screen.table import plain
from toolwire.results.comparison import Cause, ChangeKind, Comparison, FactChange, RuleChange
from toolwire.results.comparison.labels import (
    CAUSES,
    HEADINGS,
    Group,
    fact_text,
    groups,
    named,
    rule_text,
    sentence,
    side_text,
    totals,
)

#: How many lines of a kind are enough, unless all are asked for.
_MOST = 12
_NARROWEST = 40
_LONGEST = 200


def screen(comparison: Comparison, columns: int, *, every: bool = False) -> str:
    """Return the comparison as lines of at most some columns, the verdict last.

    Args:
        comparison: what is told.
        columns: width of the terminal; at least 40 are used.
        every: tell all changes, other evidence too, and not only the first of each kind.
    """
    width = max(columns, _NARROWEST)
    lines = [
        *_entry(f"old: {side_text(comparison.old)}", width),
        *_entry(f"new: {side_text(comparison.new)}", width),
        *(line for note in comparison.notes for line in _entry(f"note: {note}", width)),
    ]
    most = None if every else _MOST
    for kind, (heading, meaning) in HEADINGS.items():
        changes = comparison.of(kind)
        reported = groups(one for one in changes if every or one.cause is not Cause.SELECTION)
        if reported and (every or kind is not ChangeKind.EVIDENCE):
            title = f"{heading} ({len(changes):,}): {meaning}"
            lines += _block(title, map(_group, reported), width, most)
    lines += _block("By rule", map(_rule, comparison.rules), width, most)
    lines += _block("Facts of the format", map(_fact, comparison.facts), width, most)
    lines += ["", *_entry(f"cells: {totals(comparison)}", width)]
    lines += _entry(sentence(comparison), width)
    return "\n".join(lines) + "\n"


def _block(title: str, entries: Iterable[str], width: int, most: int | None) -> Iterator[str]:
    reported = list(entries)
    if not reported:
        return
    yield ""
    yield from _entry(title, width)
    for entry in reported[:most]:
        yield from _entry(entry, width, "  ")
    if most is not None and len(reported) > most:
        yield f"  and {len(reported) - most:,} more (-v)"


def _entry(text: str, width: int, indent: str = "") -> list[str]:
    """Return text wrapped, what continues a line two columns further in."""
    short = text if len(text) <= _LONGEST * 2 else f"{text[: _LONGEST * 2]}..."
    return wrap(
        plain(short),
        width,
        initial_indent=indent,
        subsequent_indent=f"{indent}  ",
        break_on_hyphens=False,
    )


def _group(one: Group) -> str:
    where = f"{one.row.provider} ({one.row.dialect}) {one.suite}"
    which = named(one.cases or one.models)
    return f"{where}: {one.outcome[:_LONGEST]}; {one.why[:_LONGEST]}; {which}"


def _rule(one: RuleChange) -> str:
    where = f"{one.row.provider} ({one.row.dialect})"
    kind = HEADINGS[one.kind][0].lower()
    return f"{one.rule} {one.severity} {kind}: {where}, {rule_text(one)}; {named(one.models)}"


def _fact(one: FactChange) -> str:
    heading, before, after = fact_text(one)
    where = f"{one.row.provider} ({one.row.dialect})"
    kind = HEADINGS[one.kind][0].lower()
    return f"{where} {heading}: {before} → {after}; {kind}: {CAUSES[one.cause]}"
