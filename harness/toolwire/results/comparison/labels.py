"""What changes are called, and which are told together; one place for every format."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from toolwire.io.lists import grouped, listed
from toolwire.model.observation import FACETS
from toolwire.results.cells import Basis, Row
from toolwire.results.comparison.model import (
    Cause,
    Change,
    ChangeKind,
    Comparison,
    FactChange,
    Glance,
    RuleChange,
    Side,
)

#: Kind -> heading, and what it means.
HEADINGS: Final[Mapping[ChangeKind, tuple[str, str]]] = {
    ChangeKind.BROKE: ("Broke", "worse than before, by what the provider sent"),
    ChangeKind.NOT_LOOKED_AT: (
        "Could not be looked at",
        "not known now; neither broken nor mended",
    ),
    ChangeKind.MENDED: ("Mended", "better than before, by what the provider sent"),
    ChangeKind.CHANGED: ("Changed", "otherwise than before, neither better nor worse"),
    ChangeKind.JUDGED_DIFFERENTLY: ("Judged differently by us", "not the provider's doing"),
    ChangeKind.UNCLEAR: ("Cannot be told", "looks different, but too little is known to say so"),
    ChangeKind.BASIS: (
        "Rests on something else",
        "asked, seen or documented, which it was not before",
    ),
    ChangeKind.NEW: ("New", "only the new side has it"),
    ChangeKind.GONE: ("Gone", "only the old side has it"),
    ChangeKind.LOOKED_AT_AGAIN: ("Looked at again", "could not be looked at before"),
    ChangeKind.EVIDENCE: ("Other evidence only", "the same outcome of other bytes"),
}
CAUSES: Final[Mapping[Cause, str]] = {
    Cause.BYTES: "other bytes",
    Cause.MODEL: "another model",
    Cause.SAME_BYTES: "the same bytes, judged otherwise",
    Cause.VERSION: "another version of toolwire",
    Cause.RULE: "a rule that one side does not have or that changed",
    Cause.DOCUMENTATION: "composed from documentation",
    Cause.RERECORDED: "recorded again",
    Cause.FEW: "fewer than three exchanges",
    Cause.INCONCLUSIVE: "the model did not do what the case needs",
    Cause.DATES: "exchanges of days that the other side covers, or of no known day",
    Cause.SHARES: "the same words, of which another is usual",
    Cause.BASIS: "another basis",
    Cause.NOT_RUN: "not run",
    Cause.SELECTION: "only one side looked there",
    Cause.ADDED: "only one side has it",
    Cause.NONE: "",
}
#: What cells of a kind are in a sum, where that is not its heading.
_TOTALS: Final[Mapping[ChangeKind, str]] = {
    ChangeKind.BASIS: "on another basis",
    ChangeKind.EVIDENCE: "with other evidence only",
}
_BASES: Final[Mapping[Basis, str]] = {
    Basis.ASKED: "",
    Basis.SUBMITTED: "submitted ",
    Basis.SEEN: "seen ",
    Basis.DOCUMENTED: "documented ",
}
_DAY = 10
_MOST_NAMES = 4


@dataclass(frozen=True, slots=True)
class Group:
    """Changes of one cell that say the same: rules of all of them, and which cases they are."""

    kind: ChangeKind
    row: Row
    suite: str
    outcome: str
    cause: Cause
    rules: tuple[str, ...]
    cases: tuple[str, ...]
    models: tuple[str, ...]
    reason: str
    excused: bool

    @property
    def why(self) -> str:
        """Return cause, rules, or the reason where no rule says it, and whether it is known."""
        known = "listed as known" if self.excused else ""
        broken = ", ".join(self.rules) or self.reason
        return "; ".join(word for word in (broken, CAUSES[self.cause], known) if word)


def groups(changes: Iterable[Change]) -> tuple[Group, ...]:
    """Return changes told together: by kind, row, suite, outcome and cause, in their order."""
    found = grouped(
        changes,
        lambda one: (one.kind, one.row, one.suite, _outcome(one), one.cause, one.excused),
    )
    return tuple(map(_group, found.values()))


def _group(mine: list[Change]) -> Group:
    first = mine[0]
    signs = [f"+{rule}" for rule in sorted({rule for one in mine for rule in one.gained})]
    signs += [f"-{rule}" for rule in sorted({rule for one in mine for rule in one.lost})]
    last = first.after or first.before
    return Group(
        kind=first.kind,
        row=first.row,
        suite=first.suite,
        outcome=_outcome(first),
        cause=first.cause,
        rules=tuple(signs),
        cases=tuple(f"{case} [{', '.join(modes)}]" for case, modes in _cases(mine).items()),
        models=tuple(sorted({model for one in mine for model in one.models})),
        reason=last.reason if last else "",
        excused=first.excused,
    )


def _cases(mine: Iterable[Change]) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for one in mine:
        modes = found.setdefault(one.case, []) if one.case else []
        if one.mode not in modes:
            modes.append(one.mode)
    return found


def _outcome(one: Change) -> str:
    sides = [_glance(side, whole=not one.case) for side in (one.before, one.after) if side]
    return " → ".join(dict.fromkeys(sides)) if one.kind is not ChangeKind.EVIDENCE else sides[-1]


def _glance(side: Glance, *, whole: bool) -> str:
    counts = f" {side.good}/{side.total}" if whole else ""
    return f"{_BASES[side.basis]}{side.verdict}{counts}"


def totals(comparison: Comparison) -> str:
    """Return how many cells are of each kind, in words."""
    counts = comparison.counts
    parts = [
        f"{counts[kind]:,} {_TOTALS.get(kind, kind_text(kind))}"
        for kind in HEADINGS
        if counts[kind]
    ]
    return ", ".join([*parts, f"{comparison.same:,} the same"])


def kind_text(kind: ChangeKind) -> str:
    """Return what a change of a kind is called within a sentence."""
    return HEADINGS[kind][0].lower()


def sentence(comparison: Comparison, name: Callable[[str], str] = str) -> str:
    """Return the verdict in one sentence; `name` makes a provider's name harmless."""
    worse = [change for change in comparison.cells if change.worse]
    if worse:
        who = listed(map(name, dict.fromkeys(change.row.provider for change in worse)), 5)
        return f"{_cells(len(worse))} of {who} broke."
    if comparison.empty:
        return f"Nothing changed in {_cells(comparison.same)}."
    away = comparison.counts[ChangeKind.NOT_LOOKED_AT]
    return f"Nothing broke{f', but {_cells(away)} could not be looked at' if away else ''}."


def _cells(number: int) -> str:
    return f"{number:,} cell{'' if number == 1 else 's'}"


def named(names: Iterable[str]) -> str:
    """Return a few names, and how many more there are."""
    return listed(names, _MOST_NAMES)


def side_text(side: Side) -> str:
    """Return what one side is: day, version, observations."""
    return f"{side.started_at[:_DAY]}, toolwire {side.toolwire}, {side.observations:,} observations"


def rule_text(one: RuleChange) -> str:
    """Return counts before and after, and since when (mended: until when)."""
    counts = f"{one.before:,} of {one.before_of:,} → {one.after:,} of {one.after_of:,}"
    if one.after:
        return f"{counts}, since {one.since}" if one.since and not one.before else counts
    return f"{counts}, last seen {one.until}" if one.until else counts


def fact_text(one: FactChange) -> tuple[str, str, str]:
    """Return heading of a facet, and its words before and after, the usual first."""
    before, after = (named(words) or "nothing" for words in (one.before, one.after))
    return FACETS[one.facet], before, after
