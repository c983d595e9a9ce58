"""The matrix as pandas frames says what the exports say."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from datetime import date

from toolwire.jobs.report.export import as_csv
from toolwire.jobs.report.frame import cells, comparison
from toolwire.jobs.report.matrix import matrix
from toolwire.model.observation import Observation, Verdict

Make = Callable[..., Observation]
TODAY = date(2026, 11, 21)


def test_the_frame_has_the_lines_of_the_csv(observe: Make) -> None:
    """Rows and columns are those of `matrix.csv`."""
    folded = matrix([observe(facets={"id_field": "id"}), observe(Verdict.FAILED, source="b")])
    lines = list(csv.DictReader(io.StringIO(as_csv(folded, TODAY))))
    frame = cells(folded, TODAY)
    assert list(frame.columns) == list(lines[0])
    assert frame["value"].tolist() == [line["value"] for line in lines]


def test_the_comparison_has_a_column_a_facet(observe: Make) -> None:
    """Each provider and dialect has its words; what was not observed is missing."""
    seen = [
        observe(facets={"id_field": "id", "arguments": "object"}),
        observe(facets={"id_field": "absent"}, provider="xai", source="b"),
    ]
    table = comparison(matrix(seen), TODAY)
    assert list(table.columns) == ["arguments", "id_field"]
    assert table.loc[("xai", "openai-chat"), "id_field"] == "absent"
    assert table["arguments"].isna().tolist() == [False, True]
