"""The reference responder as a transport: answers in process, as the vendor documents."""

from __future__ import annotations

from harness.dialects import Dialect, Refusal
from harness.dialects.body import sent_of
from harness.dialects.dialect import Answer
from harness.dialects.reference import answer
from harness.dialects.refusal import refusal_of_body
from harness.exchange import Evidence, EvidenceLevel, Request, Response

__all__ = ["Reference"]

_UNREADABLE = Refusal(400, "invalid_request", "The request body could not be read.")


class Reference:
    """A correct server of one dialect, without a socket.

    Args:
        dialect: the wire format it speaks.
        recorded_at: ISO date the documentation it follows was read; None when not known.
    """

    def __init__(self, dialect: Dialect, recorded_at: str | None = None) -> None:
        self._dialect = dialect
        self._recorded_at = recorded_at

    @property
    def evidence(self) -> Evidence:
        """Return `documented`: it proves the harness, never a provider."""
        source = f"reference responder: {self._dialect.name}"
        return Evidence(EvidenceLevel.DOCUMENTED, source, self._recorded_at)

    async def send(self, request: Request) -> Response:
        """Answer as a server would that does what its documentation says."""
        asked = self._dialect.read_request(request)
        refused = refusal_of_body(self._dialect.name, sent_of(request))
        if asked is None or refused is not None:
            return self._dialect.respond(request, Answer(refusal=refused or _UNREADABLE))
        return self._dialect.respond(request, answer(asked))
