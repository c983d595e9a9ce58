"""One dialect and one endpoint: encode, answer, decode, and hold every body to its schema."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from toolwire.dialects import Answer, Dialect
from toolwire.dialects.events import DONE
from toolwire.dialects.schemas import validator
from toolwire.io.json_text import object_of, parse
from toolwire.model.conversation import (
    AssistantTurn,
    Conversation,
    Json,
    JsonObject,
    Tool,
    ToolCall,
    Turn,
    UserTurn,
)
from toolwire.model.exchange import Endpoint, Evidence, EvidenceLevel, Exchange, Mode, Request
from toolwire.model.observation import FACETS
from toolwire.model.reply import Absent, Reading

__all__ = ["ASKED", "EVIDENCE", "Wire", "bare", "bodies", "called"]

EVIDENCE = Evidence(EvidenceLevel.DOCUMENTED, "test")
#: What is asked where only the answer matters.
ASKED = Conversation((UserTurn("?"),), (Tool("get_time"),))


def called(call: ToolCall) -> ToolCall:
    """Return a call as it is composed: without its place, and without the text of arguments.

    A custom call keeps its text, for which it has no other form.
    """
    return replace(call, pointer="", raw=call.raw if call.kind == "custom" else None)


def bare(turn: Turn) -> Turn:
    """Return a turn as it is composed, without what only a reader sets."""
    if not isinstance(turn, AssistantTurn):
        return turn
    return replace(turn, calls=tuple(called(call) for call in turn.calls))


def bodies(reading: Reading) -> Iterator[tuple[str, Json | Absent]]:
    """Yield the schema's kind and the value of every body and event; ABSENT is no JSON."""
    request = reading.exchange.request
    if request is not None and request.body:
        yield "request", reading.request
    if reading.mode is Mode.BLOCKING:
        yield "error" if reading.exchange.response.status >= 400 else "response", reading.body
    for event in reading.events:
        if event.data != DONE:
            failed = isinstance(event.json, dict) and "error" in event.json
            yield "error" if failed else "chunk", event.json


@dataclass(frozen=True, slots=True)
class Wire:
    """A dialect at an endpoint."""

    dialect: Dialect
    endpoint: Endpoint

    def problems(self, kind: str, value: Json | Absent) -> list[str]:
        """Return what the dialect's schema of that kind has against a value."""
        if isinstance(value, Absent):
            return ["it is no JSON"]
        return [error.message for error in validator(self.dialect.name, kind).iter_errors(value)]

    def request(self, conversation: Conversation) -> Request:
        """Encode a conversation, and hold the request to its schema."""
        request = self.dialect.encode(conversation, self.endpoint)
        assert self.problems("request", parse(request.body)) == []
        return request

    def read_back(self, conversation: Conversation) -> Conversation:
        """Encode a conversation, read the request, and leave out what only a reader sets."""
        found = self.dialect.read_request(self.request(conversation))
        assert found is not None
        return replace(found, turns=tuple(bare(turn) for turn in found.turns))

    def sent(self, conversation: Conversation) -> JsonObject:
        """Return the body of a conversation's request."""
        return object_of(parse(self.request(conversation).body))

    def exchange(self, answer: Answer, asked: Conversation = ASKED) -> Exchange:
        """Ask, and let the reference responder answer."""
        request = self.request(asked)
        return Exchange(request, self.dialect.respond(request, answer), EVIDENCE)

    def answered(self, answer: Answer, mode: Mode, asked: Conversation = ASKED) -> Reading:
        """Decode what the reference responder answers in a mode."""
        asked = replace(asked, stream=mode is Mode.STREAMING)
        return self.dialect.decode(self.exchange(answer, asked))

    def shown(self, exchange: Exchange) -> dict[str, str]:
        """Return the facets of an exchange, all of which have a cell."""
        facets = dict(self.dialect.facets(self.dialect.decode(exchange)))
        assert facets.keys() <= FACETS.keys()
        return facets

    def check_bodies(self, reading: Reading) -> None:
        """Hold every body and event of an exchange to its schema; there is at least one."""
        found = [(kind, self.problems(kind, value)) for kind, value in bodies(reading)]
        assert [entry for entry in found if entry[1]] == []
        assert {kind for kind, _ in found} & {"response", "chunk", "error"}

    def cut(self, reading: Reading, at: int) -> Reading:
        """Decode an exchange again, its response ended after that many bytes."""
        response = replace(reading.exchange.response, body=reading.exchange.response.body[:at])
        return self.dialect.decode(replace(reading.exchange, response=response))
