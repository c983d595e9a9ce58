"""What an audit looks at: shipped and own suites and providers, narrowed by name."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from toolwire.dialects.sharing import in_words
from toolwire.io.nearest import unknown
from toolwire.jobs.audit.beside.beside_suites import BESIDE_SUITES
from toolwire.jobs.audit.compose import documented
from toolwire.jobs.audit.plan import Item, plan
from toolwire.model.errors import ToolwireError
from toolwire.model.observation import Observation
from toolwire.model.shard import Shard
from toolwire.providers import Provider, Target, every_target, load_providers, targets
from toolwire.providers.deviations import KnownDeviation
from toolwire.providers.native import switched_off
from toolwire.providers.prompted import with_prompted
from toolwire.suites import Suite, load_suites
from toolwire.transport.cassette.file import target_folder


@dataclass(frozen=True, slots=True)
class Choice:
    """The targets that were selected, and the words that select those left out.

    `listed` are the known deviations of all providers there are to choose from, which are
    `known`; `unasked` are the names of targets that were named and have no cassette.
    """

    targets: tuple[Target, ...]
    listed: KnownDeviation
    left_out: tuple[str, ...] = ()
    unasked: tuple[str, ...] = ()
    known: tuple[Provider, ...] = ()


@dataclass(frozen=True, slots=True)
class Selection:
    """What was selected: items in order, the names that stand for them, and what is left out.

    Attributes:
        items: what is looked at.
        targets: whose items they are.
        providers: names of the providers (`id`, or `id.route`) of the items.
        suites: ids of the suites, the only ones to be shown.
        requested: the suites of the items, of all parts where `shard` is one of several.
        left_out: providers that nobody named and that have no cassette: the id where that
            is true of the whole provider, else `id.route`.
        shard: the part of the run that is looked at; None for all of it.
        listed: known deviations, of the user's own provider files and the shipped ones.
        unasked: names of the targets that were named and of which no server's bytes are there:
            nothing but documentation can answer for them.
        known: all providers there are to choose from.
        named: the words that named providers; () where every target with a cassette was taken.
        every_suite: ids of all suites there are to choose from.
    """

    items: tuple[Item, ...]
    targets: tuple[Target, ...]
    providers: tuple[str, ...]
    suites: tuple[str, ...]
    listed: KnownDeviation
    requested: tuple[Suite, ...]
    left_out: tuple[str, ...] = ()
    shard: Shard | None = None
    unasked: tuple[str, ...] = ()
    known: tuple[Provider, ...] = ()
    named: tuple[str, ...] = ()
    every_suite: tuple[str, ...] = ()


def select(
    providers: Iterable[str] = (),
    suites: Iterable[str] = (),
    *,
    suites_dir: Path | None = None,
    providers_dir: Path | None = None,
    cassettes: Path | None = None,
    shard: Shard | None = None,
    models: Iterable[str] = (),
) -> Selection:
    """Load suites and providers and plan the items.

    Args:
        providers: words such as `openai`, `openai/gpt-6-luna`, `openai/*` or
            `openai.openai-responses`; none for every target that has a cassette.
        suites: suite ids; none for all.
        suites_dir: folder of own suites, which come first; None for the shipped ones only.
        providers_dir: the same for provider files.
        cassettes: the folder whose targets are taken when none is named, and without which a
            target that is named is `unasked`; None for the first model of every provider.
        shard: the part of the items to be looked at, of which the others know nothing; None
            for all.
        models: see `select_targets`.

    Raises:
        ToolwireError: a name is not known (the nearest is told), or a file is not valid.
    """
    words = tuple(providers)
    choice = select_targets(words, providers_dir=providers_dir, cassettes=cassettes, models=models)
    loaded = load_suites(() if suites_dir is None else (suites_dir,))
    found = _narrow(loaded, tuple(suites))
    # The comparison of both modes needs the cases of the others.
    requested = loaded if all(suite.pairs for suite in found) else found
    items = plan(choice.targets, requested)
    if cassettes is not None:
        items = (*items, *_kept(choice.targets, requested, cassettes))
    return Selection(
        items if shard is None else tuple(item for item in items if shard.holds(item.unit)),
        choice.targets,
        tuple(dict.fromkeys(target.provider.name for target in choice.targets)),
        tuple(suite.id for suite in found),
        choice.listed,
        requested,
        choice.left_out,
        shard,
        choice.unasked,
        choice.known,
        words,
        tuple(suite.id for suite in loaded),
    )


def _kept(
    targets: tuple[Target, ...], suites: tuple[Suite, ...], cassettes: Path
) -> Iterator[Item]:
    """Yield what `verify` asked targets beside the suites, and whose answers a folder keeps."""
    for beside in BESIDE_SUITES:
        yield from beside.kept(targets, suites, cassettes)


def select_targets(
    providers: Iterable[str] = (),
    *,
    providers_dir: Path | None = None,
    cassettes: Path | None = None,
    models: Iterable[str] = (),
) -> Choice:
    """Load providers and return the targets of those that are named.

    When none is named: the targets that have a cassette in the folder. Nobody asked for the
    others, and not having looked at them is no result; they are returned as left out, to be
    told. When no target at all has a cassette, or no folder is given, nothing is left out:
    the first model of every provider, so that an empty folder is not a clean run. Of those that
    are named, the ones without a cassette are told as unasked. Behind a target whose
    native tools are switched off (also by the environment) stands its target in words.

    Args:
        providers: see `select`.
        providers_dir: see `select`.
        cassettes: see `select`.
        models: models of each provider that is named, in place of its first.

    Raises:
        ToolwireError: a name is not known (the nearest is told), or a file is not valid.
    """
    own = () if providers_dir is None else (providers_dir,)
    known = switched_off(load_providers(own), os.environ)
    words = _with_models(known, tuple(providers), tuple(models))
    listed = KnownDeviation(known)
    if words or cassettes is None:
        named = with_prompted(targets(known, words), in_words)
        there = named if cassettes is None else _there(named, cassettes)
        # A target in words is as much there as the target that it stands behind.
        recorded = {(target.provider.id, target.model.id) for target in there}
        unasked = tuple(t.name for t in named if (t.provider.id, t.model.id) not in recorded)
        return Choice(named, listed, unasked=unasked, known=known)
    every = every_target(known)
    there = _there(every, cassettes)
    if not there:
        return Choice(with_prompted(targets(known), in_words), listed, known=known)
    left_out = tuple(dict.fromkeys(_left_out(every, there)))
    return Choice(with_prompted(there, in_words), listed, left_out, known=known)


def documented_only(
    chosen: Selection, elsewhere: AbstractSet[str] = frozenset()
) -> tuple[Target, ...]:
    """Return the targets of which a run without names has nothing but documentation.

    Args:
        chosen: a selection that named nobody.
        elsewhere: ids of the providers that are known from elsewhere, such as imported traffic;
            empty where nothing was looked for, and then nobody is returned: providers without
            cassettes are left out, which one line tells.

    Returns:
        The first target of every provider that has neither a cassette nor is known from
        elsewhere, in the order of the ids.
    """
    if not elsewhere:
        return ()
    known = {item.target.provider.id for item in chosen.items} | elsewhere
    return tuple(t for t in targets(chosen.known) if t.provider.id not in known)


def documented_absences(chosen: Selection) -> Iterator[Observation]:
    """Yield what the providers nobody asked document as absent: no exchange is made.

    One observation, `unsupported`, of each case of the selected suites that the first target of
    a provider without items lacks, by its own documentation or for want of words in its format.
    """
    requested = {item.target.provider.id for item in chosen.items}
    others = (t for t in targets(chosen.known) if t.provider.id not in requested)
    absent = (item for item in plan(others, chosen.requested) if item.lacked)
    seen = documented(absent, chosen.listed)
    return (one for one in seen if one.suite in chosen.suites)


def _there(every: Iterable[Target], cassettes: Path) -> tuple[Target, ...]:
    return tuple(
        target
        for target in every
        if (cassettes / target_folder(target.provider.name, target.model.id)).is_dir()
    )


def _with_models(
    known: Iterable[Provider], words: tuple[str, ...], models: tuple[str, ...]
) -> tuple[str, ...]:
    """Return words that name each model of each provider that is named."""
    if not models:
        return words
    if not words:
        raise ToolwireError("--model needs a provider", hint="name whose model it is with -p")
    both = next((word for word in words if "/" in word), None)
    if both is not None:
        raise ToolwireError(f"-p {both} names a model, and so does --model", hint="use one of them")
    names = [route.name for provider in known for route in provider.routes]
    found = [[name for name in names if fnmatchcase(name, word)] or [word] for word in words]
    return tuple(f"{name}/{model}" for some in found for name in some for model in models)


def _left_out(every: tuple[Target, ...], there: tuple[Target, ...]) -> Iterator[str]:
    routes = {target.provider.name for target in there}
    providers = {target.provider.id for target in there}
    for provider in (target.provider for target in every):
        if provider.name not in routes:
            yield provider.name if provider.id in providers else provider.id


def _narrow(known: Iterable[Suite], names: tuple[str, ...]) -> tuple[Suite, ...]:
    by_id = {suite.id: suite for suite in known}
    for name in names:
        if name not in by_id:
            raise unknown("suite", name, by_id)
    return tuple(suite for suite in by_id.values() if not names or suite.id in names)
