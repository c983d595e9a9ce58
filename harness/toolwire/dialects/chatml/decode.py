"""Responses to readings: text completions, blocking and streamed, and the calls in them.

Shapes after openai 3.52.0 `types/completion.py` and `types/completion_choice.py`, read
2026-11-21.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from toolwire.dialects.body import is_sse, read_body, sent_of, slice_of
from toolwire.dialects.chatml.request import conversation_of
from toolwire.dialects.chatml.text import read_text
from toolwire.dialects.errors import status_error
from toolwire.dialects.events import DONE, cut_off, noted
from toolwire.dialects.openai import blocking, usage_of
from toolwire.dialects.openai_chat.errors import error_at, error_of
from toolwire.io.framing import sse
from toolwire.io.json_text import JsonError, dump, items_of, object_of, string_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.reply import ABSENT, Event, Reading, Reply, Unread, Usage, WireError

NAME: Final = "chatml"
_TEXT: Final = "/choices/0/text"
_COUNTS: Final = ("prompt_tokens", "completion_tokens")


def decode(exchange: Exchange) -> Reading:
    """Read everything that can be read in an exchange; never raises on what a provider sent.

    Calls have no id. Markup that is broken or was cut off is in `reply.unread`; what was cut
    off is not in `reply.text` either.
    """
    request, response = sent_of(exchange.request), exchange.response
    asked = conversation_of(request)
    if not is_sse(response):
        body, problem = read_body(response.body)
        reply = blocking(response, body, problem, error_of, _completion)
        return Reading(exchange, NAME, Mode.BLOCKING, asked, request, body, problem, (), (), reply)
    events, reply = _stream(sse.decode(response.body))
    if reply.error is None and response.status >= 400:
        reply = replace(reply, error=status_error(response.status))
    return Reading(exchange, NAME, Mode.STREAMING, asked, request, ABSENT, None, events, (), reply)


def _completion(body: JsonObject, data: bytes) -> Reply:
    choice = object_of(next(iter(items_of(body.get("choices"))), None))
    said = string_of(choice.get("text"))
    text, calls, unread = read_text(said, _TEXT)
    stop = string_of(choice.get("finish_reason"))
    return Reply(
        text=text,
        tool_calls=calls,
        stop=stop,
        usage=usage_of(body.get("usage"), *_COUNTS),
        id=string_of(body.get("id")),
        model=string_of(body.get("model")),
        error=error_at(body, ""),
        echo=slice_of(data, ("choices", 0, "text")) if said else None,
        unread=unread,
        text_pointer=_TEXT if said is not None else "",
        stop_pointer="/choices/0/finish_reason" if stop is not None else "",
    )


@dataclass(slots=True)
class _StreamedText:
    """What the chunks of a stream add up to."""

    pieces: list[str] = field(default_factory=list)
    text_pointer: str = ""
    stop: str | None = None
    stop_pointer: str = ""
    usage: Usage | None = None
    id: str | None = None
    model: str | None = None
    error: WireError | None = None

    def take(self, number: int, chunk: JsonObject) -> None:
        """Add one chunk."""
        self.id = self.id or string_of(chunk.get("id"))
        self.model = self.model or string_of(chunk.get("model"))
        self.usage = usage_of(chunk.get("usage"), *_COUNTS) or self.usage
        self.error = self.error or error_at(chunk, f"event[{number}]")
        for place, entry in enumerate(items_of(chunk.get("choices"))):
            choice = object_of(entry)
            if choice.get("index", place) == 0:
                self._choice(f"event[{number}]/choices/{place}", choice)

    def _choice(self, pointer: str, choice: JsonObject) -> None:
        text, stop = choice.get("text"), choice.get("finish_reason")
        if isinstance(text, str):
            self.text_pointer = self.text_pointer or f"{pointer}/text"
            self.pieces.append(text)
        if isinstance(stop, str):
            self.stop, self.stop_pointer = stop, f"{pointer}/finish_reason"


def _stream(stream: sse.DecodedSse) -> tuple[tuple[Event, ...], Reply]:
    draft, unread, done = _StreamedText(), [*cut_off(stream)], False
    events: list[Event] = []
    for number, event in enumerate(stream.events):
        if event.data == DONE:
            done = True
            events.append(Event(number, event.name, event.data))
            continue
        read = noted(number, event.name, event.data, unread)
        events.append(read)
        if isinstance(read.json, dict):
            draft.take(number, read.json)
        elif read.json is not ABSENT:
            unread.append(Unread(f"event[{number}]", "not an object"))
    return tuple(events), _reply(draft, unread, done=done)


def _reply(draft: _StreamedText, unread: Iterable[Unread], *, done: bool) -> Reply:
    said = "".join(draft.pieces) if draft.pieces else None
    text, calls, broken = read_text(said, draft.text_pointer)
    return Reply(
        text=text,
        tool_calls=calls,
        stop=draft.stop,
        usage=draft.usage,
        id=draft.id,
        model=draft.model,
        error=draft.error,
        echo=_echo(said) if said else None,
        complete=done or draft.stop is not None,
        unread=(*unread, *broken),
        text_pointer=draft.text_pointer,
        stop_pointer=draft.stop_pointer,
    )


def _echo(said: Json) -> bytes | None:
    try:
        return dump(said)
    except JsonError:
        return None
