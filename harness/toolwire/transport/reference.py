"""The reference responder as a transport: answers in process, as a vendor documents."""

from __future__ import annotations

from dataclasses import replace

from toolwire.dialects import Dialect, Refusal
from toolwire.dialects.body import sent_of
from toolwire.dialects.dialect import Answer
from toolwire.dialects.ending import ended, limited
from toolwire.dialects.reference import answer
from toolwire.dialects.refusal import refusal_of_body
from toolwire.dialects.voice import USUAL, Voice
from toolwire.model.exchange import Evidence, EvidenceLevel, Request, Response

_UNREADABLE = Refusal(400, "invalid_request", "The request body could not be read.")


class Reference:
    """A correct server of one dialect, without a socket.

    Args:
        dialect: the wire format it speaks.
        voice: how the vendor whose answers these are writes what the format leaves open; that
            of the format's own vendor if nothing is said.
        evidence: whence that is known; where nobody's documentation is followed, it says so.

    Attributes:
        thought: whether an answer held reasoning.
    """

    def __init__(
        self, dialect: Dialect, voice: Voice = USUAL, evidence: Evidence | None = None
    ) -> None:
        self._dialect = dialect
        self._voice = voice
        source = f"reference responder: {dialect.name}"
        self._evidence = evidence or Evidence(EvidenceLevel.DOCUMENTED, source)
        self.thought = False

    @property
    def evidence(self) -> Evidence:
        """Return `documented`: it proves the harness, never a provider."""
        return self._evidence

    async def send(self, request: Request) -> Response:
        """Answer as a server would that does what its documentation says."""
        reply = self._answer(request)
        self.thought = self.thought or reply.reasoning is not None
        calls = reply.calls[: self._voice.most_calls]
        return self._dialect.respond(request, replace(reply, calls=calls, voice=self._voice))

    def _answer(self, request: Request) -> Answer:
        conversation = self._dialect.read_request(request)
        refused = refusal_of_body(self._dialect.name, sent_of(request))
        if conversation is None or refused is not None:
            return Answer(refusal=refused or _UNREADABLE)
        sent = sent_of(request)
        return limited(ended(answer(conversation), self._dialect, sent), self._dialect, sent)
