"""Recording while tests run: providers are asked one case after the other, within one budget.

As in vcrpy, `once` asks where there is no cassette, and `all` asks anew. The rules are those of
`toolwire audit --record`: who is asked is named, a limit is given, keys go where the provider's
file says and nowhere else, and what is kept is scrubbed first.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from toolwire.cli.keys import allowed, destinations
from toolwire.cli.options import ALLOWED
from toolwire.jobs.audit.budget import Budget
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.price import refuse_unpriced
from toolwire.jobs.audit.session import Session
from toolwire.model.errors import ToolwireError
from toolwire.model.observation import Observation, Verdict
from toolwire.providers.deviations import KnownDeviation
from toolwire.pytest_plugin.settings import Settings
from toolwire.transport.journal.file import Journal
from toolwire.transport.live.client import Client
from toolwire.transport.live.destination import check_destinations, origins

_ALL = "all"


def refuse_recording(config: pytest.Config, settings: Settings) -> None:
    """Refuse to record without somebody to ask, a limit or a folder, or where it must not be.

    Raises:
        UsageError: says what is missing.
    """
    missing = {
        "name who is asked with --toolwire-provider": not settings.names,
        "name a folder of your own with --toolwire-cassettes": settings.own_cassettes is None,
        "give a limit: --toolwire-max-usd or --toolwire-max-requests": (
            settings.most_usd is None and settings.most_requests is None
        ),
        "leave -n out: processes cannot share a budget": (
            config.getoption("dist", "no") != "no" or hasattr(config, "workerinput")
        ),
        "leave --block-network out": bool(config.getoption("--block-network", default=False)),
    }
    for what, is_missing in missing.items():
        if is_missing:
            mode = f"--toolwire-record-mode={settings.record}"
            raise pytest.UsageError(f"toolwire: {mode} asks providers: {what}")


class Recording:
    """What one test session asks: one client, one budget, one event loop.

    Args:
        settings: of the run; with a mode that records.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._permission = allowed(
            (*settings.key_env, *os.environ.get(ALLOWED, "").split()),
            insecure_http=False,
        )
        self._budget = Budget(settings.most_usd, settings.most_requests)
        self._asked: set[str] = set()
        self._runner: asyncio.Runner | None = None
        self._open = AsyncExitStack()
        self._client: Client | None = None
        self._journal: Journal | None = None

    def going(self, items: Iterable[Item]) -> Iterator[str]:
        """Yield where the keys go that are needed, a line each, before anything is asked.

        Raises:
            ToolwireError: a key must not go there, or a price that the limit needs is not known.
        """
        due = [item for item in items if self._due(item)]
        refuse_unpriced(due, self._settings.most_usd)
        found = destinations(item.target for item in due)
        check_destinations(found, self._permission)
        yield from origins(found)

    def look(self, items: Iterable[Item], listed: KnownDeviation) -> Observation | None:
        """Ask what is due of some items, and keep it; None where cassettes say it all.

        Returns:
            What was seen of a single item, or of the first that could not be looked at.

        Raises:
            ToolwireError: what was answered cannot be written.
        """
        every = tuple(items)
        seen = None
        for item in every:
            if self._due(item):
                seen = self._ask(item, listed)
                if seen.verdict is Verdict.NOT_RUN:
                    return seen
        return seen if len(every) == 1 else None

    def close(self) -> None:
        """Close what was opened, and forget the journal: the cassettes are what is kept."""
        if self._runner is not None:
            with self._runner:
                self._runner.run(self._open.aclose())
            self._runner = None

    def _due(self, item: Item) -> bool:
        path = self._settings.cassettes / item.cassette
        anew = self._settings.record == _ALL and str(item.cassette) not in self._asked
        return item.absent is None and (anew or not path.is_file())

    def _ask(self, item: Item, listed: KnownDeviation) -> Observation:
        if self._runner is None:
            self._runner = asyncio.Runner()
            self._runner.run(self._begin())
        self._asked.add(str(item.cassette))
        return self._runner.run(self._answered(item, listed))

    async def _begin(self) -> None:
        folder = self._open.enter_context(tempfile.TemporaryDirectory(prefix="toolwire-"))
        journal = Journal.create(Path(folder) / "journal.jsonl", {})
        self._journal = await self._open.enter_async_context(journal)
        client = Client(os.environ, permission=self._permission)
        self._client = await self._open.enter_async_context(client)

    async def _answered(self, item: Item, listed: KnownDeviation) -> Observation:
        if self._client is None or self._journal is None:
            raise ToolwireError("the recording is closed")
        session = Session(
            self._client, self._journal, self._budget, listed, self._settings.cassettes
        )
        units = [unit async for unit in session.run((item,), 1)]
        return units[-1][-1]
