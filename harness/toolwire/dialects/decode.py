"""Exchange to reading: the way that all formats share, from the bytes to a `Reading`.

The framing of the response decides how it is read, not what the request asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Final

from toolwire.dialects.body import read_body, sent_of
from toolwire.dialects.events import Frames, Reader, as_sent
from toolwire.dialects.fold import Fold
from toolwire.model.conversation import Conversation, Json, JsonObject
from toolwire.model.exchange import Exchange, Mode, Request, Response
from toolwire.model.reply import ABSENT, Absent, Reading, Unread, WireError

#: For `Decoding.error_alone`: a body is read whatever error it tells of, or never beside one.
NEVER: Final = inf
ALWAYS: Final = -inf


def no_object(problem: str | None) -> Fold:
    """Read a blocking body that is no object: it is cut off, and noted."""
    return Fold(unread=[Unread("", problem or "not an object")])


def _same(state: Fold, _frames: Frames) -> Fold:
    return state


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoding:
    """What formats differ in.

    Attributes:
        name: of the dialect.
        conversation_of: a request's body, and the request -> the neutral conversation.
        framing_of: a response -> what reads its events; None for a blocking body.
        read_body: a blocking body, and its bytes -> what it says.
        read_stream: the events of a stream -> what they add up to.
        error_of: a response, and its blocking body (ABSENT for one that is not JSON and for
            streams) -> the error that it is; it is one from status 400 on, if an empty one.
        error_alone: status from which a body with an error says nothing else.
        odd: why a blocking body is not JSON, or None for one that is JSON and no object ->
            what is read in it.
        failed: what a stream with an error status, and no error in it, adds up to, and its
            events -> what of that is told.
    """

    name: str
    conversation_of: Callable[[Json, Request], Conversation | None]
    framing_of: Callable[[Response], Reader | None]
    read_body: Callable[[JsonObject, bytes], Fold]
    read_stream: Callable[[Frames], Fold]
    error_of: Callable[[Response, Json | Absent], WireError | None]
    error_alone: float = 400
    odd: Callable[[str | None], Fold] = no_object
    failed: Callable[[Fold, Frames], Fold] = _same

    def decode(self, exchange: Exchange) -> Reading:
        """Read everything that is in an exchange; never raises on a provider's data."""
        request, response = exchange.request, exchange.response
        sent = sent_of(request)
        conversation = None if request is None else self.conversation_of(sent, request)
        framing = self.framing_of(response)
        if framing is None:
            body, problem = read_body(response.body)
            reply = self._blocking(response, body, problem).reply()
            return Reading(
                exchange, self.name, Mode.BLOCKING, conversation, sent, body, problem, (), (), reply
            )
        frames = framing(as_sent(exchange))
        state = self.read_stream(frames)
        deltas = tuple(state.deltas)
        if state.error is None and response.status >= 400:
            state = self.failed(state, frames)
            state.error = state.error or self.error_of(response, ABSENT)
        return Reading(
            exchange,
            self.name,
            Mode.STREAMING,
            conversation,
            sent,
            ABSENT,
            None,
            frames.events,
            deltas,
            state.reply(),
        )

    def _blocking(self, response: Response, body: Json | Absent, problem: str | None) -> Fold:
        error = self.error_of(response, body)
        if error is not None and response.status >= self.error_alone:
            unread = [] if problem is None else [Unread("", problem)]
            return Fold(error=error, complete=problem is None, unread=unread)
        state = self.read_body(body, response.body) if isinstance(body, dict) else self.odd(problem)
        state.error = error
        return state
