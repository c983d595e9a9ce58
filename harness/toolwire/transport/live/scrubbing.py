"""The live transport as everybody else sees it: no answer leaves it with a secret in it.

Who judges, keeps or prints an answer sees what a cassette of it will hold, so that a run and its
replay see the same bytes. A server may know its own ids and signatures only as it sent them: what
stands for them is put back into the next request of the conversation, just before it is sent.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Protocol

from toolwire.model.exchange import Evidence, Request, Response
from toolwire.transport import Transport
from toolwire.transport.live.access import Access
from toolwire.transport.scrub.exchange import scrub
from toolwire.transport.worker_thread import in_thread_if_large

#: Shorter stand-ins could stand in a text by chance.
_SHORTEST = 8


class Originals:
    """What the stand-ins of one conversation stand for; in memory only, and told to nobody."""

    def __init__(self) -> None:
        self._known: dict[bytes, bytes] = {}

    def learn(self, stood_for: Iterable[tuple[bytes, bytes]]) -> None:
        """Take note of stand-ins; of two for which the same one stands neither is known."""
        for stand_in, original in stood_for:
            if (
                len(stand_in) >= _SHORTEST
                and self._known.setdefault(stand_in, original) != original
            ):
                self._known[stand_in] = stand_in

    def put_back(self, request: Request) -> Request:
        """Return a request as the server knows it."""
        body = request.body
        # The longest first: a stand-in may be the beginning of another.
        for stand_in in sorted(self._known, key=len, reverse=True):
            body = body.replace(stand_in, self._known[stand_in])
        return request if body == request.body else replace(request, body=body)

    def stand_in(self, text: str) -> bool:
        """Say whether something in a text stands for a secret."""
        raw = text.encode("utf-8", "surrogatepass")
        return any(stand_in in raw for stand_in in self._known)


class _Asking(Transport, Protocol):
    @property
    def access(self) -> Access: ...


class Scrubbing:
    """Asks through the live transport of one case.

    Attributes:
        originals: of the conversation so far.
    """

    def __init__(self, inner: _Asking) -> None:
        self._inner = inner
        self.originals = Originals()

    @property
    def access(self) -> Access:
        """Return what opens the endpoint."""
        return self._inner.access

    @property
    def evidence(self) -> Evidence:
        """Return the evidence of the transport that asks."""
        return self._inner.evidence

    async def send(self, request: Request) -> Response:
        """Ask, and return what may be kept of the answer.

        Raises:
            TrafficError: as the live transport does.
        """
        answer = await self._inner.send(self.originals.put_back(request))
        work = partial(scrub, request, answer, self.access.known)
        done = await in_thread_if_large(len(answer.body), work)
        self.originals.learn(done.stood_for)
        names = tuple(sorted(done.names))
        return replace(done.response, scrubbed=names, stand_ins=bool(done.stood_for))
