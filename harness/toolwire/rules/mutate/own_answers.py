"""Earlier answers of the model in the form in which its format's servers write them.

A client sends back what it got. Where an answer is a list of parts, a server may read a text alone.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from toolwire.dialects import Answer, Dialect
from toolwire.io.json_text import dump, object_of, parse
from toolwire.model.conversation import AssistantTurn, Conversation, Turn, UserTurn
from toolwire.model.exchange import Endpoint, Evidence, EvidenceLevel, Exchange

_ASKED: Final = Conversation(turns=(UserTurn("Hello."),))
_COMPOSED: Final = Evidence(EvidenceLevel.DOCUMENTED, "composed")


def as_answered(dialect: Dialect, conversation: Conversation, endpoint: Endpoint) -> Conversation:
    """Return a conversation whose composed answers without calls have parts, where a server's have."""
    turns = tuple(_as_answered(dialect, turn, endpoint) for turn in conversation.turns)
    return replace(conversation, turns=turns)


def _as_answered(dialect: Dialect, turn: Turn, endpoint: Endpoint) -> Turn:
    if not isinstance(turn, AssistantTurn) or turn.calls or turn.echo is not None or not turn.text:
        return turn
    request = dialect.encode(_ASKED, endpoint)
    response = dialect.respond(request, Answer(text=turn.text))
    echo = dialect.decode(Exchange(request, response, _COMPOSED)).reply.echo
    message = object_of(parse(echo)) if echo is not None else {}
    # What else a message has is the server's own, and no client need send it.
    if not isinstance(message.get("content"), list):
        return turn
    return replace(turn, echo=dump({key: message[key] for key in ("role", "content")}))
