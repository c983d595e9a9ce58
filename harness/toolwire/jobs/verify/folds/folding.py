"""How findings that tell one cause become one: whichever of them is looked at first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from toolwire.jobs.verify.deviation import ServerDeviation


@dataclass(frozen=True, slots=True)
class CauseFold:
    """Rules one of which tells a cause best, in that order, and those that tell it again.

    Attributes:
        best: ids of rules.
        again: ids of rules, "" for cases that no rule explains.
        same: whether the second deviation tells the cause of the first.
        told: what both say together, where neither says it alone; "" where the first says it.
    """

    best: tuple[str, ...]
    again: frozenset[str]
    same: Callable[[ServerDeviation, ServerDeviation], bool]
    told: str = ""


@dataclass(frozen=True, slots=True)
class _PlacedDeviation:
    """A deviation, and where it stood among all."""

    place: int
    deviation: ServerDeviation


def told_once(
    found: Sequence[ServerDeviation], folds: Sequence[CauseFold]
) -> tuple[ServerDeviation, ...]:
    """Return deviations without those that tell the cause of another one.

    Neither their order nor that of the folds matters: what each says by itself decides what tells of
    it, and what that is told by tells of both.

    Args:
        found: of one server in one dialect.
        folds: what tells what.
    """
    placed = [_PlacedDeviation(place, one) for place, one in enumerate(found)]
    left = sorted(placed, key=lambda one: _rank(one.deviation))
    while True:
        # What is told together may be told by a third.
        whole = _each_sentence_once(_each_cause_once(left, folds))
        if len(whole) == len(left):
            break
        left = whole
    return tuple(one.deviation for one in sorted(left, key=lambda one: one.place))


def _rank(one: ServerDeviation) -> tuple[bool, str, str, str]:
    return not one.rule, one.rule, one.message, repr(one)


def _each_cause_once(
    left: Sequence[_PlacedDeviation], folds: Sequence[CauseFold]
) -> list[_PlacedDeviation]:
    found = [one.deviation for one in left]
    told_by: dict[int, int] = {}
    tellings = sorted({*_tellings(found, folds)})
    for best, other, _ in tellings:
        at = best[-1]
        if other not in told_by and _root(told_by, at) != other:
            told_by[other] = at
    together = {
        best[-1]: told for best, other, told in tellings if told and told_by.get(other) == best[-1]
    }
    again: dict[int, list[ServerDeviation]] = {}
    # What is told again is told in the order in which it was found.
    for other in sorted(told_by, key=lambda at: left[at].place):
        again.setdefault(_root(told_by, other), []).append(found[other])
    return [
        replace(one, deviation=_with(one.deviation, again.get(at, ()), together.get(at, "")))
        for at, one in enumerate(left)
        if at not in told_by
    ]


def _tellings(
    found: Sequence[ServerDeviation], folds: Sequence[CauseFold]
) -> Iterator[tuple[tuple[int, str, int], int, str]]:
    """Yield what tells what, by numbers, and what both say together: first what stands first in its
    fold, then by its rule.
    """
    for fold in folds:
        for at, best in enumerate(found):
            if best.rule and best.rule in fold.best:
                rank = (fold.best.index(best.rule), best.rule, at)
                for number, other in enumerate(found):
                    if other.rule in fold.again - {best.rule} and fold.same(best, other):
                        yield rank, number, fold.told


def _root(told_by: dict[int, int], at: int) -> int:
    while at in told_by:
        at = told_by[at]
    return at


def _each_sentence_once(left: Sequence[_PlacedDeviation]) -> list[_PlacedDeviation]:
    """Return deviations without those that say in one mode what another rule says in the other."""
    whole: list[_PlacedDeviation] = []
    for one in left:
        here = (n for n, other in enumerate(whole) if _of_the_other_mode(other, one))
        at = next(here, None)
        if at is None:
            whole.append(one)
        else:
            both = _of_both_modes(whole[at].deviation, one.deviation)
            whole[at] = replace(whole[at], deviation=both)
    return whole


def _of_the_other_mode(one: _PlacedDeviation, another: _PlacedDeviation) -> bool:
    best, other = one.deviation, another.deviation
    of_rules = bool(best.rule and other.rule)
    return of_rules and best.message == other.message and not set(best.modes) & set(other.modes)


def _of_both_modes(best: ServerDeviation, other: ServerDeviation) -> ServerDeviation:
    # Answers of another mode are none that were counted.
    return replace(
        _with(best, (other,)),
        count=best.count + other.count,
        modes=tuple(sorted({*best.modes, *other.modes})),
        breaks=best.breaks or other.breaks,
    )


def _with(
    best: ServerDeviation, again: Sequence[ServerDeviation], together: str = ""
) -> ServerDeviation:
    if not again:
        return best
    message = together or best.message
    said = chain.from_iterable((one.message, *one.others) for one in again if one.rule)
    cases = [one for one in again if not one.rule]
    told = (text for text in (best.message, *best.others, *said) if text != message)
    return replace(
        best,
        message=message,
        severity=min((one.severity for one in (best, *again)), key=lambda one: one.rank),
        own=best.own or best.severity,
        # Observations of rules may be those of the best one: cases without a rule are not.
        count=best.count + sum(one.count for one in cases),
        # So are their modes: what compares the two is told of the stream, whichever is at fault.
        modes=tuple(sorted({*best.modes, *(mode for one in cases for mode in one.modes)})),
        breaks=best.breaks or next((one.breaks for one in again if one.breaks), ""),
        others=tuple(dict.fromkeys(told)),
    )
