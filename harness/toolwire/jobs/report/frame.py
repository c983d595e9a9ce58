"""Observations and the matrix as pandas frames, for notebooks; the only room pandas is in."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Final, TypeAlias

import pandas as pd

from toolwire.jobs.report.export import rows
from toolwire.jobs.report.matrix import Matrix
from toolwire.model.observation import FACETS, Observation

Frame: TypeAlias = pd.DataFrame

_COLUMNS: Final = (
    "provider", "dialect", "model", "suite", "case", "mode", "asked", "verdict", "counted",
    "reason", "rules", "known", "level", "recorded_at", "source", "run", *FACETS,
)  # fmt: skip


def cells(matrix: Matrix, today: date) -> pd.DataFrame:
    """Return every cell as a row, with the columns of `matrix.csv`."""
    return pd.DataFrame.from_records(list(rows(matrix, today)))


def comparison(matrix: Matrix, today: date) -> pd.DataFrame:
    """Return the format comparison: a row a provider and dialect, a column a facet."""
    every = cells(matrix, today)
    facets = every.loc[every["kind"] == "facet", ["provider", "dialect", "name", "value"]]
    table = facets.pivot_table(
        index=["provider", "dialect"], columns="name", values="value", aggfunc="first"
    )
    return table.reindex(columns=[name for name in FACETS if name in table.columns])


def observed(observations: Iterable[Observation]) -> Frame:
    """Return every observation as a row, with a column for each facet; `rules` and `known` are tuples."""
    return pd.DataFrame.from_records(list(map(_row, observations)), columns=_COLUMNS)


def _row(seen: Observation) -> tuple[object, ...]:
    return (
        seen.provider,
        seen.dialect,
        seen.model,
        seen.suite,
        seen.case,
        str(seen.mode),
        seen.asked,
        str(seen.verdict),
        str(seen.counted),
        seen.reason,
        tuple(dict.fromkeys(finding.rule for finding in seen.findings)),
        seen.known,
        str(seen.evidence.level),
        seen.evidence.recorded_at,
        seen.evidence.source,
        seen.run,
        *map(seen.facets.get, FACETS),
    )
