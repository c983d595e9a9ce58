"""Earlier answers of the model in the form in which its format's servers write them, or in another one.

A client sends back what it got. Where an answer is a list of parts, a server may read a text alone; where it is a
text, or an item, the other way round.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

from toolwire.dialects import Answer, Dialect, load_dialect
from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.model.conversation import (
    AssistantTurn,
    Conversation,
    Json,
    JsonObject,
    Turn,
    UserTurn,
)
from toolwire.model.exchange import Endpoint, Evidence, EvidenceLevel, Exchange
from toolwire.rules.mutate.probe_edit import in_dialect
from toolwire.rules.mutate.said_parts import said_in_parts

_HELLO: Final = UserTurn("Hello.")
_ANSWERED: Final = Conversation((_HELLO, AssistantTurn("Hello."), _HELLO))
_NOWHERE: Final = Endpoint("https://api.example.invalid", "reference-model")
_COMPOSED: Final = Evidence(EvidenceLevel.DOCUMENTED, "composed")


def as_answered(dialect: Dialect, conversation: Conversation, endpoint: Endpoint) -> Conversation:
    """Return a conversation whose composed answers without calls have parts, where a server's have."""
    turns = tuple(_as_answered(dialect, turn, endpoint) for turn in conversation.turns)
    return replace(conversation, turns=turns)


def _as_answered(dialect: Dialect, turn: Turn, endpoint: Endpoint) -> Turn:
    if not isinstance(turn, AssistantTurn) or turn.calls or turn.echo is not None or not turn.text:
        return turn
    message = object_of(_echo(dialect, turn.text, endpoint))
    # What else a message has is the server's own, and no client need send it.
    if not isinstance(message.get("content"), list):
        return turn
    return replace(turn, echo=dump({key: message[key] for key in ("role", "content")}))


@in_dialect
def answered_otherwise(name: str, body: JsonObject) -> None:
    """Write the answers without calls in the other form that a format has: as its servers' items, as a list or a text."""
    if in_other_form(name, body):
        return
    form, dialect = load_dialect(name).wire.request, load_dialect(name)
    messages = [] if form is None or form.parts is None else items_of(body[form.parts.history])
    there = False
    for place, one in enumerate(messages):
        content = object_of(one).get("content")
        if _is_answer(object_of(one)) and isinstance(content, str):
            items = items_of(_echo(dialect, content, _NOWHERE, place))
            own = next((item for item in items if "role" in object_of(item)), None)
            messages[place], there = own or one, there or own is not None
    if not there:
        said_in_parts(name)(body)


@in_dialect
def answered_as_usual(name: str, body: JsonObject) -> None:
    """Write answers without calls that are texts as the lists that they usually are, where they are."""
    if in_other_form(name, body):
        said_in_parts(name)(body)


def in_other_form(name: str, body: JsonObject) -> bool:
    """Return whether an answer without calls is a text where it is usually a list, or a list where it is a text."""
    said = [one["content"] for one in _history(name, body) if _is_answer(one)]
    return bool(said) and any(isinstance(one, list) != _listed(name) for one in said)


@cache
def _listed(name: str) -> bool:
    """Return whether the content of an answer is a list as `as_answered` has it sent."""
    dialect = load_dialect(name)
    request = dialect.encode(as_answered(dialect, _ANSWERED, _NOWHERE), _NOWHERE)
    history = _history(name, object_of(parse(request.body)))
    return any(isinstance(one.get("content"), list) for one in history[1:2])


def _is_answer(message: JsonObject) -> bool:
    said = message.get("role") == "assistant" and not message.get("tool_calls")
    return said and bool(message.get("content"))


def _history(name: str, body: JsonObject) -> list[JsonObject]:
    form = load_dialect(name).wire.request
    parts = None if form is None else form.parts
    return [] if parts is None else [object_of(one) for one in items_of(body.get(parts.history))]


def _echo(dialect: Dialect, text: str, endpoint: Endpoint, turn: int = 0) -> Json:
    """Return what a client sends back of a server's answer; those of two turns have two ids."""
    request = dialect.encode(Conversation((_HELLO,)), endpoint)
    response = dialect.respond(request, Answer(text=text, turn=turn))
    echo = dialect.decode(Exchange(request, response, _COMPOSED)).reply.echo
    return parse(echo) if echo is not None else None
