"""The marks and words of cells; one table, so that every page and screen says the same."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Verdict
from toolwire.results.cells.age import Age, age, days_old
from toolwire.results.cells.model import Basis, Cell, FacetCell

_UNDECIDED: Mapping[Verdict, str] = {
    Verdict.UNSUPPORTED: "–",
    Verdict.INCONCLUSIVE: "?",
    Verdict.NOT_RUN: "!",
}
#: How something is known -> verdict -> its mark; the only such table.
MARKS: Mapping[Basis, Mapping[Verdict, str]] = {
    Basis.ASKED: {
        Verdict.CONFORMANT: "●",
        Verdict.NON_STRICT: "◐",
        Verdict.FAILED: "✕",
        **_UNDECIDED,
    },
    Basis.SUBMITTED: {
        Verdict.CONFORMANT: "■",
        Verdict.NON_STRICT: "◪",
        Verdict.FAILED: "⊠",
        **_UNDECIDED,
    },
    Basis.SEEN: {
        Verdict.CONFORMANT: "◇",
        Verdict.NON_STRICT: "◈",
        Verdict.FAILED: "◆",
        **_UNDECIDED,
    },
    Basis.DOCUMENTED: {
        Verdict.CONFORMANT: "○",
        Verdict.NON_STRICT: "◌",
        Verdict.FAILED: "⊗",
        **_UNDECIDED,
    },
}

#: Mark -> meaning, in the order a legend shows them.
LEGEND: Mapping[str, str] = {
    "●": "asked, conformant: every case did as expected, nothing above info",
    "◐": "asked, non-strict: only warnings",
    "✕": "asked, failed: at least one case breaks a rule that breaks clients",
    "■": "submitted, conformant: as asked, by bytes that somebody handed in and we judged anew",
    "◪": "submitted, non-strict: only warnings",
    "⊠": "submitted, failed: at least one case breaks a rule that breaks clients",
    "◇": "seen in traffic, rules held; cases and their expectations were not run",
    "◈": "seen in traffic, only warnings",
    "◆": "seen in traffic, at least one exchange breaks a rule that breaks clients",
    "○": "documented only: proves the harness, never the provider",
    "–": "unsupported: documented as absent, or refused cleanly",
    "?": "inconclusive: the model did not do what the case needs",
    "!": "not run: could not look, whatever else was seen",
}

_SEEN: Mapping[Verdict, str] = {
    Verdict.CONFORMANT: "rules held",
    Verdict.NON_STRICT: "with warnings",
    Verdict.FAILED: "with errors",
}
_AGE: Mapping[Age, str] = {
    Age.FRESH: "",
    Age.AMBER: "ageing",
    Age.GREY: "old",
    Age.UNDATED: "undated",
}


def mark(cell: Cell) -> str:
    """Return the mark of a cell: circles were asked, squares submitted, diamonds seen, hollow ones documented."""
    return MARKS[cell.basis][cell.verdict]


def counts_text(cell: Cell) -> str:
    """Return how many of how many: `12/14`, `3 of 8 not run`, `seen 40, 2 with errors`."""
    if cell.basis is Basis.SEEN:
        return _seen_text(cell)
    if cell.verdict is Verdict.UNSUPPORTED:
        return str(Verdict.UNSUPPORTED)
    of = f"{cell.good}/{cell.total}"
    undecided = [
        f"{count} {_WORDS[verdict]}" for verdict, count in cell.counts if verdict in _WORDS
    ]
    later = [f"{count} {_WORDS[verdict]} since" for verdict, count in cell.since]
    return ", ".join((of, *undecided, *later))


_WORDS: Mapping[Verdict, str] = {
    Verdict.NOT_RUN: "not run",
    Verdict.INCONCLUSIVE: "inconclusive",
    Verdict.UNSUPPORTED: "unsupported",
}


def _seen_text(cell: Cell) -> str:
    thin = ", thin" if cell.thin else ""
    bad = cell.of(cell.verdict)
    words = _SEEN.get(cell.verdict, str(cell.verdict))
    if cell.verdict is Verdict.CONFORMANT:
        return f"seen {cell.total}, {words}{thin}"
    return f"seen {cell.total}, {bad} {words}{thin}"


def text(cell: Cell, today: date | None = None) -> str:
    """Return a cell in words: `✕ 12/14 recorded 2026-06, old`.

    Args:
        cell: the cell.
        today: day of the report, by which it is ageing or old; None to leave that out.
    """
    return f"{mark(cell)} {counts_text(cell)} {known_text(cell, today)}".rstrip()


def known_text(cell: Cell | FacetCell, today: date | None = None, *, days: bool = False) -> str:
    """Return how a cell is known: `imported 2026-06, old`; of documentation no date counts.

    Args:
        cell: the cell.
        today: day of the report, by which it is ageing or old; None to leave that out.
        days: say how many days old it is.
    """
    if cell.hollow:
        return str(EvidenceLevel.DOCUMENTED)
    if not cell.newest:
        return "" if isinstance(cell, Cell) and not cell.decided else f"{cell.level}, undated"
    old = age_text(cell.newest, today, days=days) if today else ""
    return f"{cell.level} {cell.newest[:7]}{', ' if old else ''}{old}"


def age_text(newest: str | None, today: date, *, days: bool = True) -> str:
    """Return `ageing` after 45 days, `old` after 90, with the days; "" for fresh evidence."""
    words = _AGE[age(newest, today)]
    old = days_old(newest, today)
    return f"{words} ({old} days)" if words and days and old is not None else words


def facet_text(cell: FacetCell) -> str:
    """Return the usual word, the rarer ones with their counts, and what was until when."""
    parts = [f"{word.text} ({word.count})" for word in cell.others[:3]]
    if len(cell.others) > 3:
        parts.append(f"{len(cell.others) - 3} more")
    also = f" [also: {'; '.join(parts)}]" if parts else ""
    past = [f"{word.text} until {word.newest[:7]}" for word in cell.before if word.newest]
    until = f" [{'; '.join(past[:2])}]" if past else ""
    return f"{cell.value}{also}{until}"
