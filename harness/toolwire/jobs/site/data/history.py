"""What the dated reports say one after another: cells by verdict, deviations that stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from toolwire import __version__
from toolwire.io.json_text import dump
from toolwire.io.lists import grouped
from toolwire.io.shown import json_bytes
from toolwire.jobs.report.matrix import Matrix
from toolwire.jobs.report.model import SeenDeviation
from toolwire.jobs.site import addresses
from toolwire.jobs.site.model import DatedReport, Site
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.observation import WHOLE, Severity, Verdict
from toolwire.results.cells import Basis, Cell, Row

#: Number of the contract of `history.json`.
SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Standing:
    """What one report says of some rows.

    Attributes:
        cells: (basis, verdict) -> how many cells of suites; what is not there was not observed.
        deviations: severity -> how many stand.
        newest: ISO date of the newest bytes of a provider; None where none has a date.
    """

    cells: Mapping[tuple[Basis, Verdict], int]
    deviations: Mapping[Severity, int]
    newest: str | None

    def of(self, *verdicts: Verdict) -> int:
        """Return how many cells that rest on a provider's bytes have one of some verdicts."""
        return sum(
            count
            for (basis, verdict), count in self.cells.items()
            if verdict in verdicts and basis is not Basis.DOCUMENTED
        )

    @property
    def observed(self) -> int:
        """Return how many cells rest on a provider's bytes."""
        return self.of(*Verdict)

    @property
    def documented(self) -> int:
        """Return how many cells rest on documentation alone."""
        return sum(self.cells.values()) - self.observed


@dataclass(frozen=True, slots=True)
class ReportStanding:
    """One report: its day, the version that judged, what it says in all and of each row."""

    day: str
    toolwire: str
    whole: Standing
    rows: Mapping[Row, Standing]

    def provider(self, provider: str) -> Standing:
        """Return what it says of all formats of one provider; nothing where none was seen."""
        return _together(one for row, one in self.rows.items() if row.provider == provider)


@dataclass(frozen=True, slots=True)
class CellOverTime:
    """One cell of the matrix: what it was in each report, None where nothing was observed."""

    row: Row
    suite: str
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True, slots=True)
class History:
    """All reports, the oldest first, and every cell that one of them has."""

    reports: tuple[ReportStanding, ...]
    cells: tuple[CellOverTime, ...]

    @property
    def providers(self) -> tuple[str, ...]:
        """Return every provider of whom a report has more than documentation, sorted."""
        rows = ((row, one) for report in self.reports for row, one in report.rows.items())
        return tuple(sorted({row.provider for row, one in rows if one.observed}))


def history(site: Site) -> History:
    """Return what all reports say, the oldest first."""
    reports = tuple(reversed(site.reports))
    return History(tuple(map(_standing, reports)), tuple(_cells(reports)))


def _standing(report: DatedReport) -> ReportStanding:
    matrix, found = report.content.matrix, report.content.findings.deviations
    suites = grouped(_suites(matrix), lambda one: one[0])
    stands = grouped((one for one in found if one.stands), lambda one: one.watched.row)
    rows = {
        row: _of_row([cell for _, _, cell in suites.get(row, ())], stands.get(row, ()))
        for row in sorted({*suites, *stands})
    }
    version = report.header.toolwire
    return ReportStanding(report.day.isoformat(), version, _together(rows.values()), rows)


def _suites(matrix: Matrix) -> list[tuple[Row, str, Cell]]:
    """Return the cells of the matrix; what is about an exchange as a whole is no suite."""
    return [(row, suite, cell) for (row, suite), cell in matrix.suites.items() if suite != WHOLE]


def _of_row(cells: Iterable[Cell], stands: Iterable[SeenDeviation]) -> Standing:
    every = list(cells)
    days = [cell.newest for cell in every if cell.newest and not cell.hollow]
    return Standing(
        _in_order(Counter((cell.basis, cell.verdict) for cell in every)),
        Counter(one.severity for one in stands),
        max(days, default=None),
    )


def _in_order(
    counts: Mapping[tuple[Basis, Verdict], int],
) -> Mapping[tuple[Basis, Verdict], int]:
    """Return counts in the order of bases and verdicts, whichever came first."""
    keys = ((basis, verdict) for basis in Basis for verdict in Verdict)
    return {key: counts[key] for key in keys if counts.get(key)}


def _together(standings: Iterable[Standing]) -> Standing:
    every = list(standings)
    cells: Counter[tuple[Basis, Verdict]] = Counter()
    deviations: Counter[Severity] = Counter()
    for one in every:
        cells.update(one.cells)
        deviations.update(one.deviations)
    days = [one.newest for one in every if one.newest]
    return Standing(_in_order(cells), deviations, max(days, default=None))


def _cells(reports: tuple[DatedReport, ...]) -> Iterable[CellOverTime]:
    matrices = [report.content.matrix.suites for report in reports]
    keys = {key for matrix in matrices for key in matrix if key[1] != WHOLE}
    for row, suite in sorted(keys):
        cells = tuple(matrix.get((row, suite)) for matrix in matrices)
        yield CellOverTime(row, suite, cells)


def as_json(found: History) -> bytes:
    """Return `history.json`; `schemas/history.schema.json` says what its members are.

    Lists of a cell are as long as `reports`, null where that report observed nothing.
    """
    reports: list[Json] = [_report_json(one) for one in found.reports]
    cells: list[Json] = [_cell_json(one) for one in found.cells]
    document: JsonObject = {
        "schema": SCHEMA,
        "toolwire": __version__,
        "reports": reports,
        "cells": cells,
    }
    return json_bytes(dump(document)) + b"\n"


def _report_json(report: ReportStanding) -> JsonObject:
    rows: list[Json] = [
        {"provider": row.provider, "dialect": row.dialect, **_standing_json(one)}
        for row, one in report.rows.items()
    ]
    whole = _standing_json(report.whole)
    return {"date": report.day, "toolwire": report.toolwire, **whole, "rows": rows}


def _standing_json(one: Standing) -> JsonObject:
    cells: list[Json] = [
        {"basis": str(basis), "verdict": str(verdict), "count": count}
        for (basis, verdict), count in one.cells.items()
    ]
    stand: JsonObject = {str(severity): one.deviations.get(severity, 0) for severity in Severity}
    return {"cells": cells, "deviations": stand, "newest": one.newest}


def _cell_json(one: CellOverTime) -> JsonObject:
    return {
        "provider": one.row.provider,
        "dialect": one.row.dialect,
        "suite": one.suite,
        "id": addresses.cell_id(one.row, one.suite),
        "verdicts": [None if cell is None else str(cell.verdict) for cell in one.cells],
        "bases": [None if cell is None else str(cell.basis) for cell in one.cells],
        "newest": [None if cell is None or cell.hollow else cell.newest for cell in one.cells],
    }
