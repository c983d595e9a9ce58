"""The matrix for machines: one flat CSV, one JSON document."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from datetime import date

from harness import __version__
from harness.conversation import JsonObject
from harness.json_text import dump
from harness.report.model import FacetCell, Matrix, Proof, Row, SuiteCell

__all__ = ["as_csv", "as_json"]

_COLUMNS = (
    "provider", "dialect", "kind", "name", "value", "share", "good", "total", "others",
    "level", "newest", "exchanges", "source",
)  # fmt: skip


def as_csv(matrix: Matrix) -> str:
    """Return every cell as a line; `kind` is `facet` or `suite` (`name` may end in `[mode]`)."""
    text = io.StringIO()
    writer = csv.DictWriter(text, _COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row, kind, name, cell in _cells(matrix):
        values = {"provider": row.provider, "dialect": row.dialect, "kind": kind, "name": name}
        facts = {**values, **_facts(cell)}
        writer.writerow({key: _harmless(value) for key, value in facts.items()})
    return text.getvalue()


def as_json(matrix: Matrix, today: date) -> bytes:
    """Return `{"schema", "toolwire", "date", "cells": [...]}`, one object per cell."""
    cells: list[JsonObject] = [
        {
            "provider": row.provider,
            "dialect": row.dialect,
            "kind": kind,
            "name": name,
            **_facts(cell),
        }
        for row, kind, name, cell in _cells(matrix)
    ]
    document = {"schema": 1, "toolwire": __version__, "date": today.isoformat(), "cells": cells}
    return dump(document) + b"\n"


def _cells(matrix: Matrix) -> Iterator[tuple[Row, str, str, FacetCell | SuiteCell]]:
    for (row, name), facet in matrix.facets.items():
        yield row, "facet", name, facet
    for (row, name), suite in matrix.suites.items():
        yield row, "suite", name, suite


def _facts(cell: FacetCell | SuiteCell) -> JsonObject:
    if isinstance(cell, FacetCell):
        others = "; ".join(f"{word} ({count})" for word, count in cell.others)
        return {
            "value": cell.value,
            "share": round(cell.share, 4),
            "others": others,
            **_proof(cell.proof),
        }
    return {
        "value": str(cell.verdict),
        "good": cell.good,
        "total": cell.total,
        "others": cell.reason,
        **_proof(cell.proof),
    }


def _proof(proof: Proof) -> JsonObject:
    return {
        "level": str(proof.level),
        "newest": proof.newest,
        "exchanges": proof.count,
        "source": proof.source,
    }


def _harmless(value: object) -> object:
    """Keep a spreadsheet from taking text of a provider for a formula."""
    if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")):
        return f"'{value}"
    return value
