"""`toolwire verify`: what a server speaks that nobody has described yet, and how well."""

from __future__ import annotations

import asyncio
import os
import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import click

from harness import __version__
from harness.cli.tally import Tally
from harness.cli.verdict_screen import document, print_unknown, print_verdicts
from harness.conversation import JsonObject
from harness.dialects import DIALECTS
from harness.errors import ToolwireError
from harness.files import write_atomically
from harness.json_text import dump
from harness.observation import Observation
from harness.results import header, write
from harness.suites import load_suites
from harness.verify.address import address_of
from harness.verify.choice import ALL, AUTO
from harness.verify.curl import Curls
from harness.verify.reproduce import curls_for
from harness.verify.run import Plan, Verified, find, verify
from harness.verify.server import Server, provider_yaml

__all__ = ["command"]

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
    out: Path | None,
    as_json: bool,
    concurrency: int,
    fail_on: str,
    quiet: bool,
) -> int:
    """Find out what the server at URL speaks, run every suite, and say how well it does.

    URL is what the official SDK takes as its base URL; one with an endpoint's path will do.
    A key, if there is one, is read from the variable of --key-env and goes to that host only.
    """
    address = address_of(url)
    _check_key(key_env)
    server = Server(address.base, model, key_env)
    plan = Plan(server, address, dialect, load_suites(), os.environ, concurrency)
    tally = Tally()
    with _folder(out) as folder:
        done = asyncio.run(_verified(plan, folder, tally, quiet=quiet or as_json))
        curls = _curls(done, folder, kept=out is not None)
        if out is not None:
            _write(done, plan, out)
        if as_json:
            click.echo(dump(document(done, curls)))
        elif done.verdicts:
            print_verdicts(done, curls)
        else:
            print_unknown(done, address.base)
        if out is not None and not as_json:
            click.echo(f"written: {out}")
    return tally.exit_code(fail_on) if done.verdicts else 2


def _check_key(name: str) -> None:
    where = "--key-env"
    if name and not _VARIABLE.fullmatch(name):
        # Not shown: it may be the key itself.
        hint = "name the variable that holds the key, in capitals"
        raise ToolwireError("that is no name of a variable", where=where, hint=hint)
    if name and not os.environ.get(name):
        raise ToolwireError(f"{name} is not set", where=where, hint=f"export {name}=...")


async def _verified(plan: Plan, folder: Path, tally: Tally, *, quiet: bool) -> Verified:
    from harness.cli.progress import Progress  # noqa: PLC0415 - lazy: --help needs no terminal

    found = await find(plan)
    totals = Counter(item.target.provider.id for item in found.items)
    with Progress(totals, lambda _: 0, lambda _: 0.0, quiet=quiet) as progress:

        def take(unit: tuple[Observation, ...]) -> None:
            progress.take(unit[0].provider, unit)
            for seen in unit:
                tally.take(seen)

        return await verify(plan, found, folder, take)


@contextmanager
def _folder(out: Path | None) -> Iterator[Path]:
    """Yield the folder of the run: the user's own, or a passing one."""
    if out is not None:
        yield out
        return
    with tempfile.TemporaryDirectory(prefix="toolwire-") as name:
        yield Path(name)


def _curls(done: Verified, folder: Path, *, kept: bool) -> dict[tuple[str, int], tuple[str, ...]]:
    """Return (dialect, number of the deviation) -> the curl lines that show it."""
    lines: dict[tuple[str, int], tuple[str, ...]] = {}
    for target, verdict in zip(done.found.targets, done.verdicts, strict=True):
        curls = Curls(target.provider, folder / "requests" if kept else None)
        items = [item for item in done.found.items if item.target == target]
        for number, deviation in enumerate(verdict.deviations):
            found = curls_for(deviation, items, folder / "cassettes", curls)
            lines[verdict.dialect, number] = found
    return lines


def _write(done: Verified, plan: Plan, out: Path) -> None:
    # Lazy: the report brings pandas and jinja2.
    from harness.cli.facts import rule_facts, shim_hints  # noqa: PLC0415
    from harness.report import build  # noqa: PLC0415

    results = out / "results.jsonl"
    selection: JsonObject = {
        "providers": [target.provider.name for target in done.found.targets],
        "suites": [suite.id for suite in plan.suites],
    }
    write(results, header(selection), done.observations)
    if not done.verdicts:
        return
    today = datetime.now(UTC).date()
    made = f"made by toolwire {__version__} verify on {today.isoformat()}"
    path = out / "providers" / f"{plan.server.id}.yaml"
    write_atomically(path, provider_yaml(done.found.targets, made))
    build([results], out, today, rule_facts(), shim_hints())
