"""The exchanges of one result: what was made of their bytes, whichever suite they are evidence for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from toolwire.model.observation import Observation
from toolwire.results.comparison.state import broken

#: What tells one exchange of one side apart; in both sides it is the same exchange.
Exchange: TypeAlias = tuple[str, ...]


def exchange(seen: Observation) -> Exchange:
    """Return what an observation is about: of what was asked the case, of traffic its source."""
    if seen.asked:
        return (seen.provider, seen.model, seen.suite, seen.case, str(seen.mode))
    return (seen.provider, seen.evidence.source, seen.evidence.sha256 or "")


def rules_by_bytes(
    observations: Iterable[Observation],
) -> Mapping[Exchange, tuple[str, frozenset[str]]]:
    """Return (exchange, digest) -> its dialect, and all rules that it breaks, of any suite."""
    found: dict[Exchange, tuple[str, set[str]]] = {}
    for seen in observations:
        if seen.evidence.sha256:
            key = (*exchange(seen), seen.dialect, seen.evidence.sha256)
            found.setdefault(key, (seen.dialect, set()))[1].update(_rules_shown(seen))
    return {key: (dialect, frozenset(rules)) for key, (dialect, rules) in found.items()}


def _rules_shown(seen: Observation) -> Iterable[str]:
    """Return the rules that these bytes break, whatever else the run has.

    Whether model variance counts in what was asked is told by other replies of the run.
    """
    return {finding.rule for finding in seen.findings} if seen.asked else broken(seen)


def facets_by_bytes(observations: Iterable[Observation]) -> Mapping[Exchange, Mapping[str, str]]:
    """Return (provider, dialect, exchange, digest) -> the facets that were read in it."""
    return {
        (seen.provider, seen.dialect, *exchange(seen), seen.evidence.sha256): seen.facets
        for seen in observations
        if seen.evidence.sha256 and seen.facets
    }
