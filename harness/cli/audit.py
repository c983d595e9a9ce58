"""`toolwire audit`: run the suites against targets, from cassettes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import click

from harness.audit import replay_from, run
from harness.cli.selection import Selection, select
from harness.cli.tally import Tally, print_left_out, print_tables, print_troubles
from harness.conversation import JsonObject
from harness.json_text import dump
from harness.observation import Observation
from harness.results import header, write
from harness.transport.cassette import shipped_cassettes

__all__ = ["command"]

_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command(name="audit")
@click.option(
    "-p",
    "--provider",
    "providers",
    multiple=True,
    help="Provider, or provider/model; every target with a cassette if none.",
)
@click.option("-s", "--suite", "suites", multiple=True, help="Suite id; all if none.")
@click.option("--cassettes", type=_FOLDER, help="Folder of cassettes; the shipped ones if none.")
@click.option("--suites", "suites_dir", type=_FOLDER, help="Folder of your own suites.")
@click.option("--providers", "providers_dir", type=_FOLDER, help="Folder of your provider files.")
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("toolwire-report"),
    show_default=True,
    help="Folder for results.jsonl and the dated report.",
)
@click.option(
    "--fail-on",
    type=click.Choice(["error", "warning", "never"]),
    default="error",
    show_default=True,
    help="The mildest finding that ends with exit code 1.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON line per observation on stdout.")
@click.option("-q", "--quiet", is_flag=True, help="Print nothing but errors.")
def command(
    *,
    providers: tuple[str, ...],
    suites: tuple[str, ...],
    cassettes: Path | None,
    suites_dir: Path | None,
    providers_dir: Path | None,
    output: Path,
    fail_on: str,
    as_json: bool,
    quiet: bool,
) -> int:
    """Replay cassettes, judge every exchange, write results and the dated report.

    A case with no cassette, or with one that answers another request, is `not-run`: it is
    listed, never green, and the exit code is 2. Without -p, targets that have no cassette at
    all are left out, and one line says which.
    """
    folder = cassettes or shipped_cassettes()
    chosen = select(
        providers, suites, suites_dir=suites_dir, providers_dir=providers_dir, cassettes=folder
    )
    tally = Tally()
    seen = run(chosen.items, replay_from(folder))
    selection = header(_selection(chosen))
    results = output / "results.jsonl"
    write(results, selection, _watched(seen, tally, as_json=as_json))
    report = _report(results, output)
    if not (as_json or quiet):
        print_tables(tally)
        click.echo(f"report: {report}")
    if not quiet:
        print_troubles(tally)
        print_left_out(chosen.left_out)
    return tally.exit_code(fail_on)


def _selection(chosen: Selection) -> JsonObject:
    named: JsonObject = {"providers": list(chosen.providers), "suites": list(chosen.suites)}
    if chosen.left_out:
        named["left_out"] = list(chosen.left_out)
    return named


def _watched(seen: Iterable[Observation], tally: Tally, *, as_json: bool) -> Iterator[Observation]:
    for observation in seen:
        tally.take(observation)
        if as_json:
            click.echo(dump(observation.as_json()))
        yield observation


def _report(results: Path, output: Path) -> Path:
    # Lazy: the report brings pandas and jinja2, which take longer than the audit itself.
    from harness.report import build  # noqa: PLC0415

    return build([results], output, datetime.now(UTC).date()).folder
