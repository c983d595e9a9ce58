"""How differently two results were judged: versions, rules, and the same bytes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from toolwire.model.observation import FACETS, Observation
from toolwire.results import Header
from toolwire.results.comparison.decide import Judges
from toolwire.results.comparison.state import broken

#: What tells one exchange of one side apart; in both sides it is the same exchange.
Exchange: TypeAlias = tuple[str, ...]
_RulesByExchange: TypeAlias = dict[Exchange, tuple[str, set[str]]]


def exchange(seen: Observation) -> Exchange:
    """Return what an observation is about: of what was asked the case, of traffic its source."""
    if seen.asked:
        return (seen.provider, seen.model, seen.suite, seen.case, str(seen.mode))
    return (seen.provider, seen.evidence.source, seen.evidence.sha256 or "")


def judges(
    old: tuple[Header, Sequence[Observation]], new: tuple[Header, Sequence[Observation]]
) -> Judges:
    """Return how differently the sides were judged.

    A rule that says something else of the same bytes is another rule than it was, whatever the
    version says.
    """
    (head, before), (other, after) = old, new
    unknown: frozenset[str] = frozenset()
    if head.rules and other.rules:
        unknown = frozenset(head.rules) ^ frozenset(other.rules)
    dropped: dict[str, set[str]] = {}
    mine, theirs = _rules(before), _rules(after)
    for key in mine.keys() & theirs.keys():
        dialect, rules = mine[key]
        dropped.setdefault(dialect, set()).update(rules ^ theirs[key][1])
    every = {dialect: unknown.union(rules) for dialect, rules in dropped.items()}
    for seen in (*before, *after):
        every.setdefault(seen.dialect, unknown)
    return Judges(head.toolwire != other.toolwire, every)


def _rules(observations: Iterable[Observation]) -> _RulesByExchange:
    """Return (exchange, digest) -> its dialect, and all rules that it breaks, of any suite."""
    found: _RulesByExchange = {}
    for seen in observations:
        if seen.evidence.sha256:
            key = (*exchange(seen), seen.dialect, seen.evidence.sha256)
            found.setdefault(key, (seen.dialect, set()))[1].update(_rules_shown(seen))
    return found


def _rules_shown(seen: Observation) -> Iterable[str]:
    """Return the rules that these bytes break, whatever else the run has.

    Whether model variance counts in what was asked is told by other replies of the run.
    """
    return {finding.rule for finding in seen.findings} if seen.asked else broken(seen)


def moved_facets(
    old: Iterable[Observation], new: Iterable[Observation]
) -> frozenset[tuple[str, str, str]]:
    """Return (provider, dialect, facet) of what was read otherwise in the same bytes."""
    before, after = _facets(old), _facets(new)
    return frozenset(
        (key[0], key[1], facet)
        for key, words in before.items()
        if key in after and words != after[key]
        for facet in FACETS
        if words.get(facet) != after[key].get(facet)
    )


def _facets(observations: Iterable[Observation]) -> dict[Exchange, Mapping[str, str]]:
    return {
        (seen.provider, seen.dialect, *exchange(seen), seen.evidence.sha256): seen.facets
        for seen in observations
        if seen.evidence.sha256 and seen.facets
    }
