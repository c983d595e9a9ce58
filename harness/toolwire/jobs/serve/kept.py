"""The last few conversations that were to be kept, so that a request goes on from one by the id of its answer."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from hashlib import sha256
from threading import Lock
from typing import Final

from toolwire.dialects import Dialect
from toolwire.io.json_text import object_of
from toolwire.model.conversation import AssistantTurn, Conversation, Json, Turn
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Request, Response

#: How many are kept, of bodies of how many bytes.
_MOST: Final = 64
_LARGEST: Final = 64 * 1024
#: How much of an id says what it is of (`resp_`).
_MARK: Final = 5
#: By which a request names the answer that it goes on from.
_NAMED: Final = "previous_response_id"
_EVIDENCE: Final = Evidence(EvidenceLevel.DOCUMENTED, "toolwire serve")


class KeptConversations:
    """Conversations by the ids of their answers; of formats whose servers keep any."""

    def __init__(self) -> None:
        self._turns: OrderedDict[str, tuple[Turn, ...]] = OrderedDict()
        self._lock = Lock()

    def joined(
        self, dialect: Dialect, conversation: Conversation | None, sent: Json
    ) -> Conversation | None:
        """Return a conversation behind the one that it goes on from; as it is where that is not known."""
        named = object_of(sent).get(_NAMED)
        if conversation is None or not dialect.wire.keeps or not isinstance(named, str):
            return conversation
        with self._lock:
            before = self._turns.get(named, ())
        return replace(conversation, turns=(*before, *conversation.turns))

    def kept(
        self,
        dialect: Dialect,
        conversation: Conversation | None,
        request: Request,
        response: Response,
    ) -> Response:
        """Keep a conversation with its answer, where the request wants that; return the answer with
        an id of its own.

        The responder's ids follow from how long a request is, and two of one length are two
        conversations.

        Args:
            dialect: what is spoken.
            conversation: all of it, with what was kept before; None where the request is none.
            request: as it came.
            response: what is answered.
        """
        if conversation is None or not dialect.wire.keeps:
            return response
        if max(len(request.body), len(response.body)) > _LARGEST:
            return response
        reading = dialect.decode(Exchange(request, response, _EVIDENCE))
        reply, sent = reading.reply, object_of(reading.request)
        if sent.get(dialect.wire.keeps) is not True or not reading.ok or not reply.id:
            return response
        own = f"{reply.id[:_MARK]}{sha256(request.body).hexdigest()}"[: len(reply.id)]
        turn = AssistantTurn(reply.text, reply.tool_calls, reply.echo, own)
        with self._lock:
            self._turns[own] = (*conversation.turns, turn)
            self._turns.move_to_end(own)
            while len(self._turns) > _MOST:
                self._turns.popitem(last=False)
        return replace(response, body=response.body.replace(reply.id.encode(), own.encode()))
