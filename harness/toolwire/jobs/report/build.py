"""The files of a report."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import partial
from pathlib import Path

from toolwire import results
from toolwire.io.files import write_atomically
from toolwire.io.json_text import items_of, object_of
from toolwire.jobs.report.content import Facts, ReportContent, content, previous
from toolwire.jobs.report.drift import as_json as drift_json
from toolwire.jobs.report.export import as_csv, as_json
from toolwire.jobs.report.model import Matrix
from toolwire.jobs.report.models import FILE as MODELS
from toolwire.jobs.report.models import as_json as models_json
from toolwire.jobs.report.models import listed_in
from toolwire.jobs.report.news import Previous
from toolwire.jobs.report.pages import render
from toolwire.jobs.report.proofs import proofs
from toolwire.jobs.report.quirks import passports
from toolwire.jobs.report.review_notes import review_notes
from toolwire.model.errors import ToolwireError
from toolwire.model.observation import Observation, Stale
from toolwire.results.cells import Table, fold
from toolwire.results.cells.age import day
from toolwire.results.comparison import compare, markdown
from toolwire.results.variance import settled_runs

#: Names of the checklist and of the body of the issue made of it.
CHECKLIST, ISSUE = "checklist.md", "issue.md"
_TOMORROW = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class ReportPlan:
    """How a report is made.

    Attributes:
        out: the folder.
        today: date of the report.
        facts: rules, providers and suites.
        imported: returns the traffic of others that stands beside the results, of some providers
            or of all (None).
        since: folder or results of the last report; None for none.
        language: of the checklist, `en` or `ko`.
        packed: write results.jsonl.gz; False where the folder already has results.jsonl.
    """

    out: Path
    today: date
    facts: Facts = field(default_factory=Facts)
    imported: Callable[[frozenset[str] | None], Iterable[Observation]] = lambda _: ()
    since: Path | None = None
    language: str = "en"
    packed: bool = True


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
    merged = results.merge(*(results.read(path) for path in paths))
    known = settled_runs(merged)
    results.refuse_conflicts(known)
    traffic = tuple(plan.imported(_whose(merged, known)))
    own, every = _beside(known, traffic, linted=_linted(merged))
    _refuse_future(every, merged.header, plan.today)
    before, compared = _last(plan, merged.header, every)
    missing = tuple(shard.text for run in merged.runs for shard in run.missing)
    report = content(
        every,
        plan.today,
        plan.facts,
        stale=merged.stale,
        before=before,
        comparison=compared,
        lists=merged.models,
        missing=missing,
    )
    report = replace(report, exchanges=proofs(own, plan.out))
    target = _results(plan, merged, every)
    files = _files(plan, report)
    for name, data in files.items():
        write_atomically(plan.out / name, data)
    written = (target, *(plan.out / name for name in files))
    return BuiltReport(plan.out, written, report, own, merged.stale, missing, _unasked(merged))


def _unasked(merged: results.Merged) -> tuple[str, ...]:
    reported = [part.header.selection for part in merged.parts]
    also = [object_of(one) for selection in reported for one in items_of(selection.get("also"))]
    found = (str(name) for one in (*reported, *also) for name in items_of(one.get("unasked")))
    return tuple(dict.fromkeys(found))


def _whose(merged: results.Merged, observations: Iterable[Observation]) -> frozenset[str] | None:
    """Return the providers whose traffic stands beside results; None for that of all.

    A run that named nobody is about everybody there is.
    """
    if any("left_out" in part.header.selection for part in merged.parts):
        return None
    return frozenset(seen.provider for seen in observations)


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


def _linted(merged: results.Merged) -> bool:
    """Return whether some of the results are of traffic that was judged, and not asked."""
    reported = [part.header.selection for part in merged.parts]
    also = [object_of(one) for selection in reported for one in items_of(selection.get("also"))]
    return any("lint" in selection for selection in (*reported, *also))


def _beside(
    merged: tuple[Observation, ...], imported: tuple[Observation, ...], *, linted: bool
) -> tuple[tuple[Observation, ...], tuple[Observation, ...]]:
    """Return the observations that are of these results alone, and all of the report.

    Results of a report hold the traffic that stood beside it: that is no more its own the second
    time, unless it is what was judged.
    """
    shipped = {_place(seen) for seen in imported}
    own = tuple(seen for seen in merged if seen.asked or linted or _place(seen) not in shipped)
    there = {_place(seen) for seen in own if not seen.asked}
    return own, (*own, *(seen for seen in imported if _place(seen) not in there))


def _place(seen: Observation) -> tuple[str, str, str, str]:
    return (seen.evidence.source, seen.dialect, seen.suite, str(seen.mode))


def _last(
    plan: ReportPlan, head: results.Header, every: tuple[Observation, ...]
) -> tuple[Previous | None, str]:
    if plan.since is None:
        return None, ""
    old = results.read(plan.since)
    observations = _as_reported(plan, old)
    folder = plan.since if plan.since.is_dir() else plan.since.parent
    found = compare(observations, old.header, every, head)
    return previous(observations, listed_in(folder), old.models), markdown(found)


def _as_reported(plan: ReportPlan, old: results.Results) -> tuple[Observation, ...]:
    """Return what the last report was of.

    A report keeps the traffic that stood beside its results, a run does not: without it all that
    traffic would be news.
    """
    own = tuple(old)
    if not all(seen.asked for seen in own):
        return own
    return (*own, *plan.imported(_whose(results.merge(old), own)))


def _refuse_future(every: Iterable[Observation], head: results.Header, today: date) -> None:
    """Refuse evidence that is newer than the report: its age would be nonsense."""
    last = (today + _TOMORROW).isoformat()
    for seen in every:
        if day(seen.evidence.recorded_at) > last:
            raise ToolwireError(
                f"recorded on {day(seen.evidence.recorded_at)}, after the date of the report "
                f"({today.isoformat()})",
                where=seen.evidence.source,
                hint="give the report a later --date, or mend the clock that recorded it",
            )
    if head.started_at[:10] > last:
        raise ToolwireError(
            f"a run that started on {head.started_at[:10]}, after the date of the report",
            hint="give the report a later --date",
        )
