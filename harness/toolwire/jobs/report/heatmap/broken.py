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


def rules_codes(matrix: Matrix) -> Mapping[_Key, str]:
    """Return (row, suite) -> the tokens of the rules it breaks; cells that break none are not there."""
    keys = {key for key, cell in matrix.suites.items() if cell.verdict in _BROKEN}
    keys |= {
        (row, suite)
        for (row, suite, _), cell in matrix.table.modes.items()
        if cell.verdict in _BROKEN
    }
    groups = matrix.table.of_suites
    found = {
        key: _tokens(groups[key], whole=matrix.suites[key].total == len(groups[key]))
        for key in keys
    }
    return {key: tokens for key, tokens in found.items() if tokens}


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
    """Return view -> what is broken in it now: the whole cell, then each mode where there are two."""
    parts = _by_mode(group)
    if not whole:
        parts = {_WHOLE: group, **parts}
        return {view: _broken(select(part).current) for view, part in parts.items()}
    # Nothing is history or of a weaker basis: so it is in each mode.
    modes = [_broken(part) for part in parts.values()]
    if len(modes) == 1:
        return {_WHOLE: modes[0]}
    return {_WHOLE: _worst_of(modes), **dict(zip(parts, modes, strict=True))}


def _by_mode(observations: Iterable[Observation]) -> dict[str, list[Observation]]:
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
