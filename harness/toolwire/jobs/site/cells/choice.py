"""Which observations of a cell a page shows with their bytes, and which it only lists."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from toolwire.model.observation import Finding, Observation, Severity
from toolwire.results.cells import worst
from toolwire.results.cells.age import day
from toolwire.results.cells.algebra import ORDER

#: Most exchanges that a page shows in full.
MOST: Final = 3
_WORTH_SHOWING: Final = (Severity.ERROR, Severity.WARNING)


def newest(seen: Observation) -> tuple[str, str, str]:
    """Return what is greatest for the newest of some observations."""
    return (day(seen.evidence.recorded_at), seen.evidence.recorded_at or "", seen.evidence.source)


def hits_of(observations: Iterable[Observation]) -> dict[str, list[tuple[Observation, Finding]]]:
    """Return rule -> the observations that break it, each with its most severe finding of it."""
    found: dict[str, list[tuple[Observation, Finding]]] = {}
    for seen in observations:
        mine: dict[str, Finding] = {}
        for finding in seen.findings:
            before = mine.get(finding.rule)
            if before is None or finding.severity.rank < before.severity.rank:
                mine[finding.rule] = finding
        for rule, finding in mine.items():
            found.setdefault(rule, []).append((seen, finding))
    return found


def example_of(hits: Sequence[tuple[Observation, Finding]]) -> tuple[Observation, Finding]:
    """Return the newest of the most severe."""
    return max(hits, key=lambda hit: (-hit[1].severity.rank, *newest(hit[0])))


def shown_in_full(
    current: Sequence[Observation], has_bytes: Callable[[Observation], bool]
) -> tuple[Observation, ...]:
    """Return up to three observations whose bytes prove what a cell says.

    One for each broken rule, the most severe first; where what is asked for was not done, although
    no rule is broken, one that shows that; of a cell with nothing wrong the newest conformant one.

    Args:
        current: the observations that count.
        has_bytes: whether the bytes of one can be shown.
    """
    here = [seen for seen in current if has_bytes(seen)]
    if not here:
        return ()
    verdict = worst(seen.verdict for seen in here)
    found: list[Observation] = []
    rules = sorted(hits_of(here).items(), key=lambda item: (_severest(item[1]), -len(item[1])))
    for rule, hits in rules:
        severity = _severest(hits)
        if severity > Severity.ERROR.rank and not any(one.verdict is verdict for one in found):
            _add(found, [seen for seen in here if seen.verdict is verdict])
        if severity > _WORTH_SHOWING[-1].rank:
            break
        if not any(finding.rule == rule for one in found for finding in one.findings):
            _add(found, [example_of(hits)[0]])
    if not found:
        _add(found, [seen for seen in here if seen.verdict is verdict])
    return tuple(found[:MOST])


def _severest(hits: Iterable[tuple[Observation, Finding]]) -> int:
    return min(finding.severity.rank for _, finding in hits)


def _add(found: list[Observation], candidates: Sequence[Observation]) -> None:
    found.append(max(candidates, key=newest))


def by_worst(observations: Iterable[Observation]) -> list[Observation]:
    """Return observations, the worst verdict first, and of one verdict the newest."""
    order = sorted(observations, key=newest, reverse=True)
    return sorted(order, key=lambda seen: ORDER.index(seen.verdict))
