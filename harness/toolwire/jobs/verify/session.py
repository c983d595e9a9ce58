"""The audit of a server: every suite in both modes, its exchanges kept."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from toolwire.dialects.sharing import in_words
from toolwire.dialects.wire import BEARER
from toolwire.jobs.audit.budget import Budget
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.session import Session
from toolwire.jobs.verify.journal import VerifyJournal
from toolwire.jobs.verify.probing import Ask
from toolwire.jobs.verify.server import ServerOptions
from toolwire.jobs.verify.sighting import DialectSighting
from toolwire.model.exchange import Request, Response
from toolwire.model.observation import Observation
from toolwire.providers.deviations import KnownDeviation
from toolwire.providers.model import Target
from toolwire.transport.live.client import Client
from toolwire.transport.live.destination import Permission
from toolwire.transport.live.limits import AttemptLimits
from toolwire.transport.live.retry import Retry
from toolwire.transport.live.user_headers import NO_HEADERS, UserHeaders

#: Not the journal of an audit, which may be of an interrupted run that was paid for.
JOURNAL: Final = "verify.journal.jsonl"
#: A probe is not repeated: what it is answered is the answer, be it an error.
_ONCE = Retry(attempts=1)
_PROBE_LIMITS = AttemptLimits(first_byte=60.0, idle=30.0, total=90.0)


def probe_client(
    environ: Mapping[str, str],
    concurrency: int,
    permission: Permission | None = None,
    headers: UserHeaders = NO_HEADERS,
) -> Client:
    """Return a client for looking around: it asks once and waits less long."""
    return Client(
        environ,
        limits=_PROBE_LIMITS,
        retry=_ONCE,
        concurrency=concurrency,
        permission=permission,
        headers=headers,
    )


def sending(client: Client, journal: VerifyJournal) -> Ask:
    """Return what sends one request of a probe through an open client, and keeps its answer."""

    async def ask(target: Target, request: Request) -> Response:
        provider = target.provider
        why = f"probe {provider.dialect} {provider.auth_header} {provider.auth_scheme}"
        return await journal.send(client.live(target), request, why)

    return ask


def targets_of(server: ServerOptions, seen: Sequence[DialectSighting]) -> tuple[Target, ...]:
    """Return what is audited: each dialect, and where it refuses tools the target in words too."""
    routes = list(server.routes(seen))
    for one in seen:
        prompted = in_words(one.dialect)
        if prompted is not None and not one.tools:
            routes.append(server.target(prompted, one.base_url, BEARER, prompted))
    return tuple(routes)


async def observed(
    items: Sequence[Item], client: Client, folder: Path, concurrency: int, journal: VerifyJournal
) -> AsyncIterator[tuple[Observation, ...]]:
    """Run items at an open client and yield the observations of each case as it is done.

    Args:
        items: what to ask.
        client: asks.
        folder: gets the cassettes, below `cassettes`, in place of older ones of the same
            targets.
        concurrency: cases side by side.
        journal: the journal, and what it holds of these items.

    Raises:
        ToolwireError: the folder or the journal cannot be written.
    """
    cassettes = folder / "cassettes"
    for place in {(cassettes / item.cassette).parent for item in items}:
        # Of a case that is no longer asked nothing may stay; of other servers everything.
        shutil.rmtree(place, ignore_errors=True)
    recovered = journal.recovered
    session = Session(
        client, journal.journal, Budget(), KnownDeviation(()), cassettes, recovered=recovered
    )
    if recovered is not None:
        session.take_up(items)  # which makes the cassettes again
    async for unit in session.run(items, concurrency):
        yield unit
