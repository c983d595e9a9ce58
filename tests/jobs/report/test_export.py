"""The matrix as CSV can be read by what people read such files with."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from datetime import date

from toolwire.jobs.report.export import as_csv
from toolwire.jobs.report.matrix import matrix
from toolwire.model.observation import Observation


def test_a_field_is_no_longer_than_a_cell_of_a_spreadsheet(
    observe: Callable[..., Observation],
) -> None:
    """Names of a megabyte, also of characters that are written as escapes, are cut."""
    rows = [observe(provider="n" * 1_000_000), observe(provider="\u202e" * 1_000_000)]
    text = as_csv(matrix(rows), date(2026, 11, 21))
    fields = [field for row in csv.reader(io.StringIO(text)) for field in row]
    assert max(map(len, fields)) == 32_000
