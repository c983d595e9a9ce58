"""Recording: a transport that keeps what passes through another one.

What is kept belongs to one case, whose recorder it is: nothing is patched and nothing is shared,
so that cases that run at the same time cannot mix.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from toolwire.io.secrets.known import NOTHING, Known
from toolwire.model.exchange import Evidence, EvidenceLevel, Request, Response
from toolwire.transport import Transport
from toolwire.transport.cassette.file import Provenance, put, request_key, save
from toolwire.transport.cassette.vcr_format import Pair
from toolwire.transport.journal.entry import ExchangeEntry
from toolwire.transport.journal.file import Journal
from toolwire.transport.scrub.exchange import scrub
from toolwire.transport.worker_thread import in_thread_if_large

_NO_RESPONSE = Response(200, (), b"")


@dataclass(frozen=True, slots=True)
class RecorderConfig:
    """How the exchanges of one item are kept while it runs live.

    Attributes:
        journal: where each goes before its answer is used.
        item: id of the item.
        run: which of several runs of the item this is, from 1.
        known: values that must not be written; see `Live.access`.
        kept: what an interrupted run left of this item. It is answered from that as long as
            it asks the same, and never paid for again.
        source: what evidence names: the file that keeps what was answered, below the folder of
            such files, which is the same word as its cassette's; "" for the endpoint.
    """

    journal: Journal
    item: str
    run: int = 1
    known: Known = NOTHING
    kept: tuple[ExchangeEntry, ...] = ()
    source: str = ""


def recorded(endpoint: str, exchanges: Sequence[Pair], kept: Sequence[ExchangeEntry]) -> Provenance:
    """Return the header of a cassette of live exchanges and the lines that kept them."""
    return Provenance(
        EvidenceLevel.RECORDED,
        kept[0].at if kept else None,
        endpoint,
        next((r.header("server") for _, r in exchanges if r.header("server")), None),
        scrubbed=tuple({name for one in kept for name in one.scrubbed}),
    )


class Recorder:
    """Wraps a transport and collects its exchanges for a cassette.

    An exchange is collected only when it is whole: a request that raised leaves nothing. With
    a configuration, what is collected is scrubbed, and on disk before `send` returns.

    Args:
        inner: the transport that answers.
        config: how to keep a live case; None to collect only.

    Attributes:
        exchanges: what passed, in the order in which the responses were complete.
    """

    def __init__(self, inner: Transport, config: RecorderConfig | None = None) -> None:
        self._inner = inner
        self._config = config
        self._earlier = (
            [] if config is None else [old for old in config.kept if old.run == config.run]
        )
        self._done: list[ExchangeEntry] = []
        self.exchanges: list[Pair] = []

    @property
    def run(self) -> int:
        """Return which run of the item this is in the journal, from 1."""
        return 1 if self._config is None else self._config.run

    @property
    def evidence(self) -> Evidence:
        """Return the evidence of the transport that answers."""
        evidence = self._inner.evidence
        if self._config is None:
            return evidence
        source = self._config.source or evidence.source
        # The first, as the header of the cassette has it: a replay says the same of its age.
        answered_at = self._done[0].at if self._done else evidence.recorded_at
        return replace(evidence, source=source, recorded_at=answered_at)

    async def send(self, request: Request) -> Response:
        """Pass the request on and keep the exchange.

        Raises:
            TrafficError: as the inner transport does.
            ToolwireError: the journal cannot be written; nothing is asked then.
        """
        if self._config is None:
            response = await self._inner.send(request)
            self.exchanges.append((request, response))
            return response
        return self._again(request) or await self._journaled(request, self._config)

    def _again(self, request: Request) -> Response | None:
        """Return what an interrupted run was answered; None when it asked something else."""
        if not self._earlier:
            return None
        old = self._earlier.pop(0)
        if request_key(old.pair[0]) != request_key(request):
            self._earlier.clear()
            return None
        self._note(old.without_bodies(), old.pair)
        return old.pair[1]

    async def _journaled(self, request: Request, config: RecorderConfig) -> Response:
        config.journal.check()
        pair = await self._scrubbed(request, await self._inner.send(request), config.known)
        step = len(self.exchanges) + 1
        kept = ExchangeEntry.of(config.item, config.run, step, pair, cassette=config.source)
        await config.journal.exchange(kept)
        self._note(kept.without_bodies(), pair)
        return pair[1]

    @staticmethod
    async def _scrubbed(request: Request, response: Response, known: Known) -> Pair:
        if response.scrubbed is not None:
            # The transport has looked at the answer, and the request is made of such answers.
            done = scrub(request, _NO_RESPONSE, known)
            names = tuple(sorted(done.names.union(response.scrubbed)))
            return done.request, replace(response, scrubbed=names)
        size = len(request.body) + len(response.body)
        done = await in_thread_if_large(size, partial(scrub, request, response, known))
        names, stand_ins = tuple(sorted(done.names)), bool(done.stood_for)
        return done.request, replace(done.response, scrubbed=names, stand_ins=stand_ins)

    def _note(self, kept: ExchangeEntry, pair: Pair) -> None:
        self._done.append(kept)
        self.exchanges.append(pair)

    def provenance(self, endpoint: str) -> Provenance:
        """Return the header of the cassette of what was recorded.

        Args:
            endpoint: host that answered, as cassettes name it.
        """
        return recorded(endpoint, self.exchanges, self._done)

    async def save(self, path: Path, endpoint: str) -> str | None:
        """Write the cassette and return its SHA-256, hex; without any exchange there is none.

        With a configuration the journal is what survives a loss of power; the cassette is whole or not
        there, and `restore` makes it again.

        Args:
            path: the file.
            endpoint: see `provenance`.

        Raises:
            ToolwireError: something secret is left in it, or it cannot be written.
        """
        if not self.exchanges:
            return None
        write = partial(put, path, tuple(self.exchanges), self.provenance(endpoint))
        if self._config is None:
            return await asyncio.to_thread(save, *write.args)
        # A quarter of a millisecond if small; in a thread it would be twice that, spent on who
        # may run.
        return await in_thread_if_large(
            self._size(), partial(write, self._config.known, durable=False)
        )

    def _size(self) -> int:
        return sum(len(request.body) + len(answer.body) for request, answer in self.exchanges)
