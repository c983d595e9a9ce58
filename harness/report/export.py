"""The matrix for machines: one flat CSV, one JSON document."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from harness import __version__
from harness.cells import Cell, FacetCell, Row, age, days_old
from harness.conversation import Json, JsonObject
from harness.json_text import dump
from harness.observation import WHOLE
from harness.report.model import Matrix
from harness.report.tables import CHOICES

__all__ = ["as_csv", "as_json"]

_COLUMNS = (
    "provider", "dialect", "kind", "name", "mode", "model", "value", "basis", "share", "good",
    "total", "not_run", "inconclusive", "unsupported", "others", "before", "level", "newest",
    "oldest", "age", "days", "thin", "source",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Line:
    """One cell with what names it: `kind` is facet, suite, case or model."""

    row: Row
    kind: str
    name: str
    cell: Cell | FacetCell
    mode: str = ""
    model: str = ""

    def as_json(self, today: date) -> JsonObject:
        """Return the members that the JSON document and the CSV share."""
        facts = _suite if isinstance(self.cell, Cell) else _facet
        return {
            "provider": self.row.provider,
            "dialect": self.row.dialect,
            "kind": self.kind,
            "name": self.name,
            "mode": self.mode,
            "model": self.model,
            **facts(self.cell),  # type: ignore[arg-type]
            "level": str(self.cell.level),
            "newest": self.cell.newest,
            "age": str(age(self.cell.newest, today)),
            "days": days_old(self.cell.newest, today),
            "source": self.cell.source,
        }


def as_csv(matrix: Matrix, today: date) -> str:
    """Return every cell as a line, but for those of single models; lists are text."""
    text = io.StringIO()
    writer = csv.DictWriter(text, _COLUMNS, lineterminator="\n")
    writer.writeheader()
    for line in _lines(matrix):
        if line.model:
            continue  # a spreadsheet of every model would be four times as long
        facts = line.as_json(today)
        writer.writerow({key: _harmless(_flat(facts.get(key))) for key in _COLUMNS})
    return text.getvalue()


def as_json(matrix: Matrix, today: date) -> bytes:
    """Return `{"schema", "toolwire", "date", "cells": [...]}`, one object per cell.

    Every cell says what it rests on (`basis`: asked, seen or documented), how old that is on the
    date of the report (`age`, `days`) and what older evidence says (`before`). Facets of single
    models are there where the models of a row differ.
    """
    cells: list[Json] = [line.as_json(today) for line in _lines(matrix)]
    document: JsonObject = {
        "schema": 2,
        "toolwire": __version__,
        "date": today.isoformat(),
        "cells": cells,
    }
    return dump(document) + b"\n"


def _lines(matrix: Matrix) -> Iterator[_Line]:
    table = matrix.table
    for (row, name), facet in table.facets.items():
        yield _Line(row, "facet", name, facet)
    for (row, name, model), facet in table.model_facets.items():
        if table.facets[row, name].others or table.facets[row, name].before:
            yield _Line(row, "facet", name, facet, model=model)
    for (row, suite), cell in table.suites.items():
        if suite != WHOLE:
            yield _Line(row, "suite", suite, cell)
    for (row, suite, mode), cell in table.modes.items():
        yield _Line(row, "suite", suite, cell, mode=mode)
    for (row, suite, model), cell in table.models.items():
        yield _Line(row, "suite", suite, cell, model=model)
    for (row, suite, case), cell in table.cases.items():
        if f"{suite}.{case}" in CHOICES.values():
            yield _Line(row, "case", f"{suite}.{case}", cell)


def _facet(cell: FacetCell) -> JsonObject:
    return {
        "value": cell.value,
        "basis": str(cell.basis),
        "share": round(cell.share, 4),
        "total": cell.count,
        "others": [{"word": word.text, "count": word.count} for word in cell.others],
        "before": [{"word": word.text, "until": word.newest} for word in cell.before],
    }


def _suite(cell: Cell) -> JsonObject:
    counts = {str(verdict): count for verdict, count in cell.counts}
    since = {str(verdict): count for verdict, count in cell.since}
    return {
        "value": str(cell.verdict),
        "basis": str(cell.basis),
        "good": cell.good,
        "total": cell.total,
        "not_run": counts.get("not-run", 0) + since.get("not-run", 0),
        "inconclusive": counts.get("inconclusive", 0) + since.get("inconclusive", 0),
        "unsupported": counts.get("unsupported", 0),
        "thin": cell.thin,
        "oldest": cell.oldest,
        "others": cell.reason,
        "before": [
            {
                "until": past.until,
                "value": str(past.verdict),
                "good": past.good,
                "total": past.total,
            }
            for past in cell.before
        ],
    }


def _flat(value: Json) -> str | int | float | None:
    """Return a member as one field of a CSV."""
    if isinstance(value, list):
        return "; ".join(_words(item) for item in value)
    return value if isinstance(value, str | int | float) else None


def _words(item: Json) -> str:
    parts = item.values() if isinstance(item, dict) else (item,)
    return " ".join(str(part) for part in parts if part is not None)


def _harmless(value: object) -> object:
    """Keep a spreadsheet from taking text of a provider for a formula."""
    if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")):
        return f"'{value}"
    return value
