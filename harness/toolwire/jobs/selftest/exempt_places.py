"""Which places do not count in which dialect, and why: as its `exempt.py` says.

A change there leaves another right answer, so that no judge could call it wrong. What counts
is everything else: the members of calls and of all that is around them, stop reasons, ids,
events, their names and their order, and the framing. Which members need not be there is told
by the types named in the `schema.json` of each dialect, read 2026-11-21.
"""

from __future__ import annotations

from typing import Final

from toolwire.dialects import load_dialect
from toolwire.dialects.exempt import COMMON
from toolwire.jobs.selftest.mutant import Mutant

_UNEXPLAINED: Final = "no rule looks at it"


def explained(name: str, mutant: Mutant) -> str:
    """Return why a mutant that counts is not detected, as far as we know."""
    missed = load_dialect(name).wire.missed
    found = (entry.reason for entry in missed if entry.holds(mutant.operator, mutant.place))
    return next(found, _UNEXPLAINED)


def is_closed(name: str, place: str) -> bool:
    """Return whether nothing counts inside a place."""
    return any(entry.closes(place) for entry in load_dialect(name).wire.exempt)


def reason_for(name: str, mutant: Mutant) -> str | None:
    """Return why a mutant does not count; None where it does."""
    exempt = (*load_dialect(name).wire.exempt, *COMMON)
    found = (entry.reason for entry in exempt if entry.holds(mutant.operator, mutant.place))
    return next(found, None)
