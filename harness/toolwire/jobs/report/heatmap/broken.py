"""The rules that cells break, as tokens that a filter finds.

A token is `TC304`, an error; `~TC306`, a warning. Of a cell that is not the same in all its
views, `TC304:as` says in which: `a` the whole cell, `b` blocking, `s` streaming.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Final, TypeAlias

from toolwire.io.lists import grouped
from toolwire.jobs.report.matrix import Matrix
from toolwire.model.exchange import Mode
from toolwire.model.observation import Observation, Severity, Verdict
from toolwire.results.cells import Row, select
from toolwire.results.cells.algebra import deduplicated
from toolwire.results.comparison.state import breaches

_Key: TypeAlias = tuple[Row, str]
_WHOLE: Final = "a"
_LETTERS: Final[Mapping[Mode, str]] = {Mode.BLOCKING: "b", Mode.STREAMING: "s"}
_BROKEN: Final = frozenset({Verdict.FAILED, Verdict.NON_STRICT})
_RANKS: Final[Mapping[Severity, int]] = {severity: severity.rank for severity in Severity}
_SIGNS: Final[Mapping[int, str]] = {Severity.ERROR.rank: "", Severity.WARNING.rank: "~"}
#: An id that a results file made up may be anything; one that is no plain word cannot be found.
_PLAIN: Final = re.compile(r"[A-Za-z0-9]{1,12}", re.ASCII)
_MOST: Final = 24


def rules_codes(matrix: Matrix, observations: Iterable[Observation]) -> Mapping[_Key, str]:
    """Return (row, suite) -> the tokens of the rules it breaks; cells that break none are not there.

    Args:
        matrix: the cells.
        observations: those that it was folded from.
    """
    keys = {key for key, cell in matrix.suites.items() if cell.verdict in _BROKEN}
    keys |= {
        (row, suite)
        for (row, suite, _), cell in matrix.table.modes.items()
        if cell.verdict in _BROKEN
    }
    # A plain tuple is found several times as fast as a row.
    totals = {
        (row.provider, row.dialect, suite): (row, matrix.suites[row, suite].total)
        for row, suite in keys
    }
    groups = grouped((one for one in observations if _place(one) in totals), _place)
    found = {
        (totals[place][0], place[2]): _tokens(group, whole=totals[place][1] == len(group))
        for place, group in groups.items()
    }
    return {key: tokens for key, tokens in found.items() if tokens}


def _place(seen: Observation) -> tuple[str, str, str]:
    return seen.provider, seen.dialect, seen.suite


def _tokens(group: list[Observation], *, whole: bool) -> str:
    """Return the tokens of one cell, errors first; `whole` where all of it counts now."""
    views = _views(group, whole=whole)
    where: dict[tuple[int, str], str] = {}
    for view, broken in views.items():
        for rule, rank in broken.items():
            where[rank, rule] = where.get((rank, rule), "") + view
    return " ".join(
        f"{_SIGNS[rank]}{rule}"
        f"{'' if len(where[rank, rule]) == len(views) else ':' + where[rank, rule]}"
        for rank, rule in sorted(where)[:_MOST]
    )


def _views(group: list[Observation], *, whole: bool) -> Mapping[str, Mapping[str, int]]:
    """Return view -> what is broken in it now: the whole cell, then each of its modes."""
    if whole:
        # Nothing is there twice, is history, or is of a weaker basis: so it is in each mode.
        modes = {mode: _broken(part) for mode, part in _by_mode(group).items()}
        return {_WHOLE: _worst_of(modes.values()), **modes}
    once = deduplicated(group)
    parts = {_WHOLE: list(once), **_by_mode(once)}
    return {view: _broken(select(part).current) for view, part in parts.items()}


def _by_mode(observations: Iterable[Observation]) -> Mapping[str, list[Observation]]:
    return grouped(observations, lambda one: _LETTERS[one.mode])


def _worst_of(parts: Collection[Mapping[str, int]]) -> Mapping[str, int]:
    found: dict[str, int] = {}
    for part in parts:
        for rule, rank in part.items():
            found[rule] = min(rank, found.get(rule, rank))
    return found


def _broken(observations: Iterable[Observation]) -> Mapping[str, int]:
    """Return rule -> rank of its most severe breach, of the rules that observations break."""
    found: dict[str, int] = {}
    for seen in observations:
        for one in breaches(seen) if seen.findings else ():
            rank = _RANKS[one.counted]
            if rank < found.get(one.rule, rank + 1) and _PLAIN.fullmatch(one.rule):
                found[one.rule] = rank
    return found
