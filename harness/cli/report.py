"""`toolwire report`: results into matrix, dated report and checklist."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

import click

from harness.cli.facts import rule_facts, shim_hints
from harness.cli.folder import EXCHANGES, RESULTS, claim, ours, overwrite_option, pages, remove
from harness.cli.formats import junit_option, sarif_option
from harness.cli.outputs import Outputs
from harness.cli.places import places
from harness.cli.screen import plain
from harness.errors import ToolwireError
from harness.report import Written, build
from harness.results import merge, read
from harness.transport.cassette import shipped_cassettes

__all__ = ["command"]

_MOST_MISSING = 5


def _date(_context: click.Context, _option: click.Parameter, value: str | None) -> date:
    if value is None:
        return datetime.now(tz=UTC).date()
    try:
        return date.fromisoformat(value)
    except ValueError:
        raise ToolwireError(
            f"{value!r} is no date", where="--date", hint="write 2026-11-21"
        ) from None


@click.command(name="report")
@click.argument("results", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "-o", "--out", required=True, type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the pages, results.jsonl, the matrix, drift.json and quirks.json.",
)  # fmt: skip
@overwrite_option
@click.option("--date", "today", callback=_date, help="Date of the report; today (UTC) by default.")
@sarif_option
@junit_option
@click.option("-q", "--quiet", is_flag=True, help="Print nothing.")
def command(
    results: tuple[Path, ...],
    out: Path,
    today: date,
    *,
    overwrite: bool,
    sarif: Path | None,
    junit: Path | None,
    quiet: bool,
) -> int:
    """Turn RESULTS (results.jsonl of audits and lints) into one dated report.

    Parts of one run (`toolwire audit --shard I/N`) are one run again; those that are missing
    are told.
    """
    _claim(results, out, overwrite=overwrite)
    before = pages(ours(out))
    written = build(results, out, today, rule_facts(), shim_hints())
    files = {path for path in (sarif, junit) if path is not None}
    remove(before.difference(written.files, files))
    _outputs(results, written.files[0], {"sarif": sarif, "junit": junit})
    if not quiet:
        matrix = written.matrix
        click.echo(f"{matrix.observations} observations of {len(matrix.rows)} provider formats")
        for path in written.files:
            click.echo(f"  {path}")
        _warn(written)
    return 0


def _claim(results: tuple[Path, ...], out: Path, *, overwrite: bool) -> None:
    """Refuse to replace another report, or one of several results by what they come to."""
    target = out / RESULTS
    several = len(results) > 1 and target.exists() and not overwrite
    if several and any(path.exists() and path.samefile(target) for path in results):
        hint = "name another -o; --overwrite replaces it"
        raise ToolwireError("is one of the results to be reported", where=str(target), hint=hint)
    claim(target, merge(*map(read, results)).header.selection, overwrite=overwrite)


def _warn(written: Written) -> None:
    """Tell on standard error what a reader of the pages should know before."""
    if written.missing:
        first, more = written.missing[:_MOST_MISSING], len(written.missing) - _MOST_MISSING
        told = f"{', '.join(first)}{f' and {more} more' if more > 0 else ''}"
        click.echo(f"warning: parts of a divided run are not here: {told}", err=True)
    for stale in written.stale:
        click.echo(plain(f"warning: {stale.text}"), err=True)


def _outputs(results: tuple[Path, ...], merged: Path, files: dict[str, Path | None]) -> None:
    if not any(files.values()):
        return
    beside = (path.parent / EXCHANGES for path in results)
    outputs = Outputs("report", places(*beside, shipped_cassettes()), files=files)
    found = read(merged)
    for seen in found:
        outputs.take(seen)
    outputs.take_stale(found.stale)
    outputs.finish()
