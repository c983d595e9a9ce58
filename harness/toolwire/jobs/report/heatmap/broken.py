"""The rules that cells break, as tokens that a filter finds.

A token is `TC304`, an error; `~TC306`, a warning. Of a cell that is not the same in all its
views, `TC304:as` says in which: `a` the whole cell, `b` blocking, `s` streaming.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from toolwire.io.lists import grouped
from toolwire.jobs.report.model import Matrix
from toolwire.model.exchange import Mode
from toolwire.model.observation import Observation, Severity, Verdict
from toolwire.results.cells import Row, select
from toolwire.results.cells.algebra import deduplicated
from toolwire.results.comparison.state import breaches

_Key: TypeAlias = tuple[Row, str]
_WHOLE: Final = "a"
_LETTERS: Final[Mapping[Mode, str]] = {Mode.BLOCKING: "b", Mode.STREAMING: "s"}
_BROKEN: Final = frozenset({Verdict.FAILED, Verdict.NON_STRICT})
_SIGNS: Final[Mapping[Severity, str]] = {Severity.ERROR: "", Severity.WARNING: "~"}
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
    mine = (one for one in observations if (Row(one.provider, one.dialect), one.suite) in keys)
    groups = grouped(deduplicated(mine), lambda one: (Row(one.provider, one.dialect), one.suite))
    found = ((key, _tokens(group)) for key, group in groups.items())
    return {key: tokens for key, tokens in found if tokens}


def _tokens(group: list[Observation]) -> str:
    """Return the tokens of one cell, errors first."""
    views = {_WHOLE: _severities(group)}
    for mode, part in grouped(group, lambda one: one.mode).items():
        views[_LETTERS[mode]] = _severities(part)
    where: dict[tuple[int, str], str] = {}
    for view, rules in views.items():
        for rule, severity in rules.items():
            key = (severity.rank, rule)
            where[key] = where.get(key, "") + view
    return " ".join(
        f"{_SIGNS[tuple(Severity)[rank]]}{rule}"
        f"{'' if len(where[rank, rule]) == len(views) else ':' + where[rank, rule]}"
        for rank, rule in sorted(where)[:_MOST]
    )


def _severities(group: list[Observation]) -> Mapping[str, Severity]:
    """Return rule -> the most severe of what counts now."""
    found: dict[str, Severity] = {}
    for seen in select(group).current:
        for one in breaches(seen):
            if _PLAIN.fullmatch(one.rule):
                known = found.get(one.rule, one.counted)
                found[one.rule] = min(known, one.counted, key=lambda severity: severity.rank)
    return found
