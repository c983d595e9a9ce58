"""`toolwire verify`: what a server speaks that nobody has described yet, and how well."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

import click

from toolwire import __version__
from toolwire.cli.folder import RESULTS, written_in
from toolwire.cli.formats import fail_on_option
from toolwire.cli.keys import allowed, insecure_option, tell
from toolwire.cli.run_journal import results_in, run_of
from toolwire.cli.screen.table import plain, say, say_json
from toolwire.cli.screen.verdict import print_unknown, verdict_lines
from toolwire.cli.verdict_document import Curls as Lines
from toolwire.cli.verdict_document import document
from toolwire.cli.verify_journal import VERDICT, finished_results, verify_journal
from toolwire.cli.writable import check_writable
from toolwire.dialects import DIALECTS
from toolwire.io.files import write_atomically
from toolwire.io.json_text import dump
from toolwire.io.opening import content
from toolwire.io.shown import json_bytes
from toolwire.jobs.verify.choice import ALL, AUTO
from toolwire.jobs.verify.curl import Curls
from toolwire.jobs.verify.journal import VerifyJournal
from toolwire.jobs.verify.planned import key_destination, plan_of
from toolwire.jobs.verify.run import Verified, VerifyPlan, code_of, find, verify
from toolwire.jobs.verify.server import ServerOptions, provider_yaml
from toolwire.model.conversation import JsonObject
from toolwire.model.errors import ToolwireError
from toolwire.model.observation import Observation
from toolwire.results import Results, read, write

_TEXT = "verdict.txt"
_REQUESTS = "requests"
#: Bytes of a verdict that was written.
_MOST = 64 * 1024 * 1024


@click.command(name="verify")
@click.argument("url")
@click.option("--model", required=True, help="Model to ask, as the server calls it.")
@click.option(
    "--dialect",
    type=click.Choice([AUTO, ALL, *DIALECTS]),
    default=AUTO,
    show_default=True,
    help="What it speaks: the likeliest, every one it answers in, or this one.",
)
@click.option("--key-env", metavar="NAME", default="", help="Environment variable of the key.")
@click.option(
    "--aws-region",
    metavar="REGION",
    default="",
    help="Sign requests for AWS, with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
)
@click.option(
    "--header",
    "headers",
    metavar="NAME: VALUE",
    multiple=True,
    help="Send this header with every request, to that host only; it is written nowhere.",
)
@insecure_option
@click.option(
    "-o",
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for results, provider file, cassettes and the report.",
)
@click.option(
    "--resume", is_flag=True, help="Go on with the interrupted run in --out, or finish its report."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout.")
@click.option(
    "--concurrency", type=click.IntRange(1, 1024), default=8, show_default=True,
    help="Cases side by side.",
)  # fmt: skip
@fail_on_option
@click.option("-q", "--quiet", is_flag=True, help="Show no progress.")
def command(
    *,
    url: str,
    model: str,
    dialect: str,
    key_env: str,
    aws_region: str,
    headers: tuple[str, ...],
    insecure_http: bool,
    out: Path | None,
    resume: bool,
    as_json: bool,
    concurrency: int,
    fail_on: str,
    quiet: bool,
) -> int:
    """Find out what the server at URL speaks, run every suite, and say how well it does.

    URL is what the official SDK takes as its base URL; one with an endpoint's path will do.
    A key, if there is one, is read from the variable of --key-env and goes to that host only, as
    headers of --header do: the first line on standard error names them and it.

    With --out a run that was interrupted, however hard, goes on with --resume and asks nothing
    again that was answered.
    """
    plan = plan_of(
        url,
        model,
        dialect=dialect,
        key_env=key_env,
        aws_region=aws_region,
        concurrency=concurrency,
        permission=allowed((), insecure_http=insecure_http),
        headers=headers,
    )
    _check_places(plan.server, out)
    whole = finished_results(plan, out) if resume else None
    if whole is not None and out is not None:
        return _shown_again(whole, out, fail_on, as_json=as_json)
    tell([key_destination(plan)], plan.permission, quiet=quiet)
    with (
        _folder(out) as place,
        verify_journal(plan, place, resume=resume, passing=out is None) as journal,
    ):
        done = asyncio.run(_verified(plan, place, journal, quiet=quiet or as_json))
        curls = _curls(done, plan, None if as_json and out is None else _requests(done, out))
        if out is not None:
            _write(done, plan, out, curls, journal)
        _show(done, plan.address.base, out, curls, as_json=as_json)
    return done.exit_code(fail_on)


def _show(done: Verified, base: str, out: Path | None, curls: Lines, *, as_json: bool) -> None:
    if as_json:
        say_json(document(done, curls))
    elif done.verdicts:
        rest = f"see {out / _TEXT}" if out is not None else "--out and --json tell of them"
        _print(verdict_lines(done, curls, rest), done)
    else:
        print_unknown(done, base)
    if out is not None and not as_json:
        say(f"written: {out}")


def _check_places(server: ServerOptions, out: Path | None) -> None:
    """Make sure that everything can be written before anything is asked."""
    if out is None:
        return
    names = ("", "quirks", _REQUESTS, "providers", "cassettes", f"cassettes/{server.id}")
    check_writable((out / name for name in names), (*written_in(out), out / VERDICT, out / _TEXT))


def _shown_again(there: Results, out: Path, fail_on: str, *, as_json: bool) -> int:
    """Tell the verdict of a run that has come to its end, with its exit code."""
    _report(there, out)
    note = "the run had come to its end, so nothing was asked; its results and report are whole"
    say(f"toolwire: {note}", err=True)
    try:
        text = content(out / (VERDICT if as_json else _TEXT), _MOST)
    except OSError as error:
        hint = "it is in the report all the same"
        raise ToolwireError(
            f"the verdict cannot be read: {error.strerror}", where=str(out), hint=hint
        ) from error
    click.echo(text, nl=False)
    return code_of(there, fail_on)


def _print(lines: Iterable[str], done: Verified) -> None:
    words = {verdict.words for verdict in done.verdicts}
    for line in lines:
        say(line, bold=line in words)


async def _verified(
    plan: VerifyPlan, folder: Path, journal: VerifyJournal, *, quiet: bool
) -> Verified:
    from toolwire.cli.screen.progress import Progress  # noqa: PLC0415 - lazy: --help needs no terminal

    async with journal.journal:
        found = await find(plan, journal)
        totals = Counter(item.target.provider.id for item in found.items)
        with Progress(totals, lambda _: 0, lambda _: None, quiet=quiet) as progress:

            def take(unit: tuple[Observation, ...]) -> None:
                progress.take(unit[0].provider, unit)

            return await verify(plan, found, folder, take, journal)


@contextmanager
def _folder(out: Path | None) -> Iterator[Path]:
    """Yield the folder of the run: the user's own, or a passing one."""
    if out is not None:
        yield out
        return
    with tempfile.TemporaryDirectory(prefix="toolwire-") as name:
        yield Path(name)


def _requests(done: Verified, out: Path | None) -> Path | None:
    """Return the folder for bodies of curl lines; without --out one that stays behind."""
    if out is not None:
        shutil.rmtree(out / _REQUESTS, ignore_errors=True)
        return out / _REQUESTS
    if not any(verdict.deviations for verdict in done.verdicts):
        return None
    return Path(tempfile.mkdtemp(prefix="toolwire-"))


def _curls(done: Verified, plan: VerifyPlan, folder: Path | None) -> Lines:
    """Return (dialect, number of the deviation) -> the curl lines that show it."""
    lines: dict[tuple[str, int], tuple[str, ...]] = {}
    session = bool(os.environ.get("AWS_SESSION_TOKEN"))
    for target, verdict in zip(done.found.targets, done.verdicts, strict=True):
        place = folder / verdict.dialect if folder is not None else None
        curls = Curls(target.provider, place, plan.server.region, session, plan.headers.names)
        for number, deviation in enumerate(verdict.deviations):
            lines[verdict.dialect, number] = curls.lines(deviation)
    return lines


def _write(
    done: Verified, plan: VerifyPlan, out: Path, curls: Lines, journal: VerifyJournal
) -> None:
    selection: JsonObject = {
        "providers": [target.provider.name for target in done.found.targets],
        "suites": [suite.id for suite in plan.suites],
    }
    head, there = run_of(journal.run, selection), results_in(out)
    if there is None or there.header.run != head.run:
        write(out / RESULTS, head, done.observations)
        there = read(out / RESULTS)
    write_atomically(out / VERDICT, json_bytes(dump(document(done, curls))) + b"\n")
    if not done.verdicts:
        return
    whole = "\n".join(map(plain, verdict_lines(done, curls, rows=sys.maxsize)))
    write_atomically(out / _TEXT, f"{whole.rstrip()}\n".encode())
    own = "".join(f", with --header {name}" for name in plan.headers.names)
    made = f"made by toolwire {__version__} verify on {there.finished_at[:10]}{own}"
    path = out / "providers" / f"{plan.server.id}.yaml"
    write_atomically(path, provider_yaml(done.found.targets, made))
    _report(there, out)


def _report(there: Results, out: Path) -> None:
    # Lazy: the report brings jinja2.
    from toolwire.cli.facts import facts  # noqa: PLC0415
    from toolwire.jobs.report import ReportPlan, build  # noqa: PLC0415

    today = date.fromisoformat(there.finished_at[:10])
    build([there.path], ReportPlan(out, today, facts(), packed=False))
