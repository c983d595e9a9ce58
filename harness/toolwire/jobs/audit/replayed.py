"""An audit without a network: cassettes replayed, the rest from documentation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from toolwire.jobs.audit.compose import documented, offline
from toolwire.jobs.audit.plan import plan
from toolwire.jobs.audit.prompted import with_words
from toolwire.jobs.audit.selection import Selection, documented_absences, documented_only
from toolwire.jobs.lint.imported import imported_providers
from toolwire.model.observation import Observation

#: Passes the observations of cases on, as they come.
Watched = Callable[[Iterator[Observation]], Iterable[Observation]]


def replayed(
    chosen: Selection, folder: Path, watched: Watched = lambda seen: seen
) -> Iterator[Observation]:
    """Yield the observations of a selection, from cassettes as far as they go.

    Where nobody was named, what the other providers document as absent comes last, and of those
    of whom there is nothing else all that they document.

    Args:
        chosen: what is looked at.
        folder: cassettes.
        watched: what cases that are replayed pass through.
    """
    yield from watched(
        with_words(
            chosen.items, lambda items: offline(items, folder, chosen.unasked, chosen.listed)
        )
    )
    if not chosen.named and chosen.shard is None:
        yield from documented_absences(chosen)
        alone = documented_only(chosen, frozenset(imported_providers()))
        items = (item for item in plan(alone, chosen.requested) if not item.lacked)
        yield from documented(items, chosen.listed)
