"""Pairs in recorded traffic: the same request, once streamed and once not.

Nobody recorded them as pairs; they are found while the traffic passes by. What is kept of an
exchange is its decoded reply, without bodies, and only of the last requests: memory does not
grow with the traffic, and answers that lie too far apart are not found.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from hashlib import sha256
from typing import Final, NamedTuple, TypeAlias
from urllib.parse import urlsplit

from toolwire.io.json_text import JsonError, canonical
from toolwire.model.conversation import ChoiceMode, Conversation, JsonObject, ToolCall, ToolChoice
from toolwire.model.exchange import Evidence, Exchange, Fidelity, Mode, Request, Response
from toolwire.model.observation import Finding
from toolwire.model.reply import ABSENT, Reading, Reply, Usage
from toolwire.rules import judge_pair
from toolwire.rules.views.pair import compare

#: Requests that are remembered, answers to each, and how much a remembered reply may say.
_MOST_REQUESTS: Final = 1_024
_MOST_ANSWERS: Final = 4
_LONGEST_REPLY: Final = 16_384
#: A provider changes; answers further apart in time say nothing of its two modes.
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
#: What is kept of a request that demands no tool by name, by the mode of its choice.
_CHOSEN: Final = {
    mode: Conversation((), choice=None if mode is None else ToolChoice(mode))
    for mode in (None, ChoiceMode.AUTO, ChoiceMode.NONE, ChoiceMode.REQUIRED)
}
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


#: The first members of `Reply`.
_ReplyParts: TypeAlias = tuple[
    str | None, tuple[ToolCall, ...], str | None, Usage | None, str | None, str | None, str | None
]


class _Stored(NamedTuple):
    """An answer without bodies, events and deltas: its parts, since most find no other.

    `reply`: the first members of `Reply`; `pointers`: its last two; `origin`: what `Exchange`
    says of itself; `line`: method, URL and status; `form`: dialect, mode, choice and members
    of the request.
    """

    reply: _ReplyParts
    pointers: tuple[str, str]
    origin: tuple[Evidence, Fidelity, str]
    line: tuple[str, str, int]
    form: tuple[str, Mode, Conversation | None, JsonObject]

    @property
    def mode(self) -> Mode:
        """Return how the answer came."""
        return self.form[1]

    def reading(self) -> Reading:
        """Return it as a reading."""
        text_pointer, stop_pointer = self.pointers
        reply = Reply(*self.reply, text_pointer=text_pointer, stop_pointer=stop_pointer)
        method, url, status = self.line
        request, response = Request(method, url, (), b""), Response(status, (), b"")
        exchange = Exchange(request, response, *self.origin)
        return Reading(exchange, *self.form, ABSENT, None, (), (), reply)


class Pairs:
    """Remembers the last requests, and pairs each streamed answer with one blocking answer."""

    def __init__(self, most: int = _MOST_REQUESTS) -> None:
        self._most = most
        self._known: OrderedDict[bytes, tuple[_Stored, ...]] = OrderedDict()

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
            left = answers if found else (*answers, *_stored(reading))
        else:
            waiting = [number for number, one in enumerate(answers) if _waits_for(one, reading)]
            found = tuple(_pair(answers[number].reading(), reading) for number in waiting)
            rest = (one for number, one in enumerate(answers) if number not in waiting)
            left = (*rest, *_stored(reading))
        self._remember(key, left[-_MOST_ANSWERS:])
        return found

    def _remember(self, key: bytes, answers: tuple[_Stored, ...]) -> None:
        if answers:
            self._known[key] = answers
        if len(self._known) > self._most:
            self._known.popitem(last=False)


def _pair(streamed: Reading, blocking: Reading) -> ModePair:
    read = replace(streamed, twin=blocking)
    # Of one pair a model may be the cause, and recordings are no run that could tell.
    found = tuple(finding for finding in judge_pair(read) if not finding.variance)
    return ModePair(read, found, compare(read).otherwise)


def _key(reading: Reading) -> bytes | None:
    """Return what the two answers of a pair have in common; None for what cannot be one."""
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
    return sha256(where.encode(errors="replace") + request).digest()


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


def _waits_for(answer: _Stored, blocking: Reading) -> bool:
    return answer.mode is Mode.STREAMING and _days(answer.origin[0], blocking) is not None


def _nearest(streamed: Reading, answers: tuple[_Stored, ...]) -> _Stored | None:
    """Return the blocking answer nearest in time, of equals the last."""
    near = [
        (days, -number, answer)
        for number, answer in enumerate(answers)
        if answer.mode is Mode.BLOCKING and (days := _days(answer.origin[0], streamed)) is not None
    ]
    return min(near, key=lambda row: row[:2])[2] if near else None


def _days(stored: Evidence, other: Reading) -> int | None:
    """Return how many days lie between two answers, 0 if unknown; None for too many."""
    first, last = (_date(each.recorded_at) for each in (stored, other.exchange.evidence))
    if first is None or last is None:
        return 0
    days = abs((first - last).days)
    return days if days <= _MOST_DAYS else None


def _date(recorded_at: str | None) -> date | None:
    try:
        return date.fromisoformat((recorded_at or "")[:10])
    except ValueError:
        return None


def _stored(reading: Reading) -> tuple[_Stored, ...]:
    """Return what is remembered of an answer; nothing where the reply is too long."""
    full, exchange, body = reading.reply, reading.exchange, reading.request
    sent = exchange.request
    assert sent is not None
    assert isinstance(body, dict)
    if len(exchange.response.body) > _LONGEST_REPLY and _size_of(full) > _LONGEST_REPLY:
        return ()
    members: JsonObject = {name: body[name] for name in _STORED_MEMBERS if name in body}
    reply = (full.text, full.tool_calls, full.stop, full.usage, full.reasoning, full.id, full.model)
    origin = (exchange.evidence, exchange.fidelity, exchange.provider)
    line = (sent.method, sent.url, exchange.response.status)
    form = (reading.dialect, reading.mode, _choice(reading.conversation), members)
    return (_Stored(reply, (full.text_pointer, full.stop_pointer), origin, line, form),)


def _choice(conversation: Conversation | None) -> Conversation | None:
    if conversation is None:
        return None
    choice = conversation.choice
    kept = _CHOSEN.get(None if choice is None else choice.mode)
    return Conversation((), choice=choice) if kept is None else kept


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
