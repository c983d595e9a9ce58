"""The files of a report."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from toolwire import results
from toolwire.io.files import write_atomically
from toolwire.io.garbage import not_looked_for
from toolwire.io.json_text import items_of
from toolwire.jobs.report.content import ReportContent
from toolwire.jobs.report.drift import as_json as drift_json
from toolwire.jobs.report.export import as_csv, as_json
from toolwire.jobs.report.matrix import Matrix
from toolwire.jobs.report.models import FILE as MODELS
from toolwire.jobs.report.models import as_json as models_json
from toolwire.jobs.report.pages import render
from toolwire.jobs.report.proofs import proofs
from toolwire.jobs.report.quirks import passports
from toolwire.jobs.report.reading import ReportPlan, read, selected
from toolwire.jobs.report.review_notes import review_notes
from toolwire.model.observation import Observation, Stale
from toolwire.results.cells import Table, fold

#: Names of the checklist and of the body of the issue made of it.
CHECKLIST, ISSUE = "checklist.md", "issue.md"


@dataclass(frozen=True, slots=True)
class BuiltReport:
    """What a report came to: the folder, its files in the order written, and what they say.

    `own` are the observations of the results alone, without the traffic of others beside them.
    `stale` are listed deviations that no longer show; `missing` are the parts, as `2/3`, of runs of which
    other parts are in the report; `unasked` are targets that were named and of which there was
    nothing but documentation.
    """

    folder: Path
    files: tuple[Path, ...]
    content: ReportContent
    own: tuple[Observation, ...]
    stale: tuple[Stale, ...] = ()
    missing: tuple[str, ...] = ()
    unasked: tuple[str, ...] = ()

    @property
    def matrix(self) -> Matrix:
        """Return the matrix of the report."""
        return self.content.matrix

    @property
    def named(self) -> frozenset[str]:
        """Return the providers that were named in a run that had nothing of them to look at."""
        return frozenset(name.partition("/")[0].partition(".")[0] for name in self.unasked)

    @property
    def table(self) -> Table:
        """Return the cells of the results alone: what the exit code is about."""
        same = len(self.own) == self.content.matrix.observations
        return self.content.matrix.table if same else fold(self.own)


def build(paths: Iterable[Path], plan: ReportPlan) -> BuiltReport:
    """Build the files of a report.

    `report.md`, `report.html`, `checklist.md`, `issue.md` (the checklist as the body of an issue),
    `summary.md` (the format table, for a README), `matrix.csv`, `matrix.json`, `drift.json`,
    `models.json`, `quirks.json` with a passport of each provider in `quirks/`, `changes.md` where
    there is an earlier report, and `results.jsonl.gz` (all observations, merged). Each is written
    to a temporary file and renamed.

    Args:
        paths: results files, or folders that hold them.
        plan: what it says beside them, and where it goes.

    Raises:
        ToolwireError: a results file is missing, malformed, interrupted, of another version or
            from the future, two claim to be one run, or the folder cannot be written.
    """
    # Parts of the report are folded when its pages ask for them.
    with not_looked_for():
        return _built(paths, plan)


def _built(paths: Iterable[Path], plan: ReportPlan) -> BuiltReport:
    found = read(paths, plan)
    merged, own, report = found.merged, found.own, found.content
    report = replace(report, exchanges=proofs(own, plan.out))
    # What a page cannot be made of is told before anything is written.
    files = _files(plan, report)
    target = _results(plan, merged, report.observations)
    for name, data in files.items():
        write_atomically(plan.out / name, data)
    written = (target, *(plan.out / name for name in files))
    return BuiltReport(
        plan.out, written, report, own, merged.stale, report.missing, _unasked(merged)
    )


def _unasked(merged: results.Merged) -> tuple[str, ...]:
    found = (str(name) for one in selected(merged) for name in items_of(one.get("unasked")))
    return tuple(dict.fromkeys(found))


def _results(plan: ReportPlan, merged: results.Merged, every: tuple[Observation, ...]) -> Path:
    """Write what a report is made of, and return the file."""
    if not plan.packed:
        return plan.out / "results.jsonl"
    target = plan.out / "results.jsonl.gz"
    results.write(
        target,
        merged.header,
        every,
        finished_at=max(part.finished_at for part in merged.parts),
        stale=merged.stale,
        looked=merged.looked,
        models=merged.models,
    )
    return target


def _files(plan: ReportPlan, report: ReportContent) -> dict[str, bytes]:
    """Return name -> bytes of every page and export."""
    checklist = partial(
        render,
        "checklist.md.j2",
        report,
        language=plan.language,
        notes=review_notes(plan.out / CHECKLIST),
    )
    return {
        **{
            name: render(f"{name}.j2", report).encode()
            for name in ("report.md", "report.html", "summary.md")
        },
        CHECKLIST: checklist().encode(),
        ISSUE: checklist(issue=True).encode(),
        "matrix.csv": as_csv(report.matrix, plan.today).encode(),
        "matrix.json": as_json(report.matrix, plan.today),
        "drift.json": drift_json(report.findings.drift),
        MODELS: models_json(report.models),
        **({"changes.md": report.comparison.encode()} if report.comparison else {}),
        **passports(
            report.watched, report.findings.deviations, plan.facts.rules, plan.facts.shims or {}
        ),
    }
