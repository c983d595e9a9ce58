"""Pairs in recorded traffic: the same request, once streamed and once not.

Nobody recorded them as pairs; they are found while the traffic passes by. What is kept of an
exchange is its decoded reply, without bodies, and only of the last requests: memory does not
grow with the traffic, and halves that lie too far apart are not found.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from hashlib import sha256
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from toolwire.io.json_text import JsonError, canonical
from toolwire.model.conversation import Conversation, JsonObject, ToolCall
from toolwire.model.exchange import Evidence, Exchange, Fidelity, Mode, Request, Response
from toolwire.model.observation import Finding
from toolwire.model.reply import ABSENT, Reading, Reply, Usage
from toolwire.rules import judge_pair
from toolwire.rules.views.pair import compare

#: Requests that are remembered, halves of each, and how much a remembered reply may say.
_MOST_REQUESTS: Final = 1_024
_MOST_ANSWERS: Final = 4
_LONGEST_REPLY: Final = 16_384
#: A provider changes; halves further apart in time say nothing of its two modes.
_MOST_DAYS: Final = 31

#: Members of a request that only say how it is to be answered.
_HOW: Final = ("stream", "stream_options")
#: What is kept of a request.
_STORED_MEMBERS: Final = ("model", *_HOW)
#: Where the path says it: Gemini, Bedrock's Converse and Invoke, Anthropic on Vertex.
_VERBS: Final = {
    ":streamGenerateContent": ":generateContent",
    ":streamRawPredict": ":rawPredict",
    "/converse-stream": "/converse",
    "/invoke-with-response-stream": "/invoke",
}
#: A request of which no tool choice is to be kept.
_NO_CHOICE: Final = Conversation(())
#: Recordings in which absent and null, or whole parts of a reply, cannot be told apart.
_UNFIT: Final = (Fidelity.EDITED, Fidelity.DUMPED)


@dataclass(frozen=True, slots=True)
class ModePair:
    """Two recorded answers to one request.

    Attributes:
        streamed: the streamed answer; its `twin` is the blocking one. Without bodies where
            it came first.
        findings: what differs, by rule id; pointers lead into the streamed answer.
        otherwise: why the two could not be compared, the model having called otherwise; "".
    """

    streamed: Reading
    findings: tuple[Finding, ...]
    otherwise: str

    @property
    def blocking_source(self) -> str:
        """Return where the blocking answer was recorded."""
        assert self.streamed.twin is not None
        return self.streamed.twin.exchange.evidence.source


class _StoredAnswer(NamedTuple):
    """What is kept of an answer: what it says and where it was recorded, without bodies.

    It becomes a reading where it finds its other half, which most never do.
    """

    evidence: Evidence
    fidelity: Fidelity
    provider: str
    method: str
    url: str
    status: int
    dialect: str
    mode: Mode
    conversation: Conversation | None
    request: JsonObject
    text: str | None
    tool_calls: tuple[ToolCall, ...]
    stop: str | None
    usage: Usage | None
    reasoning: str | None
    id: str | None
    model: str | None
    text_pointer: str
    stop_pointer: str

    def reading(self) -> Reading:
        """Return it as a reading that has no bodies, events and deltas."""
        reply = Reply(
            self.text,
            self.tool_calls,
            self.stop,
            self.usage,
            self.reasoning,
            self.id,
            self.model,
            text_pointer=self.text_pointer,
            stop_pointer=self.stop_pointer,
        )
        request = Request(self.method, self.url, (), b"")
        response = Response(self.status, (), b"")
        exchange = Exchange(request, response, self.evidence, self.fidelity, self.provider)
        return Reading(
            exchange,
            self.dialect,
            self.mode,
            self.conversation,
            self.request,
            ABSENT,
            None,
            (),
            (),
            reply,
        )


class Pairs:
    """Remembers the last requests, and pairs each streamed answer with one blocking answer."""

    def __init__(self, most: int = _MOST_REQUESTS) -> None:
        self._most = most
        self._known: OrderedDict[bytes, tuple[_StoredAnswer, ...]] = OrderedDict()

    def add(self, reading: Reading) -> tuple[ModePair, ...]:
        """Take the next answer and return the pairs it completes.

        A streamed answer is paired with the blocking one recorded nearest in time; those
        that came before any blocking one are paired with the first that comes.
        """
        key = _key(reading)
        if key is None:
            return ()
        answers = self._known.pop(key, ())
        found: tuple[ModePair, ...]
        if reading.mode is Mode.STREAMING:
            twin = _nearest(reading, answers)
            found = () if twin is None else (_pair(reading, twin.reading()),)
            # One that found its twin is not remembered: it is not to be paired again.
            remembered = answers if found else (*answers, *_stored(reading))
        else:
            waiting = [
                answer
                for answer in answers
                if answer.mode is Mode.STREAMING and _days(answer.evidence, reading) is not None
            ]
            found = tuple(_pair(answer.reading(), reading) for answer in waiting)
            remembered = (
                *(answer for answer in answers if answer not in waiting),
                *_stored(reading),
            )
        self._remember(key, remembered[-_MOST_ANSWERS:])
        return found

    def _remember(self, key: bytes, answers: tuple[_StoredAnswer, ...]) -> None:
        if answers:
            self._known[key] = answers
        if len(self._known) > self._most:
            self._known.popitem(last=False)


def _pair(streamed: Reading, blocking: Reading) -> ModePair:
    read = replace(streamed, twin=blocking)
    return ModePair(read, judge_pair(read), compare(read).otherwise)


def _key(reading: Reading) -> bytes | None:
    """Return what two halves of a pair have in common; None for what cannot be a half."""
    exchange = reading.exchange
    body = reading.request
    if exchange.request is None or not isinstance(body, dict) or not reading.ok:
        return None
    if exchange.fidelity in _UNFIT or not reading.reply.complete:
        return None
    try:
        where = f"{exchange.provider} {_address(exchange.request.url)} {reading.dialect} "
        plain = dict(body)
        for name in _HOW:
            plain.pop(name, None)
        request = canonical(plain, exact=False)
    except (JsonError, ValueError):
        # Too deep to spell, lone surrogates, or an address that is none.
        return None
    digest = sha256(where.encode(errors="replace"))
    digest.update(request)
    return digest.digest()


# Exchanges of one client follow each other; a stranger's URL may be long.
@lru_cache(maxsize=1)
def _address(url: str) -> str:
    """Return host and path of a request, the same for both modes."""
    address = urlsplit(url)
    return f"{address.hostname} {_plain(address.path)}"


def _plain(path: str) -> str:
    for streamed, plain in _VERBS.items():
        if path.endswith(streamed):
            return path.removesuffix(streamed) + plain
    return path


def _nearest(streamed: Reading, answers: tuple[_StoredAnswer, ...]) -> _StoredAnswer | None:
    """Return the blocking half nearest in time, of equals the last."""
    near = [
        (days, -number, answer)
        for number, answer in enumerate(answers)
        if answer.mode is Mode.BLOCKING and (days := _days(answer.evidence, streamed)) is not None
    ]
    return min(near, key=lambda row: row[:2])[2] if near else None


def _days(one: Evidence, reading: Reading) -> int | None:
    """Return how many days lie between two answers, 0 if unknown; None for too many."""
    first, other = _date(one.recorded_at), _date(reading.exchange.evidence.recorded_at)
    if first is None or other is None:
        return 0
    days = abs((first - other).days)
    return days if days <= _MOST_DAYS else None


def _date(recorded_at: str | None) -> date | None:
    try:
        return date.fromisoformat((recorded_at or "")[:10])
    except ValueError:
        return None


def _stored(reading: Reading) -> tuple[_StoredAnswer, ...]:
    """Return an answer without its bodies; nothing where the reply itself is too long."""
    reply, exchange = reading.reply, reading.exchange
    request, body = exchange.request, reading.request
    assert request is not None
    assert isinstance(body, dict)
    if len(exchange.response.body) > _LONGEST_REPLY and _size_of(reply) > _LONGEST_REPLY:
        return ()
    answer = _StoredAnswer(
        exchange.evidence,
        exchange.fidelity,
        exchange.provider,
        request.method,
        request.url,
        exchange.response.status,
        reading.dialect,
        reading.mode,
        _choice(reading.conversation),
        {name: body[name] for name in _STORED_MEMBERS if name in body},
        reply.text,
        reply.tool_calls,
        reply.stop,
        reply.usage,
        reply.reasoning,
        reply.id,
        reply.model,
        reply.text_pointer,
        reply.stop_pointer,
    )
    return (answer,)


def _choice(conversation: Conversation | None) -> Conversation | None:
    if conversation is None or conversation.choice is None:
        return None if conversation is None else _NO_CHOICE
    return Conversation((), choice=conversation.choice)


def _size_of(reply: Reply) -> int:
    size = len(reply.text or "") + len(reply.reasoning or "")
    return size + sum(map(_size, reply.tool_calls))


def _size(call: ToolCall) -> int:
    if call.raw is not None:
        return len(call.raw)
    try:
        return len(canonical(call.arguments))
    except (JsonError, UnicodeError):
        return _LONGEST_REPLY + 1
