"""Recording: a transport that keeps what passes through another one."""

from __future__ import annotations

from harness.exchange import Evidence, Request, Response
from harness.transport import Transport
from harness.transport.vcr_format import Pair

__all__ = ["Recorder"]


class Recorder:
    """Wraps a transport and collects its exchanges for a cassette.

    An exchange is collected only when it is whole: a request that raised leaves nothing.

    Args:
        inner: the transport that answers.

    Attributes:
        exchanges: what passed, in the order in which the responses were complete.
    """

    def __init__(self, inner: Transport) -> None:
        self._inner = inner
        self.exchanges: list[Pair] = []

    @property
    def evidence(self) -> Evidence:
        """Return the evidence of the transport that answers."""
        return self._inner.evidence

    async def send(self, request: Request) -> Response:
        """Pass the request on and keep the exchange; raises as the inner transport does."""
        response = await self._inner.send(request)
        self.exchanges.append((request, response))
        return response
