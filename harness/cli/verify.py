"""`toolwire verify`: what a server speaks that nobody has described yet, and how well."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import click

from harness import __version__
from harness.cells import exit_code, fold
from harness.cli.keys import allowed, insecure_option, tell
from harness.cli.screen import plain, say, say_json
from harness.cli.verdict_document import Curls as Lines
from harness.cli.verdict_document import document
from harness.cli.verdict_screen import print_unknown, verdict_lines
from harness.conversation import JsonObject
from harness.dialects import DIALECTS
from harness.errors import ToolwireError
from harness.files import write_atomically
from harness.json_text import dump
from harness.observation import Observation
from harness.providers.native import disabled_in
from harness.results import header, write
from harness.rules import RULES
from harness.shown import json_bytes
from harness.suites import load_suites
from harness.transport.live.destination import destination_of
from harness.transport.signing import BEARER, keys_in
from harness.variance import settled
from harness.verify.address import address_of
from harness.verify.choice import ALL, AUTO
from harness.verify.curl import Curls
from harness.verify.forms import DETECTED, FORMS
from harness.verify.run import Plan, Verified, find, verify
from harness.verify.server import Server, provider_yaml

__all__ = ["command"]

_SIGNED = "bedrock-converse"
_REGION = re.compile(r"[a-z]{2}(-[a-z]+)+-\d{1,2}", re.ASCII)
_TEXT = "verdict.txt"
_REQUESTS = "requests"
_VARIABLE = re.compile(r"[A-Z][A-Z0-9_]*", re.ASCII)


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
@insecure_option
@click.option(
    "-o",
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for results, provider file, cassettes and the report.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout.")
@click.option(
    "--concurrency", type=click.IntRange(1, 1024), default=8, show_default=True,
    help="Cases side by side.",
)  # fmt: skip
@click.option(
    "--fail-on",
    type=click.Choice(["error", "warning", "never"]),
    default="error",
    show_default=True,
    help="The mildest finding that ends with exit code 1.",
)
@click.option("-q", "--quiet", is_flag=True, help="Show no progress.")
def command(
    *,
    url: str,
    model: str,
    dialect: str,
    key_env: str,
    aws_region: str,
    insecure_http: bool,
    out: Path | None,
    as_json: bool,
    concurrency: int,
    fail_on: str,
    quiet: bool,
) -> int:
    """Find out what the server at URL speaks, run every suite, and say how well it does.

    URL is what the official SDK takes as its base URL; one with an endpoint's path will do.
    A key, if there is one, is read from the variable of --key-env and goes to that host only: the
    first line on standard error names both.
    """
    address = address_of(url)
    _check_key(key_env)
    environ: Mapping[str, str] = os.environ
    if aws_region:
        environ, dialect = _signing(aws_region, key_env, dialect)
    key = BEARER if aws_region else key_env
    server = Server(address.base, model, key, aws_region, disabled_in(os.environ))
    permission = allowed((), insecure_http=insecure_http)
    target = server.target(DETECTED[0], address.base, FORMS[DETECTED[0]].auths[0])
    tell([destination_of(target, environ)], permission, quiet=quiet)
    plan = Plan(server, address, dialect, load_suites(), environ, concurrency, permission)
    with _folder(out) as place:
        done = asyncio.run(_verified(plan, place, quiet=quiet or as_json))
    folder = None if as_json and out is None else _requests(done, out)
    curls = _curls(done, folder, aws_region)
    if out is not None:
        _write(done, plan, out, curls)
    if as_json:
        say_json(document(done, curls))
    elif done.verdicts:
        rest = f"see {out / _TEXT}" if out is not None else "--out and --json tell of them"
        _print(verdict_lines(done, curls, rest), done)
    else:
        print_unknown(done, address.base)
    if out is not None and not as_json:
        say(f"written: {out}")
    return exit_code(fold(settled(done.observations)), fail_on) if done.verdicts else 2


def _print(lines: Iterable[str], done: Verified) -> None:
    words = {verdict.words for verdict in done.verdicts}
    for line in lines:
        say(line, bold=line in words)


def _check_key(name: str) -> None:
    where = "--key-env"
    if name and not _VARIABLE.fullmatch(name):
        # Not shown: it may be the key itself.
        hint = "name the variable that holds the key, in capitals"
        raise ToolwireError("that is no name of a variable", where=where, hint=hint)
    if name and not os.environ.get(name):
        raise ToolwireError(f"{name} is not set", where=where, hint=f"export {name}=...")


def _signing(region: str, key_env: str, dialect: str) -> tuple[Mapping[str, str], str]:
    """Return the environment to sign with, and the one dialect whose requests are signed."""
    where = "--aws-region"
    if not _REGION.fullmatch(region):
        raise ToolwireError("that is no region", where=where, hint="such as us-east-1")
    if key_env or dialect not in {AUTO, _SIGNED}:
        hint = f"leave --key-env out, and --dialect or name {_SIGNED}"
        raise ToolwireError(f"only requests of {_SIGNED} are signed", where=where, hint=hint)
    environ = {name: value for name, value in os.environ.items() if name != BEARER}
    environ["AWS_REGION"] = region
    if keys_in(environ) is None:
        hint = "export AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, of a session its token too"
        raise ToolwireError("there are no keys to sign with", where=where, hint=hint)
    return environ, _SIGNED


async def _verified(plan: Plan, folder: Path, *, quiet: bool) -> Verified:
    from harness.cli.progress import Progress  # noqa: PLC0415 - lazy: --help needs no terminal

    found = await find(plan)
    totals = Counter(item.target.provider.id for item in found.items)
    with Progress(totals, lambda _: 0, lambda _: None, quiet=quiet) as progress:

        def take(unit: tuple[Observation, ...]) -> None:
            progress.take(unit[0].provider, unit)

        return await verify(plan, found, folder, take)


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


def _curls(done: Verified, folder: Path | None, region: str) -> Lines:
    """Return (dialect, number of the deviation) -> the curl lines that show it."""
    lines: dict[tuple[str, int], tuple[str, ...]] = {}
    session = bool(os.environ.get("AWS_SESSION_TOKEN"))
    for target, verdict in zip(done.found.targets, done.verdicts, strict=True):
        place = folder / verdict.dialect if folder is not None else None
        curls = Curls(target.provider, place, region, session)
        for number, deviation in enumerate(verdict.deviations):
            lines[verdict.dialect, number] = curls.lines(deviation)
    return lines


def _write(done: Verified, plan: Plan, out: Path, curls: Lines) -> None:
    # Lazy: the report brings jinja2.
    from harness.cli.facts import facts  # noqa: PLC0415
    from harness.report import Plan, build  # noqa: PLC0415

    results = out / "results.jsonl"
    selection: JsonObject = {
        "providers": [target.provider.name for target in done.found.targets],
        "suites": [suite.id for suite in plan.suites],
    }
    write(results, header(selection, RULES), done.observations)
    write_atomically(out / "verdict.json", json_bytes(dump(document(done, curls))) + b"\n")
    if not done.verdicts:
        return
    whole = "\n".join(map(plain, verdict_lines(done, curls, rows=sys.maxsize)))
    write_atomically(out / _TEXT, f"{whole.rstrip()}\n".encode())
    today = datetime.now(UTC).date()
    made = f"made by toolwire {__version__} verify on {today.isoformat()}"
    path = out / "providers" / f"{plan.server.id}.yaml"
    write_atomically(path, provider_yaml(done.found.targets, made))
    build([results], Plan(out, today, facts(), packed=False))
