"""Observations as a pandas frame."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from toolwire.model.observation import Observation

if TYPE_CHECKING:
    from toolwire.jobs.report.frame import Frame

__all__ = ["frame"]


def frame(observations: Iterable[Observation]) -> Frame:
    """Return observations as a pandas frame, a row each.

    Columns are members of an observation: who was asked what, in which `mode`, `verdict` and
    `reason`, `rules` (a tuple of the ids of its findings), `known` (those of them that are known
    of the provider), the evidence as `level`, `recorded_at` and `source`, and a column for each
    facet, None where it was not observed.

    Args:
        observations: consumed once.
    """
    from toolwire.jobs.report.frame import observed  # noqa: PLC0415 - lazy: pandas

    return observed(observations)
