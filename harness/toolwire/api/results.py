"""Results of runs as values, and observations as a pandas frame."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from toolwire import results
from toolwire.model.observation import Observation
from toolwire.results import Results

if TYPE_CHECKING:
    from toolwire.jobs.report.frame import Frame


def frame(observations: Iterable[Observation]) -> Frame:
    """Return observations as a pandas frame, a row each.

    Columns are members of an observation: who was asked what, in which `mode`, `verdict` and
    `reason`, `rules` (a tuple of the ids of its findings), `known` (those of them that are known
    of the provider), the evidence as `level`, `recorded_at` and `source`, and a column for each
    facet, missing where it was not observed.

    Args:
        observations: consumed once.
    """
    from toolwire.jobs.report.frame import observed  # noqa: PLC0415 - lazy: pandas

    return observed(observations)


def read(path: str | PathLike[str]) -> Results:
    """Open the results of a run or report: iterating reads the observations from disk.

    Args:
        path: a results file, or the folder that holds one.

    Raises:
        ToolwireError: it is not there, or no results of a run that came to its end.
    """
    return results.read(Path(path))
