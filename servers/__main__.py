"""`python -m servers`: run real servers and print one table."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import click

from servers.auditing import counts
from servers.cache import Cache, default_folder
from servers.run import Outcome, Run
from servers.table import RECIPES
from toolwire.model.observation import Verdict
from toolwire.transport.cassette.file import shipped_cassettes

_NAMES = tuple(recipe.name for recipe in RECIPES)
_FOLDER = click.Path(file_okay=False, path_type=Path)
_COLUMNS = {
    "conformant": (Verdict.CONFORMANT,),
    "deviating": (Verdict.FAILED, Verdict.NON_STRICT),
    "unsupported": (Verdict.UNSUPPORTED,),
    "inconclusive": (Verdict.INCONCLUSIVE,),
    "not run": (Verdict.NOT_RUN,),
}


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(_NAMES), metavar="[NAME]...")
@click.option(
    "--cassettes",
    type=_FOLDER,
    default=shipped_cassettes(),
    show_default=True,
    help="Folder to record into.",
)
@click.option(
    "--cache",
    type=_FOLDER,
    default=default_folder(os.environ),
    show_default=True,
    help="Folder of installed servers; also $TOOLWIRE_SERVERS.",
)
@click.option(
    "--against", type=_FOLDER, help="Folder of cassettes whose verdicts are to come again."
)
@click.option(
    "-s", "--suite", "suites", multiple=True, help="Suite id, to ask no other; all if none."
)
def main(
    names: tuple[str, ...],
    cassettes: Path,
    cache: Path,
    against: Path | None,
    suites: tuple[str, ...],
) -> None:
    """Install, start, audit and stop the servers NAME, or all, one after the other.

    Cassettes are recorded with level `recorded`. The exit code is 1 when a server is missing,
    a case was not run, or a verdict is not the one of --against.
    """
    # Ended from outside, what was started is ended too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    run = Run(
        RECIPES,
        Cache(cache.absolute()),
        cassettes.absolute(),
        against and against.absolute(),
        suites,
    )
    outcomes = list(run(names or _NAMES))
    click.echo("\n".join(table(outcomes)))
    sys.exit(0 if all(map(well, outcomes)) else 1)


def well(outcome: Outcome) -> bool:
    """Say whether a server was there, every case was run, and no verdict has changed."""
    not_run = counts(outcome.seen)[Verdict.NOT_RUN]
    return not outcome.missing and not outcome.drifted and not not_run


def table(outcomes: list[Outcome]) -> list[str]:
    """Return the lines that tell what came of the servers."""
    head = ("server", "version", "routes", *_COLUMNS, "time")
    rows = [head, *(_row(outcome) for outcome in outcomes if not outcome.missing)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
    lines += [f"DRIFT: {line}" for outcome in outcomes for line in outcome.drifted]
    return lines + [f"MISSING: {o.name}: {o.missing}" for o in outcomes if o.missing]


def _row(outcome: Outcome) -> tuple[str, ...]:
    seen = counts(outcome.seen)
    cells = [str(sum(seen[one] for one in verdicts)) for verdicts in _COLUMNS.values()]
    return (outcome.name, outcome.version, str(outcome.routes), *cells, f"{outcome.seconds:.0f} s")


if __name__ == "__main__":
    main()
