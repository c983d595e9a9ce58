"""What it takes for a place not to count."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from toolwire.jobs.selftest.mutant import Mutant, Operator


@dataclass(frozen=True, slots=True)
class Exempt:
    """Places of a dialect that do not count.

    Attributes:
        reason: why, in a few words.
        operators: what may be done there.
        places: as in `Mutant.place`. One that begins with `/` is meant in bodies and in every
            event alike; one that ends with `/...` is everything inside a place.
    """

    reason: str
    operators: frozenset[Operator]
    places: tuple[str, ...]

    def closes(self, place: str) -> bool:
        """Return whether nothing counts inside a place, whatever is done there."""
        _, slash, pointer = place.partition("/")
        inside = (f"{place}/...", f"{slash}{pointer}/...")
        return self.operators == set(Operator) and any(p in self.places for p in inside)

    def holds(self, mutant: Mutant) -> bool:
        """Return whether a mutant is in one of these places."""
        if mutant.operator not in self.operators:
            return False
        _, slash, pointer = mutant.place.partition("/")
        return any(_is(f, place) for f in (mutant.place, slash + pointer) for place in self.places)


def _is(found: str, place: str) -> bool:
    if place.endswith("/..."):
        return found.startswith(place.removesuffix("..."))
    return found == place


def exempt(reason: str, operators: Iterable[Operator], *places: str) -> Exempt:
    """Make an exemption; places are given several to a string, with spaces between."""
    found = tuple(place for group in places for place in group.split())
    return Exempt(reason, frozenset(operators), found)
