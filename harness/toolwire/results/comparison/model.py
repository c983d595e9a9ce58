"""What changed between two results, as frozen values."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from toolwire.model.observation import Severity, Verdict
from toolwire.results.cells import Basis, Row


class ChangeKind(StrEnum):
    """What a change is, in the order in which they are told.

    `broke`, `mended`, `changed` (other rules are broken than before, or another fact) are the
    provider's. The others are not: `not-looked-at` and `looked-at-again`, `judged-differently`
    (by us), `unclear` (too little to say), `basis` (rests on something else), `new` and `gone`
    (one side only), `evidence` (the same outcome of other bytes), `same`.
    """

    BROKE = "broke"
    NOT_LOOKED_AT = "not-looked-at"
    MENDED = "mended"
    CHANGED = "changed"
    JUDGED_DIFFERENTLY = "judged-differently"
    UNCLEAR = "unclear"
    BASIS = "basis"
    NEW = "new"
    GONE = "gone"
    LOOKED_AT_AGAIN = "looked-at-again"
    EVIDENCE = "evidence"
    SAME = "same"

    @property
    def place(self) -> int:
        """Return 0 for what is told first, rising."""
        return _PLACES[self]


_PLACES = {kind: number for number, kind in enumerate(ChangeKind)}


class Cause(StrEnum):
    """Why: see `docs/comparing-reports.md`, which defines each."""

    BYTES = "bytes"
    MODEL = "model"
    SAME_BYTES = "same-bytes"
    VERSION = "version"
    RULE = "rule"
    DOCUMENTATION = "documentation"
    RERECORDED = "rerecorded"
    FEW = "few"
    INCONCLUSIVE = "inconclusive"
    DATES = "dates"
    SHARES = "shares"
    BASIS = "basis"
    NOT_RUN = "not-run"
    SELECTION = "selection"
    ADDED = "added"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Side:
    """One of the results: version, start (ISO 8601), id of the run, number of observations."""

    toolwire: str
    started_at: str
    run: str
    observations: int


@dataclass(frozen=True, slots=True)
class Glance:
    """What one side says of a cell: `good` of `total` conformant, newest ISO date or None."""

    verdict: Verdict
    basis: Basis
    good: int
    total: int
    newest: str | None
    source: str
    reason: str


@dataclass(frozen=True, slots=True)
class Change:
    """One cell that is not as it was; None for a side that has nothing there.

    What was asked is compared case by case; `case` and `mode` are "" where a cell of a suite is
    compared as a whole (traffic, documentation, one side only). `models` are all of both sides;
    `gained` and `lost` the rules at warning or above that are broken on the new, and on the old
    side only. `excused`: what broke is listed as known in the provider's file.
    """

    row: Row
    suite: str
    case: str
    mode: str
    models: tuple[str, ...]
    kind: ChangeKind
    cause: Cause
    before: Glance | None
    after: Glance | None
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    excused: bool = False

    @property
    def worse(self) -> bool:
        """Return whether this ends with exit code 1."""
        broke = self.kind is ChangeKind.BROKE or (
            self.kind is ChangeKind.CHANGED and bool(self.gained)
        )
        return broke and not self.excused


@dataclass(frozen=True, slots=True)
class RuleChange:
    """A rule that a provider breaks on one side only, or in other cells than before.

    `before` of `before_of` exchanges broke it on the old side. `since` is the first day of the
    new side's breaches, `until` the last of the old side's; None where no day is known. `models`
    show it on the new side; of what is mended or gone, showed it on the old one.
    """

    row: Row
    rule: str
    severity: Severity
    kind: ChangeKind
    cause: Cause
    before: int
    before_of: int
    after: int
    after_of: int
    models: tuple[str, ...]
    since: str | None
    until: str | None


@dataclass(frozen=True, slots=True)
class FactChange:
    """A facet whose words are others: the usual one first; () where a side has none.

    `usual` tells whether the usual word changed, and not only a rarer one came or went.
    """

    row: Row
    facet: str
    kind: ChangeKind
    cause: Cause
    before: tuple[str, ...]
    after: tuple[str, ...]
    usual: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """What changed from old to new.

    Attributes:
        old, new: what was compared.
        cells: every cell that is not the same, evidence included, by kind and place.
        rules, facts: the same by rule, and the facts of the format.
        common: cells that both sides have.
        same: those of them in which nothing changed at all.
        notes: what a reader should know first, each in one line: what only one side looked at.
    """

    old: Side
    new: Side
    cells: tuple[Change, ...] = ()
    rules: tuple[RuleChange, ...] = ()
    facts: tuple[FactChange, ...] = ()
    common: int = 0
    same: int = 0
    notes: tuple[str, ...] = ()

    @property
    def broke(self) -> bool:
        """Return whether a provider broke something that is not listed as known."""
        return any(change.worse for change in self.cells)

    @property
    def empty(self) -> bool:
        """Return whether nothing changed, not even the evidence."""
        return not (self.cells or self.rules or self.facts)

    @property
    def counts(self) -> Counter[ChangeKind]:
        """Return how many cells are of each kind."""
        return Counter(change.kind for change in self.cells)

    def of(self, kind: ChangeKind) -> tuple[Change, ...]:
        """Return the cells of one kind."""
        return tuple(change for change in self.cells if change.kind is kind)
