"""`toolwire audit`: run the suites against targets, from cassettes or live."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from harness.audit import replay_from, run
from harness.audit.deviations import Watch
from harness.audit.lanes import with_words
from harness.cli.formats import format_option
from harness.cli.live import Wishes, close, live_options, observed
from harness.cli.selection import Selection, select, shard_option
from harness.cli.tally import Tally, print_left_out, print_tables, print_troubles, target_name
from harness.conversation import JsonObject
from harness.errors import ToolwireError
from harness.json_text import dump
from harness.observation import Observation
from harness.results import header, read, write
from harness.shard import SHARD, Shard
from harness.transport.cassette import shipped_cassettes

__all__ = ["command"]

#: Where cassettes are kept when --cassettes names no folder.
_RECORDED = Path("cassettes")
_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
_NEW_FOLDER = click.Path(file_okay=False, path_type=Path)


@click.command(name="audit")
@click.option(
    "-p",
    "--provider",
    "providers",
    multiple=True,
    help="Provider, or provider/model; every target with a cassette if none.",
)
@click.option("-s", "--suite", "suites", multiple=True, help="Suite id; all if none.")
@click.option(
    "--cassettes",
    type=_NEW_FOLDER,
    help="Folder of cassettes; the shipped ones if none, ./cassettes with --record.",
)
@click.option("--suites", "suites_dir", type=_FOLDER, help="Folder of your own suites.")
@click.option("--providers", "providers_dir", type=_FOLDER, help="Folder of your provider files.")
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("toolwire-report"),
    show_default=True,
    help="Folder for results.jsonl, results.sarif, junit.xml and the dated report.",
)
@click.option(
    "--fail-on",
    type=click.Choice(["error", "warning", "never"]),
    default="error",
    show_default=True,
    help="The mildest finding that ends with exit code 1.",
)
@live_options
@shard_option
@format_option
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
    shard: Shard | None,
    shown: str,
    as_json: bool,
    quiet: bool,
    **live: Any,
) -> int:
    """Replay cassettes, judge every exchange, write results and the dated report.

    With --live or --record the endpoints of -p are asked instead; keys come from the
    environment variables that `toolwire plan` names. A live run that was interrupted, however
    hard, goes on with --resume and asks nothing again that was answered.

    A case with no cassette, or with one that answers another request, is `not-run`: it is
    listed, never green, and the exit code is 2. Without -p, targets that have no cassette at
    all are left out, and one line says which.

    --shard divides a run: a case, in both modes, is always in the same part.
    """
    wishes = Wishes(**live)
    wishes.check(providers)
    folder = _folder(cassettes, wishes)
    own = {"suites_dir": suites_dir, "providers_dir": providers_dir}
    chosen = select(providers, suites, **own, cassettes=folder, shard=shard)
    wishes.check_targets(chosen.items)
    tally = _tally(chosen)
    shown = "json" if as_json else shown
    silent = quiet or shown != "text"
    seen = _seen(chosen, output, folder, wishes, quiet=silent)
    results = output / "results.jsonl"
    _write(results, seen, chosen, _selection(chosen, wishes), tally, as_json=shown == "json")
    if wishes.asking:
        close(output)
    report = _report(results, output)
    _outputs(output, folder, chosen, shown, fail_on)
    if not quiet:
        _print(tally, chosen, report if shown == "text" else None)
    return tally.exit_code(fail_on)


def _print(tally: Tally, chosen: Selection, report: Path | None) -> None:
    if report is not None:
        print_tables(tally)
        click.echo(f"report: {report}")
    print_troubles(tally)
    print_left_out(chosen.left_out)


def _folder(named: Path | None, wishes: Wishes) -> Path:
    if named is not None and not wishes.asking and not named.is_dir():
        raise ToolwireError("no such folder of cassettes", where=str(named))
    return named or (_RECORDED if wishes.record else shipped_cassettes())


def _seen(
    chosen: Selection, output: Path, folder: Path, wishes: Wishes, *, quiet: bool
) -> Iterator[Observation]:
    if wishes.asking:
        every = observed(chosen, output, folder, wishes, quiet=quiet)
    else:
        replay = replay_from(folder)
        every = with_words(chosen.items, lambda items: run(items, replay, chosen.listed))
    return (seen for seen in every if seen.suite in chosen.suites)


def _tally(chosen: Selection) -> Tally:
    named = (
        target_name(target.provider.id, target.model.id, target.provider.dialect)
        for target in (item.target for item in chosen.items)
    )
    return Tally(shard=chosen.shard, suites=chosen.suites, targets=tuple(dict.fromkeys(named)))


def _selection(chosen: Selection, wishes: Wishes) -> JsonObject:
    named: JsonObject = {"providers": list(chosen.providers), "suites": list(chosen.suites)}
    if chosen.left_out:
        named["left_out"] = list(chosen.left_out)
    if chosen.shard is not None:
        named[SHARD] = chosen.shard.text
    if wishes.asking:
        # Parts of a live run and of a replay are no run.
        named |= {"live": True, "repeat": wishes.repeat}
    return named


def _write(
    path: Path,
    seen: Iterable[Observation],
    chosen: Selection,
    selection: JsonObject,
    tally: Tally,
    *,
    as_json: bool,
) -> None:
    watch = Watch(chosen.listed, chosen.asked)
    watched = _watched(seen, tally, watch, as_json=as_json)
    head = header(selection)
    if chosen.shard is not None:
        # What no longer shows is told where all parts are together: it may show in another.
        write(path, head, watched, looked=watch.looked())
        return
    write(path, head, watched, stale=watch.stale())
    tally.stale.extend(watch.stale())


def _watched(
    seen: Iterable[Observation], tally: Tally, watch: Watch, *, as_json: bool
) -> Iterator[Observation]:
    for observation in seen:
        tally.take(observation)
        watch.take(observation)
        if as_json:
            click.echo(dump(observation.as_json()))
        yield observation


def _report(results: Path, output: Path) -> Path:
    # Lazy: the report brings pandas and jinja2, which take longer than the audit itself.
    from harness.cli.facts import facts  # noqa: PLC0415
    from harness.report import Plan, build  # noqa: PLC0415

    today = datetime.now(UTC).date()
    return build([results], Plan(output, today, facts(), packed=False)).folder


def _outputs(output: Path, cassettes: Path, chosen: Selection, shown: str, fail_on: str) -> None:
    from harness.cli.outputs import Outputs  # noqa: PLC0415 - lazy, as the report
    from harness.cli.places import places  # noqa: PLC0415 - as above

    files = {"sarif": output / "results.sarif", "junit": output / "junit.xml"}
    outputs = Outputs(
        "audit",
        places(cassettes),
        shown=shown,
        files=files,
        fail_on=fail_on,
        listed=chosen.listed,
    )
    results = read(output / "results.jsonl")
    for seen in results:
        outputs.take(seen)
    outputs.take_stale(results.stale)
    outputs.finish()
