"""`toolwire report`: results into matrix, dated report and checklist."""

from __future__ import annotations

import shlex
from dataclasses import replace
from datetime import date
from pathlib import Path

from toolwire.cli.facts import facts
from toolwire.cli.folder import (
    RESULTS,
    claim_folder,
    files_of_earlier_run,
    pages,
    remove,
)
from toolwire.cli.imported_traffic import traffic_of
from toolwire.cli.outputs import Outputs
from toolwire.cli.places import places
from toolwire.cli.screen.rule_groups import groups
from toolwire.cli.screen.table import many, say
from toolwire.cli.screen.terminal import tell
from toolwire.cli.screen.verdict_line import verdict_line
from toolwire.io.lists import listed
from toolwire.jobs.report import BuiltReport, ReportPlan, build
from toolwire.model.errors import ToolwireError
from toolwire.model.observation import Severity
from toolwire.providers import load_providers
from toolwire.results import EXCHANGES, NAMES, merge, read
from toolwire.results.cells import exit_code
from toolwire.results.comparison.folders import newest_before
from toolwire.transport.cassette.file import shipped_cassettes

_MOST_MISSING = 5


def run(
    results: tuple[Path, ...],
    output: Path,
    today: date,
    *,
    since: Path | None,
    reports: Path | None,
    lang: str,
    fail_on: str,
    beside: bool,
    overwrite: bool,
    providers_dir: Path | None,
    sarif: Path | None,
    junit: Path | None,
    quiet: bool,
) -> int:
    """Do what `toolwire report` says; return the exit code."""
    _claim(results, output, overwrite=overwrite)
    if since is None and reports is not None:
        since = newest_before(reports, today)
    before = pages(files_of_earlier_run(output))
    known = facts(load_providers(() if providers_dir is None else (providers_dir,)))
    plan = ReportPlan(output, today, known, since=since, language=lang)
    plan = replace(plan, imported=traffic_of) if beside else plan
    # A run's own folder has its results already.
    there = output / RESULTS
    own = len(results) == 1 and _among(there, results)
    plan = replace(plan, packed=not own)
    written = build(results, plan)
    files = {path for path in (sarif, junit) if path is not None}
    # Two results in one folder would be two answers to what its pages are of.
    remove(before.difference(written.files, files).union(() if own else (there,)))
    _outputs(results, written, {"sarif": sarif, "junit": junit}, fail_on)
    table = written.table
    stale, missing = bool(written.stale), bool(written.missing)
    code = exit_code(table, fail_on, written.named, stale=stale, missing=missing)
    if not quiet:
        tell(_size(written))
        for path in written.files:
            if path.parent == output:
                say(f"  {path}")
        _warn(written)
        tell(verdict_line(table, code, written.named, missing=written.missing))
        say(f"next: {_next(written, output, code)}")
    return code


def _claim(results: tuple[Path, ...], out: Path, *, overwrite: bool) -> None:
    """Refuse to replace another report, or one of several results by what they come to."""
    for target in (out / name for name in NAMES):
        several = len(results) > 1 and not overwrite
        if several and _among(target, results):
            what = "is one of the results to be reported"
            hint = "name another -o; --overwrite replaces it"
            raise ToolwireError(what, where=str(target), hint=hint)
    run = out / RESULTS
    if run.exists() and not overwrite and not _among(run, results):
        what = "is a run that would not be in the report beside it"
        hint = "name another -o; --overwrite replaces it"
        raise ToolwireError(what, where=str(run), hint=hint)
    claim_folder(out, merge(*map(read, results)).header.selection, overwrite=overwrite)


def _among(target: Path, results: tuple[Path, ...]) -> bool:
    """Return whether a file is one of some results, which may be named by their folders."""
    named = (path for one in results for path in (one, one / target.name))
    return target.exists() and any(path.exists() and path.samefile(target) for path in named)


def _size(written: BuiltReport) -> str:
    """Return what a report is of: `216 observations (200 of them traffic of others) of ...`."""
    matrix = written.matrix
    others = matrix.observations - len(written.own)
    beside = f" ({others:,} of them traffic of others)" if others else ""
    rows = many(len(matrix.rows), "provider format")
    return f"{many(matrix.observations, 'observation')}{beside} of {rows}"


def _next(written: BuiltReport, output: Path, code: int) -> str:
    """Return the command that goes on from here."""
    failing = [group for group in groups(written.own, Severity.ERROR) if group.known < group.count]
    if code and failing:
        return f"toolwire explain {failing[0].rule}"
    return shlex.join(["toolwire", "site", str(output), "-o", "site"])


def _warn(written: BuiltReport) -> None:
    """Tell on standard error what a reader of the pages should know before."""
    if written.missing:
        missing = listed(written.missing, _MOST_MISSING)
        say(f"warning: parts of a divided run are not here: {missing}", err=True)
    for stale in written.stale:
        say(f"warning: {stale.text}", err=True)


def _outputs(
    results: tuple[Path, ...], written: BuiltReport, files: dict[str, Path | None], fail_on: str
) -> None:
    if not any(files.values()):
        return
    beside = (path.parent / EXCHANGES for path in results)
    outputs = Outputs(
        "report",
        places(*beside, shipped_cassettes()),
        files=files,
        fail_on=fail_on,
        today=written.content.today,
    )
    outputs.take_all(written.own, written.stale)
