"""How far the replay of an audit is, told while it goes on."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import Final

import click

from toolwire.cli.screen.table import many
from toolwire.jobs.audit.plan import Item
from toolwire.model.observation import Observation
from toolwire.suites.model import PAIRS

#: Seconds between two words about how far it is, on a terminal and elsewhere.
_OFTEN: Final = 0.2
_RARELY: Final = 5.0


def replaying(every: Iterable[Observation], items: tuple[Item, ...]) -> Iterator[Observation]:
    """Pass observations on, and tell on standard error how far it is."""
    targets = len({item.target.name for item in items})
    total, done, last = len(items), 0, time.monotonic()
    click.echo(f"replaying {many(total, 'case')} of {many(targets, 'target')} ...", err=True)
    terminal = sys.stderr.isatty()
    for seen in every:
        done += seen.suite != PAIRS
        now = time.monotonic()
        if now - last >= (_OFTEN if terminal else _RARELY):
            last = now
            end = "\r" if terminal else "\n"
            click.echo(f"{done:,} of {total:,} cases{end}", err=True, nl=False)
        yield seen
