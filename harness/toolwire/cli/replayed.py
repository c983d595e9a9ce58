"""An audit without a network: cassettes replayed, the rest from documentation, with progress."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import click

from toolwire.cli.screen.table import many
from toolwire.jobs.audit import offline
from toolwire.jobs.audit.compose import documented
from toolwire.jobs.audit.lanes import with_words
from toolwire.jobs.audit.plan import Item, plan
from toolwire.jobs.audit.selection import Selection, documented_absences, documented_only
from toolwire.jobs.lint.imported import imported_providers
from toolwire.model.observation import Observation
from toolwire.suites.model import PAIRS

__all__ = ["replayed"]

#: Seconds between two words about how far it is, on a terminal and elsewhere.
_OFTEN: Final = 0.2
_RARELY: Final = 5.0


def replayed(chosen: Selection, folder: Path, *, quiet: bool) -> Iterator[Observation]:
    """Yield the observations of a selection, from cassettes as far as they go.

    Where nobody was named, what the other providers document as absent comes last, and of those
    of whom there is nothing else all that they document.

    Args:
        chosen: what is looked at.
        folder: cassettes.
        quiet: show no progress.
    """
    every = with_words(
        chosen.items, lambda items: offline(items, folder, chosen.unasked, chosen.listed)
    )
    yield from every if quiet else _told(every, chosen.items)
    if not chosen.named and chosen.shard is None:
        yield from documented_absences(chosen)
        alone = documented_only(chosen, frozenset(imported_providers()))
        items = (item for item in plan(alone, chosen.asked) if not item.lacked)
        yield from documented(items, chosen.listed)


def _told(every: Iterable[Observation], items: tuple[Item, ...]) -> Iterator[Observation]:
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
