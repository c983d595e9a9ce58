"""`python -m servers.leniency`: which wrong requests real servers answer.

Each wrong request that `verify` makes of a dialect is sent to the servers, started as for recording.
Who answers it and who refuses it goes into `wrong_requests.json` of the package; what stands there of
other servers stays. How grave it is that one more server answers a request, is told by that
(`toolwire.jobs.audit.beside.known_servers`).
"""

from __future__ import annotations

import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

import click

from servers.cache import Cache, MissingError, default_folder
from servers.recipe import MODEL, Recipe
from servers.run import Run
from servers.table import RECIPES
from toolwire.io.files import write_atomically
from toolwire.io.finish import finish
from toolwire.jobs.audit.beside.known_servers import TABLE
from toolwire.jobs.audit.beside.requirements import REQUIREMENTS, SUITE
from toolwire.jobs.verify.address import address_of
from toolwire.jobs.verify.journal import VerifyJournal
from toolwire.jobs.verify.run import Discovery, Verified, VerifyPlan, find, verify
from toolwire.jobs.verify.server import ServerOptions
from toolwire.model.conversation import JsonObject
from toolwire.model.observation import Observation, Verdict
from toolwire.providers.model import Target
from toolwire.suites import Suite, load_suites
from toolwire.suites.model import REFUSED
from toolwire.transport.journal.file import Journal

_NAMES = tuple(recipe.name for recipe in RECIPES)
#: What the provider files call the format of a server's first route.
_FIRST = "openai-chat"
#: Dialect -> what limits an answer: a script that nothing fits says its words to the last.
_SHORT: Mapping[str, JsonObject] = {
    "anthropic-messages": {"max_tokens": 32},
    "gemini-generate": {"generationConfig": {"maxOutputTokens": 32}},
    "openai-chat": {"max_tokens": 32},
    "openai-responses": {"max_output_tokens": 32},
}
TAKES, REFUSES = "takes", "refuses"
#: The least status of a server that failed.
_FAILURE = 500
#: Dialect -> case -> `takes` or `refuses` -> names of servers.
Answers: TypeAlias = "dict[str, dict[str, dict[str, list[str]]]]"


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(_NAMES), metavar="[NAME]...")
@click.option(
    "--cache",
    type=click.Path(file_okay=False, path_type=Path),
    default=default_folder(os.environ),
    show_default=True,
    help="Folder of installed servers; also $TOOLWIRE_SERVERS.",
)
@click.option("--check", is_flag=True, help="Compare with the table, and write nothing.")
def main(*, names: tuple[str, ...], cache: Path, check: bool) -> None:
    """Ask the servers NAME, or all, what is wrong on purpose, and write who answers it.

    The exit code is 1 when a server is missing, or, with --check, answers other than the table says.
    """
    run = Run(RECIPES, Cache(cache.absolute()), cache)
    asked = {}
    try:
        for recipe, url, environ in run.started(names or _NAMES):
            asked[recipe.name] = answers_of(recipe, url, environ)
    except MissingError as error:
        raise click.ClickException(str(error)) from error
    before = json.loads(TABLE.read_bytes())
    after = merged(before, asked)
    if check:
        differing = list(differences(before, after))
        click.echo("\n".join(differing) or f"{', '.join(asked)}: as {TABLE.name} says")
        sys.exit(1 if differing else 0)
    write_atomically(TABLE, text_of(after).encode())


def answers_of(recipe: Recipe, url: str, environ: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Return dialect -> case -> `takes` or `refuses`; nothing of what a server fails over.

    Raises:
        MissingError: the server does not answer in a dialect of its routes.
    """
    told: dict[str, dict[str, str]] = {}
    for route in recipe.routes:
        dialect = route.partition(".")[2] or _FIRST
        done = finish(_asked(recipe, url, environ, dialect))
        if not done.verdicts:
            raise MissingError(f"{recipe.name} does not answer in {dialect}")
        wrong = {item.case.id for item in done.found.items if item.case.steps[0].requirement}
        # Both modes are asked of some: the whole answer's word counts, and it comes first.
        words = [(seen.case, _word(seen)) for seen in done.observations if seen.case in wrong]
        told[dialect] = {case: word for case, word in reversed(words) if word}
    return told


async def _asked(recipe: Recipe, url: str, environ: Mapping[str, str], dialect: str) -> Verified:
    key = recipe.keys[-1] if recipe.keys else ""
    address = address_of(url)
    suites = tuple(suite for suite in load_suites() if suite.id == SUITE)
    options = ServerOptions(address.base, MODEL, key)
    plan = VerifyPlan(options, address, dialect, suites, environ, recipe.together)
    with TemporaryDirectory() as folder:
        async with Journal.create(Path(folder) / "journal", {}) as journal:
            keeping = VerifyJournal(journal)
            found = _briefly(await find(plan, keeping), suites)
            return await verify(plan, found, Path(folder), lambda _: None, keeping)


def _briefly(found: Discovery, suites: tuple[Suite, ...]) -> Discovery:
    """Return the wrong requests only, and such that want short answers: that one comes is enough."""
    targets = tuple(map(_short, found.targets))
    asked = {item.case.id for item in REQUIREMENTS.items(found.targets, suites)}
    # The limit is a member like others, which `verify` does not send.
    items = (one for one in REQUIREMENTS.items(targets, suites) if one.case.id in asked)
    return replace(found, targets=targets, items=tuple(items))


def _short(target: Target) -> Target:
    provider = target.provider
    endpoint = replace(provider.endpoint, extra=_SHORT.get(provider.dialect, {}))
    return replace(target, provider=replace(provider, endpoint=endpoint))


def _word(seen: Observation) -> str:
    found = [one for one in seen.findings if one.rule == REFUSED]
    if not found:
        return REFUSES if seen.verdict is Verdict.CONFORMANT else ""
    # A server that fails over a request, or refuses it under a success, says nothing of whether it would take it.
    status = found[0].actual
    failed = found[0].variance or (isinstance(status, int) and status >= _FAILURE)
    return "" if failed else TAKES


def merged(before: Answers, asked: Mapping[str, Mapping[str, Mapping[str, str]]]) -> Answers:
    """Return the table with what servers answered in place of what stood there of them.

    Args:
        before: the table.
        asked: server -> dialect -> case -> `takes` or `refuses`.
    """
    table: Answers = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
    for dialect, case, word, server in _rows(before):
        if server not in asked:
            table[dialect][case][word].append(server)
    for server, dialects in asked.items():
        for dialect, cases in dialects.items():
            for case, word in cases.items():
                table[dialect][case][word].append(server)
    return table


def _rows(table: Answers) -> Iterator[tuple[str, str, str, str]]:
    for dialect, cases in table.items():
        for case, words in cases.items():
            for word, servers in words.items():
                for server in servers:
                    yield dialect, case, word, server


def differences(before: Answers, after: Answers) -> Iterable[str]:
    """Yield a line for each answer that stands in one of two tables only."""
    old, new = set(_rows(before)), set(_rows(after))
    for row in sorted(old ^ new):
        dialect, case, word, server = row
        yield f"{server}: {word} {dialect} {case}: {'no longer' if row in old else 'new'}"


def text_of(table: Answers) -> str:
    """Return a table as JSON, a line for each case, everything in the order of its letters."""
    parts = []
    for dialect in sorted(table):
        lines = []
        for case, words in sorted(table[dialect].items()):
            row = {word: sorted(servers) for word, servers in sorted(words.items())}
            lines.append(f"  {json.dumps(case)}: {json.dumps(row)}")
        parts.append(f"{json.dumps(dialect)}: {{\n" + ",\n".join(lines) + "\n}")
    return "{\n" + ",\n".join(parts) + "\n}\n" if parts else "{}\n"


if __name__ == "__main__":
    main()
