"""The same changes by rule: how many exchanges broke it before and after, which models, when."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from toolwire.model.observation import Severity
from toolwire.results.cells import Row
from toolwire.results.comparison.model import Cause, Change, ChangeKind, RuleChange
from toolwire.results.comparison.rule_hits import HitsByRule, RuleHits

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


def by_rule(
    changes: Iterable[Change], before: HitsByRule, after: HitsByRule
) -> tuple[RuleChange, ...]:
    """Return what changed by row and rule, by kind and place."""
    causes: dict[_Key, tuple[ChangeKind, Cause]] = {}
    for change in changes:
        if change.kind in _TELLING:
            for rule in (*change.gained, *change.lost):
                what = (change.kind, change.cause)
                key = (change.row, rule)
                causes[key] = min(causes.get(key, what), what, key=_weight)
    found = (_change(key, *causes[key], before, after) for key in sorted(causes))
    shown_changes = (one for one in found if one is not None)
    return tuple(sorted(shown_changes, key=lambda one: (one.kind.place, one.row, one.rule)))


def _weight(what: tuple[ChangeKind, Cause]) -> tuple[bool, int, str]:
    return what[0] not in _OF_PROVIDER, what[0].place, what[1]


def _change(
    key: _Key, kind: ChangeKind, cause: Cause, old: HitsByRule, new: HitsByRule
) -> RuleChange | None:
    row, rule = key
    before, after = old.hits.get(key, RuleHits()), new.hits.get(key, RuleHits())
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
