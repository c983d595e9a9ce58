"""The matrix as pandas frames, for notebooks; the only room pandas is in."""

from __future__ import annotations

from datetime import date

import pandas as pd

from toolwire.jobs.report.export import rows
from toolwire.jobs.report.model import Matrix
from toolwire.model.observation import FACETS


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
