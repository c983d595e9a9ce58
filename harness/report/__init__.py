"""Results into matrix, dated report and checklist; reads results only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path

from harness import results
from harness.files import write_atomically
from harness.observation import Stale
from harness.report.baseline import changes
from harness.report.checklist import checklist
from harness.report.deviations import deviations
from harness.report.drift import as_json as drift_json
from harness.report.drift import drift
from harness.report.export import as_csv, as_json
from harness.report.matrix import fold
from harness.report.model import Findings, Matrix
from harness.report.pages import render
from harness.report.quirks import ShimHint, passports
from harness.report.rule_facts import RuleFacts
from harness.report.sightings import watch

__all__ = ["Written", "build"]


@dataclass(frozen=True, slots=True)
class Written:
    """What a report came to: the folder, its files in the order written, and the matrix.

    `stale` are listed deviations that no longer show; `missing` are the parts, as `2/3`, of runs
    of which other parts are in the report.
    """

    folder: Path
    files: tuple[Path, ...]
    matrix: Matrix
    stale: tuple[Stale, ...] = ()
    missing: tuple[str, ...] = ()


def build(
    paths: Iterable[Path],
    out: Path,
    today: date,
    rules: Iterable[RuleFacts] = (),
    shims: Mapping[str, ShimHint] | None = None,
) -> Written:
    """Build the files of a report.

    `report.md`, `report.html`, `checklist.md`, `summary.md` (the format guide's table, for a
    README), `matrix.csv`, `matrix.json`, `drift.json`, `quirks.json` with a passport of each
    provider in `quirks/`, and `results.jsonl` (all observations, merged). Results files are
    merged; each output is written to a temporary file and renamed.

    Args:
        paths: results files.
        out: the folder.
        today: date of the report.
        rules: what the rules are; those that are missing are shown by their ids.
        shims: rule id -> what an adapter can do about it.

    Raises:
        ToolwireError: a results file is missing, malformed, interrupted, or of another version,
            or the folder cannot be written.
    """
    merged = results.merge(*(results.read(path) for path in paths))
    matrix = fold(merged)
    compared = changes(matrix)
    boxes = checklist(matrix, compared, today)
    facts, watched = tuple(rules), watch(merged)
    found = Findings(deviations(merged, watched), drift(merged, watched), merged.stale)
    page = partial(render, findings=found, rules=facts)
    pages = {
        **{
            name: page(f"{name}.j2", matrix, compared, boxes, today).encode()
            for name in ("report.md", "report.html", "checklist.md", "summary.md")
        },
        "matrix.csv": as_csv(matrix).encode(),
        "matrix.json": as_json(matrix, today),
        "drift.json": drift_json(found.drift),
        **passports(watched.values(), found.deviations, facts, shims or {}),
    }
    target = out / "results.jsonl"
    results.write(target, merged.header, merged, stale=merged.stale, looked=merged.looked)
    for name, data in pages.items():
        write_atomically(out / name, data)
    missing = tuple(shard.text for run in merged.runs for shard in run.missing)
    files = (target, *(out / name for name in pages))
    return Written(out, files, matrix, merged.stale, missing)
