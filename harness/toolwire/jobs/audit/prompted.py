"""What is asked in words because a target takes no native tools.

That a target refuses tools is known when a case has found it out. Its cases are then asked
again in words, all of them, when the others are through: the same cases of the same part of the
run, so that parts come to what the whole comes to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from toolwire.dialects.sharing import in_words as dialect_in_words
from toolwire.jobs.audit.judge import refuses_tools
from toolwire.jobs.audit.plan import Item
from toolwire.model.observation import Observation
from toolwire.providers.model import Target
from toolwire.providers.prompted import prompted_target
from toolwire.transport.cassette.file import target_folder


def in_words(items: Iterable[Item]) -> tuple[Item, ...]:
    """Return the items that ask the same in words, of targets that have such a one."""
    pairs = ((item, _in_words(item.target)) for item in items)
    return tuple(replace(item, target=target) for item, target in pairs if target is not None)


def _in_words(target: Target) -> Target | None:
    return prompted_target(target, dialect_in_words)


class RefusedNative:
    """Takes the observations of a run, and tells what is left to ask in words.

    Args:
        items: of the run.
    """

    def __init__(self, items: Iterable[Item]) -> None:
        self._items = tuple(items)
        self._refusing: set[tuple[str, str, str]] = set()

    def take(self, observations: Iterable[Observation]) -> None:
        """Note of which targets these show that they take no tools."""
        for seen in observations:
            if dialect_in_words(seen.dialect) and refuses_tools(seen):
                self._refusing.add((seen.provider, seen.dialect, seen.model))

    def later(self) -> tuple[Item, ...]:
        """Return what is to be asked in words, and was not asked in any case."""
        planned = {item.id for item in self._items}
        refused = (item for item in self._items if self._refuses(item.target))
        return tuple(item for item in in_words(refused) if item.id not in planned)

    def _refuses(self, target: Target) -> bool:
        provider = target.provider
        return (provider.id, provider.dialect, target.model.id) in self._refusing


def with_words(
    items: Iterable[Item], run: Callable[[tuple[Item, ...]], Iterator[Observation]]
) -> Iterator[Observation]:
    """Run items, and then in words those of targets that refuse tools.

    Args:
        items: what is asked first.
        run: runs items and yields what came of each.
    """
    first = tuple(items)
    refused = RefusedNative(first)
    for seen in run(first):
        refused.take((seen,))
        yield seen
    yield from run(refused.later())


def recorded_prompted(targets: Iterable[Target], cassettes: Path) -> Iterator[Target]:
    """Yield the targets in words that a folder of cassettes has, of these targets; no target itself."""
    known = tuple(targets)
    names = {target.name for target in known}
    for prompted in filter(None, map(_in_words, known)):
        place = target_folder(prompted.provider.name, prompted.model.id)
        if prompted.name not in names and (cassettes / place).is_dir():
            yield prompted
