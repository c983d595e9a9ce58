"""The last few conversations that may be kept, so that a request goes on from one by the id of its answer."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from hashlib import sha256
from threading import Lock
from typing import Final

from toolwire.dialects import Dialect, Refusal
from toolwire.io.json_text import dump, object_of
from toolwire.model.conversation import AssistantTurn, Conversation, Json, Turn
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Request, Response

#: How many are kept, of bodies of how many bytes.
_MOST: Final = 64
_LARGEST: Final = 64 * 1024
#: And ids of how many that were not to be kept.
_MOST_FORGOTTEN: Final = 4096
#: How much of an id says what it is of (`resp_`).
_MARK: Final = 5
#: By which a request names the answer that it goes on from.
_NAMED: Final = "previous_response_id"
#: And in which it says what is new.
_SAID: Final = "input"
_EVIDENCE: Final = Evidence(EvidenceLevel.DOCUMENTED, "toolwire serve")


@dataclass(frozen=True, slots=True)
class KeptConversation:
    """What was said up to an answer, the answer with it.

    `size` is how many bytes of it were sent or answered, without the instructions and the tools,
    which each request says anew.
    """

    turns: tuple[Turn, ...] = ()
    size: int = 0


class KeptConversations:
    """Conversations by the ids of their answers; of formats whose servers keep any."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, KeptConversation] = OrderedDict()
        #: Ids of answers that were not to be kept.
        self._forgotten: OrderedDict[str, None] = OrderedDict()
        self._lock = Lock()

    def before(self, dialect: Dialect, sent: Json) -> KeptConversation:
        """Return the conversation that a request goes on from; an empty one where that is not known."""
        named = object_of(sent).get(_NAMED)
        if not dialect.wire.keeps or not isinstance(named, str):
            return KeptConversation()
        with self._lock:
            return self._kept.get(named, KeptConversation())

    def refusal(self, dialect: Dialect, sent: Json) -> Refusal | None:
        """Return how a request is refused that goes on from an answer which was not to be kept.

        OpenAI, WebSocket mode, read 2026-12-01: "With `store=false` [...] there is no persisted
        fallback. If the ID is uncached, the request returns `previous_response_not_found`."
        """
        named = object_of(sent).get(_NAMED)
        if not dialect.wire.keeps or not isinstance(named, str):
            return None
        with self._lock:
            if named not in self._forgotten:
                return None
        message = f"Previous response with id '{named}' not found."
        return Refusal(400, "unknown_response", message)

    def kept(
        self,
        dialect: Dialect,
        conversation: Conversation | None,
        before: KeptConversation,
        request: Request,
        response: Response,
    ) -> Response:
        """Keep a conversation with its answer, unless the request says not to; return the answer with
        an id of its own.

        OpenAI keeps what does not say `store: false` (create a response, `store`, default true, read
        2026-12-01).

        The responder's ids follow from how long a request is, and two of one length are two
        conversations.

        Args:
            dialect: what is spoken.
            conversation: all of it, with what was kept before; None where the request is none.
            before: what was kept before.
            request: as it came.
            response: what is answered.
        """
        if conversation is None or not dialect.wire.keeps:
            return response
        if max(len(request.body), len(response.body)) > _LARGEST:
            return response
        reading = dialect.decode(Exchange(request, response, _EVIDENCE))
        reply, sent = reading.reply, object_of(reading.request)
        if not reading.ok or not reply.id:
            return response
        if sent.get(dialect.wire.keeps) is False:
            self._forget(reply.id)
            return response
        own = f"{reply.id[:_MARK]}{sha256(request.body).hexdigest()}"[: len(reply.id)]
        turn = AssistantTurn(reply.text, reply.tool_calls, reply.echo, own)
        size = before.size + len(dump(sent.get(_SAID))) + len(reply.echo or b"")
        with self._lock:
            self._kept[own] = KeptConversation((*conversation.turns, turn), size)
            self._kept.move_to_end(own)
            while len(self._kept) > _MOST:
                self._kept.popitem(last=False)
        return replace(response, body=response.body.replace(reply.id.encode(), own.encode()))

    def _forget(self, name: str) -> None:
        with self._lock:
            self._forgotten[name] = None
            self._forgotten.move_to_end(name)
            while len(self._forgotten) > _MOST_FORGOTTEN:
                self._forgotten.popitem(last=False)
