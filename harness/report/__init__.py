"""Results into matrix, dated report and checklist; reads results only."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from harness import results
from harness.files import write_atomically
from harness.report.baseline import changes
from harness.report.checklist import checklist
from harness.report.export import as_csv, as_json
from harness.report.matrix import fold
from harness.report.model import Matrix
from harness.report.pages import render

__all__ = ["Written", "build"]


@dataclass(frozen=True, slots=True)
class Written:
    """What a report came to: the folder, its files in the order written, and the matrix."""

    folder: Path
    files: tuple[Path, ...]
    matrix: Matrix


def build(paths: Iterable[Path], out: Path, today: date) -> Written:
    """Build the seven files of a report.

    `report.md`, `report.html`, `checklist.md`, `summary.md` (the format guide's table, for a
    README), `matrix.csv`, `matrix.json` and `results.jsonl` (all observations, merged). Results files are merged; each output is written to a temporary file and renamed.

    Raises:
        ToolwireError: a results file is missing, malformed, interrupted, or of another version,
            or the folder cannot be written.
    """
    merged = results.merge(*(results.read(path) for path in paths))
    matrix = fold(merged)
    compared = changes(matrix)
    boxes = checklist(matrix, compared, today)
    pages = {
        **{
            name: render(f"{name}.j2", matrix, compared, boxes, today).encode()
            for name in ("report.md", "report.html", "checklist.md", "summary.md")
        },
        "matrix.csv": as_csv(matrix).encode(),
        "matrix.json": as_json(matrix, today),
    }
    target = out / "results.jsonl"
    results.write(target, merged.header, merged)
    for name, data in pages.items():
        write_atomically(out / name, data)
    return Written(out, (target, *(out / name for name in pages)), matrix)
