"""The traffic of others that stands beside a run's results."""

from __future__ import annotations

from collections.abc import Iterable

from toolwire.jobs.lint.imported import imported
from toolwire.model.observation import Observation


def traffic_of(providers: frozenset[str] | None) -> Iterable[Observation]:
    """Return the shipped observations of some providers; of all where None is given."""
    if providers is None:
        return imported()
    return imported(*sorted(providers)) if providers else ()
