"""The matrix for machines: one flat CSV, one JSON document."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import TypeVar

from toolwire import __version__
from toolwire.io.json_text import dump
from toolwire.io.shown import json_bytes, line
from toolwire.jobs.report.matrix import Matrix
from toolwire.jobs.report.tables import CHOICES
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.observation import WHOLE
from toolwire.results.cells import Cell, FacetCell, Row, age, days_old

#: How much of a reason, and how many older results, an export has of a cell.
_LONGEST = 200
_MOST_PAST = 3
#: Characters of a field of the CSV: a spreadsheet's cell takes 32,767, and readers refuse more.
_LONGEST_FIELD = 32_000
#: How a formula begins, for one spreadsheet or another.
_FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20", "\\u0009", "\\u000d")

_COLUMNS = (
    "provider", "dialect", "kind", "name", "mode", "value", "basis", "share", "good", "total",
    "not_run", "inconclusive", "unsupported", "others", "before", "level", "newest",
    "age", "days", "thin", "source",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _CellLine:
    """One cell with what names it: `kind` is facet, suite or case; and its parts."""

    row: Row
    kind: str
    name: str
    cell: Cell | FacetCell
    modes: Mapping[str, Cell] = field(default_factory=dict)
    models: Mapping[str, Cell | FacetCell] = field(default_factory=dict)

    def as_json(self, today: date) -> JsonObject:
        """Return the cell as one object; `modes` and `models` have the same in short."""
        line: JsonObject = {
            "provider": self.row.provider,
            "dialect": self.row.dialect,
            "kind": self.kind,
            "name": self.name,
            **{name: value for name, value in _facts(self.cell).items() if value},
            **_known(self.cell, today),
            "source": self.cell.source,
        }
        if self.modes:
            line["modes"] = {mode: _short(cell, dated=False) for mode, cell in self.modes.items()}
        if len(self.models) > 1:
            line["models"] = {model: _short(cell) for model, cell in self.models.items()}
        return line


def as_csv(matrix: Matrix, today: date) -> str:
    """Return every cell as a line, and every mode of a suite as one more; lists are text.

    Single models, and an exchange that shows a facet, are in the JSON document: a spreadsheet
    of them would be three times as long.
    """
    text = io.StringIO()
    writer = csv.DictWriter(text, _COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in rows(matrix, today):
        writer.writerow({key: _harmless(row.get(key)) for key in _COLUMNS})
    return text.getvalue()


def rows(matrix: Matrix, today: date) -> Iterator[dict[str, str | int | float | None]]:
    """Yield the lines of the CSV as members by column."""
    for one in _lines(matrix):
        facts = one.as_json(today)
        if one.kind == "facet":
            del facts["source"]
        yield {key: _flat(facts.get(key)) for key in _COLUMNS}
        # A suite of one mode has nothing more to say of it.
        for mode, cell in one.modes.items() if len(one.modes) > 1 else ():
            whose = {name: facts[name] for name in ("provider", "dialect", "kind", "name")}
            # Reasons, history and citation are those of the whole suite.
            part = {**whose, "mode": mode, **_facts(cell), **_known(cell, today)}
            part |= {"others": "", "before": ""}
            yield {key: _flat(part.get(key)) for key in _COLUMNS}


def as_json(matrix: Matrix, today: date) -> bytes:
    """Return `{"schema", "toolwire", "date", "cells": [...]}`, one object per cell.

    Every cell says what it rests on (`basis`: asked, seen or documented), how old that is on the
    date of the report (`age`, `days`), what older evidence says (`before`), and what it comes to
    by mode and, where there are several, by model. Models of a facet are there where they differ.
    Members that are 0, false or empty are left out.
    """
    cells: list[Json] = [one.as_json(today) for one in _lines(matrix)]
    document: JsonObject = {
        "schema": 2,
        "toolwire": __version__,
        "date": today.isoformat(),
        "cells": cells,
    }
    return json_bytes(dump(document)) + b"\n"


def _lines(matrix: Matrix) -> Iterator[_CellLine]:
    table = matrix.table
    facet_models, suite_modes = _parts(table.model_facets), _parts(table.modes)
    suite_models = _parts(table.models)
    for (row, name), facet in table.facets.items():
        differ = facet.others or facet.before
        models = facet_models.get((row, name), {}) if differ else {}
        yield _CellLine(row, "facet", name, facet, models=models)
    for (row, suite), cell in table.suites.items():
        if suite != WHOLE:
            modes = suite_modes.get((row, suite), {})
            yield _CellLine(row, "suite", suite, cell, modes, suite_models.get((row, suite), {}))
    for (row, suite, case), cell in table.cases.items():
        if f"{suite}.{case}" in CHOICES.values():
            yield _CellLine(row, "case", f"{suite}.{case}", cell)


_Part = TypeVar("_Part", Cell, FacetCell)


def _parts(cells: Mapping[tuple[Row, str, str], _Part]) -> dict[tuple[Row, str], dict[str, _Part]]:
    """Return (row, name) -> part -> cell."""
    found: dict[tuple[Row, str], dict[str, _Part]] = {}
    for (row, name, part), cell in cells.items():
        found.setdefault((row, name), {})[part] = cell
    return found


def _known(cell: Cell | FacetCell, today: date) -> JsonObject:
    return {
        "level": str(cell.level),
        "newest": cell.newest,
        "age": str(age(cell.newest, today)),
        "days": days_old(cell.newest, today),
    }


def _short(cell: Cell | FacetCell, *, dated: bool = True) -> JsonObject:
    value = str(cell.verdict) if isinstance(cell, Cell) else cell.value
    good = {"good": cell.good, "total": cell.total} if isinstance(cell, Cell) else {}
    return {"value": value, **good, **({"newest": cell.newest} if dated else {})}


def _facts(cell: Cell | FacetCell) -> JsonObject:
    return _suite(cell) if isinstance(cell, Cell) else _facet(cell)


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
        "unsupported": counts.get("unsupported", 0) + since.get("unsupported", 0),
        "thin": cell.thin,
        "oldest": cell.oldest,
        "others": cell.reason[:_LONGEST],
        "before": [
            {
                "until": past.until,
                "value": str(past.verdict),
                "good": past.good,
                "total": past.total,
            }
            for past in cell.before[:_MOST_PAST]
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
    """Keep a spreadsheet from taking text of a provider for a formula, and a terminal from acting.

    What begins a formula is OWASP's list ("CSV Injection", read 2026-11-21), its full-width forms
    included; a spreadsheet may pass over blanks before it.
    """
    if not isinstance(value, str):
        return value
    text = line(value[:_LONGEST_FIELD])[:_LONGEST_FIELD]
    return f"'{text}" if text.lstrip().startswith(_FORMULA) else text
