"""`toolwire verify`: what a server speaks that nobody has described yet, and how well."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

import click

from toolwire import __version__
from toolwire.cli.collection import Collection, collection_of
from toolwire.cli.folder import RESULTS, written_in
from toolwire.cli.keys import allowed, tell
from toolwire.cli.run_journal import results_in, run_of
from toolwire.cli.screen.table import plain, say, say_json
from toolwire.cli.screen.terminal import Terminal, terminal
from toolwire.cli.screen.verdict import USUAL, closing_lines, print_unknown, verdict_lines
from toolwire.cli.verdict_document import Curls as Lines
from toolwire.cli.verdict_document import document
from toolwire.cli.verify_journal import VERDICT, finished_results, model_before, verify_journal
from toolwire.cli.writable import check_writable
from toolwire.io import clock
from toolwire.io.files import write_atomically
from toolwire.io.finish import finish
from toolwire.io.json_text import dump
from toolwire.io.opening import content
from toolwire.io.shown import json_bytes
from toolwire.jobs.verify.curl import Curls
from toolwire.jobs.verify.journal import VerifyJournal
from toolwire.jobs.verify.models import only_model, refuse_unlisted, server_models
from toolwire.jobs.verify.planned import key_destination, plan_of
from toolwire.jobs.verify.run import Verified, VerifyPlan, code_of, find, verify
from toolwire.jobs.verify.server import ServerOptions, provider_yaml
from toolwire.model.conversation import JsonObject
from toolwire.model.errors import ToolwireError
from toolwire.model.observation import Observation
from toolwire.results import Results, read, write

_TEXT = "verdict.txt"
_REQUESTS = "requests"
#: Rows of a terminal that stand below a verdict, and that a verdict has at least.
_LAST = 6
_LEAST = 12
#: Bytes of a verdict that was written.
_MOST = 64 * 1024 * 1024


def run(
    *,
    url: str,
    model: str,
    dialect: str,
    key_env: str,
    aws_region: str,
    headers: tuple[str, ...],
    insecure_http: bool,
    name: str,
    add_to: Path | None,
    output: Path | None,
    resume: bool,
    as_json: bool,
    concurrency: int,
    fail_on: str,
    quiet: bool,
) -> int:
    """Do what `toolwire verify` says; return the exit code."""
    plan = plan_of(
        url,
        model,
        dialect=dialect,
        key_env=key_env,
        aws_region=aws_region,
        concurrency=concurrency,
        permission=allowed((), insecure_http=insecure_http),
        headers=headers,
        name=name,
    )
    way = _VerifyRun(output, resume, as_json, fail_on, quiet, collection_of(add_to, plan.server))
    _check_places(plan.server, way)
    if resume and not model:
        plan = _asking(plan, model_before(output))
    whole = finished_results(plan, output) if resume else None
    if whole is not None and output is not None:
        return _shown_again(whole, output, fail_on, as_json=as_json)
    tell([key_destination(plan)], plan.permission, quiet=quiet)
    if not plan.server.model:
        plan = _asking(plan, _model_of(plan, way))
    return _run(plan, way)


@dataclass(frozen=True, slots=True)
class _VerifyRun:
    """What is kept of a verification and told of it, as the options of its command say."""

    output: Path | None
    resume: bool
    as_json: bool
    fail_on: str
    quiet: bool
    collection: Collection | None


def _run(plan: VerifyPlan, way: _VerifyRun) -> int:
    """Verify, write and print; return the exit code."""
    output = way.output
    with (
        _folder(output) as place,
        verify_journal(plan, place, resume=way.resume, passing=output is None) as journal,
    ):
        done = finish(_verified(plan, place, journal, quiet=way.quiet or way.as_json))
        bodies = None if way.as_json and output is None else _requests(done, output)
        curls = _curls(done, plan, bodies)
        if output is not None:
            _write(done, plan, output, curls, journal)
        if way.collection is not None and done.verdicts:
            way.collection.add(done.found.targets, place / "cassettes", _made(plan))
        _show(done, plan.address.base, output, curls, as_json=way.as_json)
        if not way.as_json and done.verdicts:
            _close(done, way.collection)
    return done.exit_code(way.fail_on)


def _close(done: Verified, collection: Collection | None) -> None:
    """Print what goes on from here."""
    *verdicts, following = closing_lines(done)
    for line in verdicts:
        say(line)
    if collection is None:
        say(following)
        return
    say(f"added: {collection.file}, {collection.cassettes / collection.name}")
    say(f"next: {collection.audit_line(done.found.targets)}")


def _asking(plan: VerifyPlan, model: str) -> VerifyPlan:
    """Return a plan with the model that is asked."""
    return replace(plan, server=replace(plan.server, model=model))


def _model_of(plan: VerifyPlan, way: _VerifyRun) -> str:
    """Return the only model that a server lists, and say which; several are printed.

    Raises:
        ToolwireError: there is none, or there are several.
    """
    found = finish(server_models(plan))
    for name in found.names if len(found.names) > 1 else ():
        say(name, err=way.as_json)
    model = only_model(found, plan.address.base)
    if not way.quiet:
        say(f"{plan.address.base} lists one model, which is asked: {model}", err=True)
    return model


def _show(done: Verified, base: str, out: Path | None, curls: Lines, *, as_json: bool) -> None:
    if as_json:
        say_json(document(done, curls))
    elif done.verdicts:
        rest = f"see {out / _TEXT}" if out is not None else "--output and --json tell of them"
        _print(verdict_lines(done, curls, rest, _screen()), done)
    else:
        print_unknown(done, base)
    if out is not None and not as_json:
        say(f"written: {out / 'report.html' if done.verdicts else out}")


def _screen() -> Terminal:
    """Return the screen of a verdict: of a terminal what the last lines leave, so that all stays on it."""
    seen = terminal()
    if seen is None:
        return USUAL
    width = min(seen.columns, USUAL.columns)
    return Terminal(width, max(min(seen.rows, USUAL.rows + _LAST) - _LAST, _LEAST))


def _check_places(server: ServerOptions, way: _VerifyRun) -> None:
    """Make sure that everything can be written before anything is asked."""
    if way.collection is not None:
        way.collection.check(resume=way.resume)
    out = way.output
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
        await refuse_unlisted(plan, found.audited)
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
    """Return the folder for bodies of curl lines; without --output one that stays behind."""
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
    whole = "\n".join(
        map(plain, verdict_lines(done, curls, screen=Terminal(USUAL.columns, sys.maxsize)))
    )
    write_atomically(out / _TEXT, f"{whole.rstrip()}\n".encode())
    path = out / "providers" / f"{plan.server.id}.yaml"
    made = _made(plan, there.finished_at[:10])
    write_atomically(path, provider_yaml(done.found.targets, made))
    _report(there, out)


def _made(plan: VerifyPlan, day: str = "") -> str:
    """Return what a provider file says of its origin; no value of a header is in it."""
    own = "".join(f", with --header {name}" for name in plan.headers.names)
    day = day or clock.today().isoformat()
    return f"made by toolwire {__version__} verify on {day}{own}"


def _report(there: Results, out: Path) -> None:
    # Lazy: the report brings jinja2.
    from toolwire.cli.facts import facts  # noqa: PLC0415
    from toolwire.jobs.report import ReportPlan, build  # noqa: PLC0415

    today = date.fromisoformat(there.finished_at[:10])
    build([there.path], ReportPlan(out, today, facts(), packed=False))
