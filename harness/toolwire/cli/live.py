"""The live half of `toolwire audit`: its options, and observations as they are made."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from toolwire import __version__
from toolwire.cli.folder import remove, under_way
from toolwire.cli.keys import allowed, destinations, tell
from toolwire.cli.screen.standard import ending
from toolwire.cli.screen.terminal import tell as tell_line
from toolwire.io.lists import grouped
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.price import refuse_unpriced
from toolwire.jobs.audit.prompted import RefusedNative, in_words
from toolwire.jobs.audit.selection import Selection
from toolwire.model.conversation import JsonObject
from toolwire.model.errors import NO_KEY, ToolwireError
from toolwire.model.observation import Observation

if TYPE_CHECKING:
    from toolwire.cli.run_journal import RunInFolder
    from toolwire.cli.screen.progress import Progress
    from toolwire.jobs.audit.budget import Budget
    from toolwire.jobs.audit.session import Session
    from toolwire.results import ModelList
    from toolwire.transport.live.client import Client
    from toolwire.transport.live.destination import Permission

_Units: TypeAlias = AsyncGenerator[tuple[Observation, ...], None]


@dataclass(frozen=True, slots=True)
class LiveOptions:
    """How to ask running endpoints.

    Attributes:
        live: ask at all; record: keep what is answered as cassettes, which asks too, and
            differs in nothing else.
        resume: go on with what an earlier run left in the output folder.
        concurrency: cases side by side; repeat: runs of each case.
        most_usd, most_requests: the budget; None for no limit.
        at: where the provider is asked instead of where its file says; None for there.
        key_env: variables that provider files of others may read.
        insecure_http: keys may go over plain http to other machines.
    """

    live: bool = False
    record: bool = False
    resume: bool = False
    concurrency: int = 8
    repeat: int = 1
    most_usd: float | None = None
    most_requests: int | None = None
    at: str | None = None
    key_env: tuple[str, ...] = ()
    insecure_http: bool = False

    @property
    def asking(self) -> bool:
        """Whether endpoints are asked."""
        return self.live or self.record

    @property
    def permission(self) -> Permission:
        """Return where keys may go.

        Raises:
            ToolwireError: --key-env is no name.
        """
        return allowed(self.key_env, insecure_http=self.insecure_http)

    def check(self, providers: tuple[str, ...]) -> None:
        """Refuse what makes no sense.

        Raises:
            ToolwireError: an option that only a live run has, or nobody named to be asked.
        """
        if not self.asking:
            # --key-env may come from the environment, and allows nothing where nothing is asked.
            default = asdict(_DEFAULTS) | {"key_env": self.key_env}
            used = [name for name, value in asdict(self).items() if value != default[name]]
            if used:
                word = used[0].replace("most_", "max-").replace("_", "-")
                raise ToolwireError(f"--{word} is for live runs", hint="add --live or --record")
        elif not providers:
            hint = "name who is to be asked with -p; `toolwire plan` tells what it costs"
            raise ToolwireError("a live run asks nobody by default", hint=hint)
        if self.at is not None:
            from toolwire.transport.live.access import place_of  # noqa: PLC0415 - lazy, as below

            place_of(self.at)

    def check_targets(self, items: Iterable[Item]) -> None:
        """Refuse to ask several providers in one place, or within a sum nobody can reckon.

        Raises:
            ToolwireError: only one provider can be at --at; --max-usd needs every price; a key
                must not go where it would.
        """
        items = tuple(items)
        refuse_unpriced(items, self.most_usd)
        names = sorted({item.target.provider.id for item in items})
        if self.at is not None and len(names) > 1:
            hint = f"one of {', '.join(names[:5])}, in as many of its routes as it answers"
            raise ToolwireError("--at is the place of one provider", hint=hint)
        if self.asking:
            going = destinations((item.target for item in items), self.at or "")
            tell(going, self.permission, quiet=True)


_DEFAULTS: Final = LiveOptions()


def run_identity(chosen: Selection, options: LiveOptions) -> JsonObject:
    """Return what a journal knows of its run: another run differs in some of it."""
    from toolwire.jobs.audit.session import digest  # noqa: PLC0415 - lazy, as below

    place = _place(options)
    return {
        "toolwire": __version__,
        "asked": digest(chosen.items),
        "record": options.record,
        "repeat": options.repeat,
        **({"at": place} if place else {}),
    }


def _place(options: LiveOptions) -> str:
    from toolwire.transport.live.access import place_of  # noqa: PLC0415 - lazy, as below

    return place_of(options.at) if options.at is not None else ""


def observed(
    run: RunInFolder,
    chosen: Selection,
    folder: Path,
    options: LiveOptions,
    *,
    quiet: bool,
    lists: list[ModelList] | None = None,
) -> Iterator[Observation]:
    """Run the selection live and yield every observation as its case is done.

    Args:
        run: with its journal, which is closed when all is asked; what is answered is kept in its
            folder, where it is not recorded.
        chosen: what is asked.
        folder: where cassettes go when they are recorded.
        options: how to ask.
        quiet: show no progress.
        lists: where to put what the providers' APIs list, when the last case is done.

    Raises:
        ToolwireError: the journal or a cassette cannot be written.
    """
    going = destinations((item.target for item in chosen.items), options.at or "")
    tell(going, options.permission, quiet=quiet)
    with asyncio.Runner() as runner:
        lists = [] if lists is None else lists
        units = _units(run, chosen, folder, options, lists, quiet=quiet)
        step = _Step()
        with ending(runner.get_loop(), step.stop):
            try:
                while (unit := runner.run(step.next(units))) is not None:
                    yield from unit
            finally:
                runner.get_loop().run_until_complete(units.aclose())


@dataclass(slots=True)
class _Step:
    """What is waited for at this moment, and whether it is to be waited for any longer."""

    task: asyncio.Task[tuple[Observation, ...] | None] | None = None
    stopped: bool = False

    def stop(self) -> None:
        """End what is waited for."""
        self.stopped = True
        if self.task is not None:
            self.task.cancel()

    async def next(self, units: _Units) -> tuple[Observation, ...] | None:
        """Return the next unit; None when there is none, or no more is wanted."""
        if self.stopped:
            return None
        self.task = asyncio.ensure_future(_next(units))
        await asyncio.wait([self.task])
        return None if self.task.cancelled() else self.task.result()


async def _next(units: _Units) -> tuple[Observation, ...] | None:
    return await anext(units, None)


async def _units(
    run: RunInFolder,
    chosen: Selection,
    folder: Path,
    options: LiveOptions,
    lists: list[ModelList],
    *,
    quiet: bool,
) -> _Units:
    # Lazy: the HTTP client takes longer to import than a replay takes to start.
    from toolwire.cli.screen.progress import Progress  # noqa: PLC0415
    from toolwire.jobs.audit.budget import Budget  # noqa: PLC0415
    from toolwire.jobs.audit.model_list import Listing  # noqa: PLC0415
    from toolwire.jobs.audit.session import Session  # noqa: PLC0415

    journal, recovered = run.journal, run.recovered
    if journal is None:
        return
    budget = Budget(options.most_usd, options.most_requests)
    client = _client(options, _place(options))
    listing = Listing(client, journal, budget, recovered)
    async with journal, client, listing:
        part = under_way(run.output)
        kept = folder if options.record else part
        session = Session(client, journal, budget, chosen.listed, kept, part, recovered)
        if recovered is not None:
            session.take_up((*chosen.items, *in_words(chosen.items)))
        else:
            remove(part.glob("*/*/*.yaml"))  # of a run whose journal was moved away
        if chosen.shard is None or chosen.shard.number == 1:
            listing.start(chosen.items)  # one part of a run asks for all
        totals = Counter(item.target.provider.id for item in chosen.items)
        retries = _retries(session)
        with Progress(totals, retries, _spent(chosen, budget), quiet=quiet) as progress:
            async for unit in _each(session, chosen, options, progress):
                progress.take(unit[0].provider, unit)
                yield unit
        lists.extend(await listing.answers())
    if not quiet:
        _tell(lists)


def _client(options: LiveOptions, place: str) -> Client:
    from toolwire.transport.live.client import Client  # noqa: PLC0415 - lazy, as above

    return Client(
        os.environ, concurrency=options.concurrency, place=place, permission=options.permission
    )


def _tell(lists: Iterable[ModelList]) -> None:
    """Say which providers did not tell their models, a line for each reason, and no more."""
    # Of whom there is no key all cases say so.
    unknown = (one for one in lists if not one.known and one.reason != NO_KEY)
    for reason, same in grouped(unknown, lambda one: one.reason).items():
        tell_line(
            f"{', '.join(one.provider for one in same)}: list of models not known: {reason}",
            err=True,
        )


async def _each(
    session: Session, chosen: Selection, options: LiveOptions, progress: Progress
) -> _Units:
    """Yield what is selected, and then in words what refuses tools."""
    refused = RefusedNative(chosen.items)
    async for unit in session.run(chosen.items, options.concurrency, options.repeat):
        refused.take(unit)
        yield unit
    later = refused.later()
    for item in later:
        progress.expect(item.target.provider.id, 1)
    async for unit in session.run(later, options.concurrency, options.repeat):
        yield unit


def _spent(chosen: Selection, budget: Budget) -> Callable[[str], float | None]:
    """Return what tells a provider's spend; None where a model of it has no known price."""
    unknown = {i.target.provider.id for i in chosen.items if i.target.model.price is None}
    return lambda name: None if name in unknown else budget.spent_by(name)


def _retries(session: Session) -> Callable[[str], int]:
    return lambda name: session.client.counts(name).retries
