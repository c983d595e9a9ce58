"""What a target that was asked says to its own documentation, which says that it lacks the case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from toolwire.jobs.audit.legacy import FACET
from toolwire.jobs.audit.outcome import Outcome
from toolwire.jobs.audit.plan import Item, absence
from toolwire.model.observation import Verdict

_CONFIRMED: Final = frozenset({"ignored", "rejected"})
_UNDECIDED: Final = frozenset({Verdict.NOT_RUN, Verdict.INCONCLUSIVE})


def beside_documentation(item: Item, outcome: Outcome, facets: Mapping[str, str]) -> Outcome:
    """Return an outcome whose reason says whether the documentation was confirmed.

    Args:
        item: what was asked; of one that is not documented as absent nothing is said.
        outcome: what it came to.
        facets: what was observed.
    """
    documented = item.documented_absence
    if documented is None or not item.checks_absence or outcome.verdict in _UNDECIDED:
        return outcome
    confirmed = facets.get(FACET) in _CONFIRMED
    confirmation = f"{'as' if confirmed else 'otherwise than'} {absence(documented)}"
    reason = f"{outcome.reason}; {confirmation}" if outcome.reason else confirmation
    return replace(outcome, reason=reason)
