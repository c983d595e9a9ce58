"""How differently two results were judged: versions, rules, and the same bytes."""

from __future__ import annotations

from toolwire.model.observation import FACETS
from toolwire.results.comparison.decide import Judges
from toolwire.results.comparison.side import ResultSide


def judges(old: ResultSide, new: ResultSide) -> Judges:
    """Return how differently the sides were judged.

    A rule that says something else of the same bytes is another rule than it was, whatever the
    version says.
    """
    head, other = old.header, new.header
    unknown: frozenset[str] = frozenset()
    if head.rules and other.rules:
        unknown = frozenset(head.rules) ^ frozenset(other.rules)
    dropped: dict[str, set[str]] = {dialect: set() for dialect in old.dialects | new.dialects}
    mine, theirs = old.rules_by_bytes, new.rules_by_bytes
    for key in mine.keys() & theirs.keys():
        dialect, rules = mine[key]
        if rules != theirs[key][1]:
            dropped[dialect].update(rules ^ theirs[key][1])
    return Judges(
        head.toolwire != other.toolwire,
        {dialect: unknown.union(rules) for dialect, rules in dropped.items()},
    )


def moved_facets(old: ResultSide, new: ResultSide) -> frozenset[tuple[str, str, str]]:
    """Return (provider, dialect, facet) of what was read otherwise in the same bytes."""
    before, after = old.facets_by_bytes, new.facets_by_bytes
    return frozenset(
        (key[0], key[1], facet)
        for key, words in before.items()
        if key in after and words != after[key]
        for facet in FACETS
        if words.get(facet) != after[key].get(facet)
    )
