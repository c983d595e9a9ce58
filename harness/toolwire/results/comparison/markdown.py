"""A comparison as Markdown, for the text of a pull request or a page of a report.

Whatever comes from results is put into code spans: nothing in them is markup, no `@name` calls
anybody and no address becomes a link.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from toolwire.io.shown import line
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
from toolwire.results.comparison.model import Cause, Change, ChangeKind, Comparison, FactChange

#: Rows of a table, unless told otherwise; and characters of one value.
_MOST = 20
_LONGEST = 120
_LONGEST_NOTE = 400
#: Characters of a whole text: GitHub takes 65,536 in a pull request.
_LONGEST_TEXT = 60_000
#: Marks that would end a code span or a table's cell.
_SHOWN: Final = str.maketrans({"`": "'", "|": "¦"})
#: Kinds that have a table of cells; of the others their number is enough.
_TABLES: Final = tuple(kind for kind in HEADINGS if kind is not ChangeKind.EVIDENCE)


def code(text: object, longest: int = _LONGEST) -> str:
    """Return text as a code span that nothing can leave, on one line and bounded; "" for none."""
    plain = line(" ".join(str(text).split()))
    short = plain if len(plain) <= longest else f"{plain[: longest - 3]}..."
    return f"`{short.translate(_SHOWN)}`" if short else ""


def markdown(comparison: Comparison, *, most: int = _MOST, level: int = 2) -> str:
    """Return the whole comparison; every table ends after `most` rows and says how many more.

    Args:
        comparison: what is told.
        most: rows of a table, fewer where the text were longer than a pull request's may be.
        level: number of `#` of its heading.
    """
    text = _text(comparison, most, level)
    while len(text) > _LONGEST_TEXT and most > 1:
        most //= 2
        text = _text(comparison, most, level)
    return text


def _text(comparison: Comparison, most: int, level: int) -> str:
    lines = [
        f"{'#' * level} {sentence(comparison, code)}",
        "",
        f"- old: {code(side_text(comparison.old))}",
        f"- new: {code(side_text(comparison.new))}",
        f"- cells: {totals(comparison)}",
        *(f"- {code(note, _LONGEST_NOTE)}" for note in comparison.notes),
    ]
    for kind in _TABLES:
        lines += _cells(kind, comparison.of(kind), most, level + 1)
    lines += _rules(comparison, most, level + 1)
    lines += _facts(comparison.facts, most, level + 1)
    return "\n".join(lines) + "\n"


def _cells(kind: ChangeKind, changes: Sequence[Change], most: int, level: int) -> Iterator[str]:
    # What only one side looked at is in the notes, in one line.
    reported = groups(change for change in changes if change.cause is not Cause.SELECTION)
    if reported:
        heading, meaning = HEADINGS[kind]
        yield from ("", f"{'#' * level} {heading} ({len(changes):,})", "", f"{meaning}.", "")
        head = ("provider", "suite", "outcome", "why", "cases")
        yield from _table(head, map(_group, reported), most, len(reported))


def _group(one: Group) -> tuple[str, ...]:
    why = "; ".join(
        word
        for word in (
            ", ".join(map(code, one.rules)) or code(one.reason),
            CAUSES[one.cause],
            "listed as known" if one.excused else "",
        )
        if word
    )
    provider = f"{code(one.row.provider)} {code(one.row.dialect)}"
    return provider, code(one.suite), one.outcome, why, code(named(one.cases or one.models))


def _rules(comparison: Comparison, most: int, level: int) -> Iterator[str]:
    if comparison.rules:
        yield from ("", f"{'#' * level} By rule ({len(comparison.rules):,})", "")
        rows = (
            (
                f"{code(one.rule)} {one.severity}",
                f"{code(one.row.provider)} {code(one.row.dialect)}",
                HEADINGS[one.kind][0].lower(),
                rule_text(one),
                code(named(one.models)),
            )
            for one in comparison.rules
        )
        head = ("rule", "provider", "what", "cases, exchanges", "models")
        yield from _table(head, rows, most, len(comparison.rules))


def _facts(facts: Sequence[FactChange], most: int, level: int) -> Iterator[str]:
    if facts:
        yield from ("", f"{'#' * level} Facts of the format ({len(facts):,})", "")
        rows = (
            (
                f"{code(one.row.provider)} {code(one.row.dialect)}",
                fact_text(one)[0],
                code(fact_text(one)[1]),
                code(fact_text(one)[2]),
                f"{HEADINGS[one.kind][0].lower()}: {CAUSES[one.cause]}",
            )
            for one in facts
        )
        yield from _table(("provider", "fact", "before", "now", "why"), rows, most, len(facts))


def _table(
    head: tuple[str, ...], rows: Iterable[tuple[str, ...]], most: int, total: int
) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{' --- |' * len(head)}"
    for _, row in zip(range(most), rows, strict=False):
        yield f"| {' | '.join(row)} |"
    if total > most:
        yield from ("", f"and {total - most:,} more")
