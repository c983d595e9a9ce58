"""The same changes by rule: how many exchanges broke it before and after, which models, when."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from toolwire.model.observation import Finding, Observation, Severity, Verdict
from toolwire.results.cells import Basis, Row
from toolwire.results.cells.age import day
from toolwire.results.comparison.judges import Exchange, exchange
from toolwire.results.comparison.model import Cause, Change, ChangeKind, RuleChange
from toolwire.results.comparison.pairs import Selections
from toolwire.results.comparison.state import breaches

_Key: TypeAlias = tuple[Row, str]

#: Whether any exchange broke the rule (before, after) -> what it is when the provider did it.
_KINDS: Final[Mapping[tuple[bool, bool], ChangeKind]] = {
    (False, True): ChangeKind.BROKE,
    (True, False): ChangeKind.MENDED,
    (True, True): ChangeKind.CHANGED,
    (False, False): ChangeKind.CHANGED,
}
_OF_PROVIDER: Final = frozenset({ChangeKind.BROKE, ChangeKind.MENDED, ChangeKind.CHANGED})
#: Kinds of cells in which a rule may come and go.
_TELLING: Final = _OF_PROVIDER | {
    ChangeKind.JUDGED_DIFFERENTLY,
    ChangeKind.UNCLEAR,
    ChangeKind.NEW,
    ChangeKind.GONE,
}


@dataclass(slots=True)
class _Hits:
    """Exchanges that break one rule: day, model and most severe severity of each."""

    exchanges: dict[Exchange, tuple[str, str, Severity]] = field(default_factory=dict)

    def add(self, seen: Observation, found: Finding) -> None:
        """Count an exchange once, with its most severe breach."""
        key = exchange(seen)
        known = self.exchanges.get(key)
        if known is None or found.severity.rank < known[2].rank:
            self.exchanges[key] = (day(seen.evidence.recorded_at), seen.model, found.severity)

    @property
    def days(self) -> list[str]:
        """Return the days of them that are known."""
        return sorted(when for when, _, _ in self.exchanges.values() if when)


@dataclass(slots=True)
class _Side:
    """One side: exchanges that count by row, and those that break a rule."""

    looked: dict[Row, set[Exchange]] = field(default_factory=dict)
    hits: dict[_Key, _Hits] = field(default_factory=dict)


def by_rule(changes: Iterable[Change], old: Selections, new: Selections) -> tuple[RuleChange, ...]:
    """Return what changed by row and rule, by kind and place."""
    before, after = _side(old), _side(new)
    causes: dict[_Key, tuple[ChangeKind, Cause]] = {}
    for change in changes:
        if change.kind in _TELLING:
            for rule in (*change.gained, *change.lost):
                reported = (change.kind, change.cause)
                key = (change.row, rule)
                causes[key] = min(causes.get(key, reported), reported, key=_weight)
    found = (_change(key, *causes[key], before, after) for key in sorted(causes))
    shown_changes = (one for one in found if one is not None)
    return tuple(sorted(shown_changes, key=lambda one: (one.kind.place, one.row, one.rule)))


def _weight(reported: tuple[ChangeKind, Cause]) -> tuple[bool, int, str]:
    return reported[0] not in _OF_PROVIDER, reported[0].place, reported[1]


def _side(selections: Selections) -> _Side:
    side = _Side()
    for (row, _), chosen in selections.items():
        if chosen.basis is Basis.DOCUMENTED:
            continue
        for seen in chosen.current:
            if seen.verdict is not Verdict.NOT_RUN:
                side.looked.setdefault(row, set()).add(exchange(seen))
                for found in breaches(seen):
                    side.hits.setdefault((row, found.rule), _Hits()).add(seen, found)
    return side


def _change(key: _Key, kind: ChangeKind, cause: Cause, old: _Side, new: _Side) -> RuleChange | None:
    row, rule = key
    before, after = old.hits.get(key, _Hits()), new.hits.get(key, _Hits())
    if kind in _OF_PROVIDER:
        kind = _KINDS[bool(before.exchanges), bool(after.exchanges)]
    if kind in (ChangeKind.NEW, ChangeKind.GONE) and before.exchanges and after.exchanges:
        return None  # seen on both sides: that more of it was looked at is no news
    shown = (after if after.exchanges else before).exchanges.values()
    every = (*before.exchanges.values(), *after.exchanges.values())
    return RuleChange(
        row=row,
        rule=rule,
        severity=min((grave for _, _, grave in every), key=lambda s: s.rank, default=Severity.INFO),
        kind=kind,
        cause=cause,
        before=len(before.exchanges),
        before_of=len(old.looked.get(row, ())),
        after=len(after.exchanges),
        after_of=len(new.looked.get(row, ())),
        models=tuple(sorted({model for _, model, _ in shown})),
        since=next(iter(after.days), None),
        until=next(reversed(before.days), None),
    )
