"""`toolwire report`: results into matrix, dated report and checklist."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import click

from toolwire.cli.facts import facts
from toolwire.cli.folder import (
    RESULTS,
    claim_folder,
    ours,
    overwrite_option,
    pages,
    remove,
)
from toolwire.cli.formats import fail_on_option, junit_option, sarif_option
from toolwire.cli.imported_traffic import traffic_of
from toolwire.cli.outputs import Outputs
from toolwire.cli.places import places
from toolwire.cli.screen.table import many, say
from toolwire.cli.screen.verdict_line import verdict_line
from toolwire.io import clock
from toolwire.io.lists import listed
from toolwire.jobs.report import BuiltReport, ReportPlan, build
from toolwire.jobs.report.checklist import LANGUAGES
from toolwire.model.errors import ToolwireError
from toolwire.providers import load_providers
from toolwire.results import EXCHANGES, NAMES, merge, read
from toolwire.results.cells import exit_code
from toolwire.transport.cassette.file import shipped_cassettes

_MOST_MISSING = 5


def _date(_context: click.Context, _option: click.Parameter, value: str | None) -> date:
    if value is None:
        return clock.today()
    try:
        return date.fromisoformat(value)
    except ValueError:
        raise ToolwireError(
            f"{value!r} is no date", where="--date", hint="write 2026-11-21"
        ) from None


date_option = click.option(
    "--date",
    "today",
    callback=_date,
    help="Date of the report, by which evidence is ageing or old; today (UTC) by default.",
)


@click.command(name="report")
@click.argument("results", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", "--out", "out", required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the pages, results.jsonl.gz, the matrix, the checklist and the passports.",
)  # fmt: skip
@overwrite_option
@click.option(
    "--providers",
    "providers_dir",
    type=click.Path(exists=True, path_type=Path),
    help="Folder of your provider files: their pages and models stand in the checklist.",
)
@date_option
@click.option(
    "--since",
    type=click.Path(path_type=Path),
    help="Folder or results of the last report: what changed since stands in changes.md.",
)
@click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    default="en",
    show_default=True,
    help="Language of the checklist.",
)
@fail_on_option
@click.option(
    "--imported/--no-imported",
    "beside",
    default=True,
    help="Show the traffic of others that ships with toolwire beside the results, of the same"
    " providers; it does not count for the exit code.",
)
@sarif_option
@junit_option
@click.option("-q", "--quiet", is_flag=True, help="Print nothing.")
def command(
    results: tuple[Path, ...],
    out: Path,
    today: date,
    *,
    since: Path | None,
    lang: str,
    fail_on: str,
    beside: bool,
    overwrite: bool,
    providers_dir: Path | None,
    sarif: Path | None,
    junit: Path | None,
    quiet: bool,
) -> int:
    """Turn RESULTS (results of audits and lints, or folders with them) into one dated report.

    Parts of one run (`toolwire audit --shard I/N`) are one run again; those that are missing
    are told. A newer run of a target takes the place of an older one. The exit code is that of
    `audit`: 2 where something could not be looked at, else 1 for findings.
    """
    _claim(results, out, overwrite=overwrite)
    before = pages(ours(out))
    known = facts(load_providers(() if providers_dir is None else (providers_dir,)))
    plan = ReportPlan(out, today, known, since=since, language=lang)
    plan = replace(plan, imported=traffic_of) if beside else plan
    # A run's own folder has its results already.
    there = out / RESULTS
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
        say(_size(written))
        for path in written.files:
            if path.parent == out:
                say(f"  {path}")
        say(verdict_line(table, code, written.named, missing=written.missing))
        _warn(written)
    return code


def _claim(results: tuple[Path, ...], out: Path, *, overwrite: bool) -> None:
    """Refuse to replace another report, or one of several results by what they come to."""
    for target in (out / name for name in NAMES):
        several = len(results) > 1 and not overwrite
        if several and _among(target, results):
            reported = "is one of the results to be reported"
            hint = "name another -o; --overwrite replaces it"
            raise ToolwireError(reported, where=str(target), hint=hint)
    run = out / RESULTS
    if run.exists() and not overwrite and not _among(run, results):
        reported = "is a run that would not be in the report beside it"
        hint = "name another -o; --overwrite replaces it"
        raise ToolwireError(reported, where=str(run), hint=hint)
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
