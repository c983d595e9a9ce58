"""What the commands look at: shipped and own suites and providers, narrowed by name."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from harness.audit.plan import Item, plan
from harness.declarative import nearest
from harness.errors import ToolwireError
from harness.exchange import Mode
from harness.providers import Target, every_target, load_providers, targets
from harness.providers.deviations import Listed
from harness.providers.lane import with_lanes
from harness.providers.native import switched_off
from harness.shard import Shard
from harness.suites import Suite, load_suites
from harness.transport.cassette import cassette_path

__all__ = ["Choice", "Selection", "select", "select_targets", "shard_option"]


def _shard(_context: click.Context, _option: click.Parameter, value: str | None) -> Shard | None:
    shard = None if value is None else Shard.parse(value)
    # The only part of a run is the run.
    return None if shard is None or shard.of == 1 else shard


shard_option = click.option(
    "--shard",
    metavar="I/N",
    callback=_shard,
    help="Only part I of N; `toolwire report` makes one run of all parts.",
)


@dataclass(frozen=True, slots=True)
class Choice:
    """The targets that were selected, and the words that select those left out.

    `listed` are the known deviations of all providers there are to choose from.
    """

    targets: tuple[Target, ...]
    listed: Listed
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Selection:
    """What was selected: items in order, the names that stand for them, and what is left out.

    Attributes:
        items: what is looked at.
        providers: names of the providers (`id`, or `id.route`) of the items.
        suites: ids of the suites, the only ones to be shown.
        asked: the suites of the items, of all parts where `shard` is one of several.
        left_out: providers that nobody named and that have no cassette: the id where that
            is true of the whole provider, else `id.route`.
        shard: the part of the run that is looked at; None for all of it.
        listed: known deviations, of the user's own provider files and the shipped ones.
    """

    items: tuple[Item, ...]
    providers: tuple[str, ...]
    suites: tuple[str, ...]
    listed: Listed
    asked: tuple[Suite, ...]
    left_out: tuple[str, ...] = ()
    shard: Shard | None = None


def select(
    providers: Iterable[str] = (),
    suites: Iterable[str] = (),
    *,
    suites_dir: Path | None = None,
    providers_dir: Path | None = None,
    cassettes: Path | None = None,
    shard: Shard | None = None,
) -> Selection:
    """Load suites and providers and plan the items.

    Args:
        providers: words such as `openai`, `openai/gpt-6-luna`, `openai/*` or
            `openai.openai-responses`; none for every target that has a cassette.
        suites: suite ids; none for all.
        suites_dir: folder of own suites, which come first; None for the shipped ones only.
        providers_dir: the same for provider files.
        cassettes: the folder whose targets are taken when none is named; None for the first
            model of every provider.
        shard: the part of the items to be looked at, of which the others know nothing; None
            for all.

    Raises:
        ToolwireError: a name is not known (the nearest is told), or a file is not valid.
    """
    choice = select_targets(providers, providers_dir=providers_dir, cassettes=cassettes)
    loaded = load_suites(() if suites_dir is None else (suites_dir,))
    found = _narrow(loaded, tuple(suites))
    # The comparison of both modes needs the cases of the others.
    asked = loaded if all(suite.pairs for suite in found) else found
    items = plan(choice.targets, asked)
    return Selection(
        items if shard is None else tuple(item for item in items if shard.holds(item.unit)),
        tuple(dict.fromkeys(target.provider.name for target in choice.targets)),
        tuple(suite.id for suite in found),
        choice.listed,
        asked,
        choice.left_out,
        shard,
    )


def select_targets(
    providers: Iterable[str] = (),
    *,
    providers_dir: Path | None = None,
    cassettes: Path | None = None,
) -> Choice:
    """Load providers and return the targets of those that are named.

    When none is named: the targets that have a cassette in the folder. Nobody asked for the
    others, and not having looked at them is no result; they are returned as left out, to be
    told. When no target at all has a cassette, or no folder is given, nothing is left out:
    the first model of every provider, so that an empty folder is not a clean run. Behind a target
    whose native tools are switched off (also by the environment) stands its lane in words.

    Raises:
        ToolwireError: a name is not known (the nearest is told), or a file is not valid.
    """
    words = tuple(providers)
    own = () if providers_dir is None else (providers_dir,)
    known = switched_off(load_providers(own), os.environ)
    listed = Listed(known)
    if words or cassettes is None:
        return Choice(with_lanes(targets(known, words)), listed)
    every = every_target(known)
    there = tuple(t for t in every if (cassettes / _folder(t)).is_dir())
    if not there:
        return Choice(with_lanes(targets(known)), listed)
    return Choice(with_lanes(there), listed, tuple(dict.fromkeys(_left_out(every, there))))


def _left_out(every: tuple[Target, ...], there: tuple[Target, ...]) -> Iterator[str]:
    routes = {target.provider.name for target in there}
    providers = {target.provider.id for target in there}
    for provider in (target.provider for target in every):
        if provider.name not in routes:
            yield provider.name if provider.id in providers else provider.id


def _folder(target: Target) -> Path:
    return Path(cassette_path(target.provider.name, target.model.id, "any", Mode.BLOCKING)).parent


def _narrow(known: Iterable[Suite], names: tuple[str, ...]) -> tuple[Suite, ...]:
    by_id = {suite.id: suite for suite in known}
    for name in names:
        if name not in by_id:
            raise ToolwireError(f"no suite {name!r}", hint=nearest(name, by_id))
    return tuple(suite for suite in by_id.values() if not names or suite.id in names)
