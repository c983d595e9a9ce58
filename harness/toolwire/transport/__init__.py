"""How a request gets its response; every way shares one async interface."""

from __future__ import annotations

from typing import Protocol

from toolwire.model.errors import TrafficError
from toolwire.model.exchange import Evidence, Request, Response

__all__ = ["StaleCassetteError", "Transport"]


class Transport(Protocol):
    """Something that answers requests.

    One instance serves one case, so that a replayed conversation is told from its start.
    """

    @property
    def evidence(self) -> Evidence:
        """Return how we know what this transport answers."""
        ...

    async def send(self, request: Request) -> Response:
        """Answer one request.

        Raises:
            TrafficError: it could not be answered; the case is `not-run` with that reason.
        """
        ...


class StaleCassetteError(TrafficError):
    """The request now made is not in the cassette: what was recorded proves nothing."""
