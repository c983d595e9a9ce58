"""Streamed responses: events to deltas and to the message they add up to."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from toolwire.dialects.events import DONE, cut_off, noted
from toolwire.dialects.openai import usage_of
from toolwire.dialects.openai_chat.assemble import Calls
from toolwire.dialects.openai_chat.errors import error_at
from toolwire.dialects.openai_chat.message import REASONING, text_of, thinking_of
from toolwire.io.framing.sse import DecodedSse
from toolwire.io.json_text import JsonError, dump, string_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import ABSENT, CallDelta, Event, Reply, Unread, Usage, WireError

#: Names of the two counts of a `usage`.
COUNTS = ("prompt_tokens", "completion_tokens")


class _Choice:
    """What the deltas of one choice add up to."""

    def __init__(self, number: int, deltas: list[CallDelta], unread: list[Unread]) -> None:
        self.number = number
        self.deltas = deltas
        self.unread = unread
        self.calls = Calls()
        self.texts: list[str] | None = None
        self.text_pointer = ""
        self.thoughts: dict[str, list[str]] = {}
        self.thinking: list[str] = []
        self.stop: str | None = None
        self.stop_pointer = ""
        self.extras: dict[str, list[Json]] = {}

    def reasoning(self) -> str | None:
        """Return the reasoning text; None when there was none."""
        for member in REASONING:
            if member in self.thoughts:
                return "".join(self.thoughts[member])
        return "".join(self.thinking) if self.thinking else None

    def echo(self) -> bytes | None:
        """Return the assistant message in its blocking shape; None when it made no call."""
        opened = self.calls.opened
        if not opened:
            return None
        text = None if self.texts is None else "".join(self.texts)
        message: JsonObject = {"role": "assistant", "content": text}
        message.update((key, "".join(parts)) for key, parts in self.thoughts.items())
        message.update((key, _joined(pieces)) for key, pieces in self.extras.items())
        numbered: list[Json] = [call.message() for call in opened if call.kind != "legacy"]
        if numbered:
            message["tool_calls"] = numbered
        message.update(("function_call", c.message()) for c in opened if c.kind == "legacy")
        try:
            return dump(message)
        except JsonError:
            return None


class _ChatReader:
    """Reads the events of one stream, once, in order."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.deltas: list[CallDelta] = []
        self.unread: list[Unread] = []
        self.choices: dict[int, _Choice] = {}
        self.error: WireError | None = None
        self.usage: Usage | None = None
        self.id: str | None = None
        self.model: str | None = None
        self.done = False

    def read(self, stream: DecodedSse) -> None:
        """Read every event; what is neither JSON nor the end marker is kept as unread."""
        for number, frame in enumerate(stream.events):
            if frame.data == DONE:
                self.done = True
                self.events.append(Event(number, frame.name, DONE))
                continue
            event = noted(number, frame.name, frame.data, self.unread)
            self.events.append(event)
            payload = event.json
            if isinstance(payload, dict):
                self._chunk(number, payload)
            elif payload is not ABSENT:
                self.unread.append(Unread(f"event[{number}]", "not an object"))
        self.unread.extend(cut_off(stream))

    def _chunk(self, number: int, chunk: JsonObject) -> None:
        if self.id is None:
            self.id = string_of(chunk.get("id"))
        if self.model is None:
            self.model = string_of(chunk.get("model"))
        usage = chunk.get("usage")
        if usage is not None:
            self.usage = usage_of(usage, *COUNTS) or self.usage
        if self.error is None and ("error" in chunk or chunk.get("object") == "error"):
            self.error = error_at(chunk, f"event[{number}]")
        choices = chunk.get("choices")
        if isinstance(choices, list):
            for position, entry in enumerate(choices):
                if isinstance(entry, dict):
                    self._choice(number, position, entry)

    def _choice(self, event: int, position: int, entry: JsonObject) -> None:
        number = entry.get("index")
        if not isinstance(number, int):
            number = position
        choice = self.choices.get(number)
        if choice is None:
            choice = self.choices[number] = _Choice(number, self.deltas, self.unread)
        stop = entry.get("finish_reason")
        if isinstance(stop, str):
            # Servers that send two are broken; the SDKs keep the last, and so does this.
            choice.stop = stop
            choice.stop_pointer = f"event[{event}]/choices/{position}/finish_reason"
        delta = entry.get("delta")
        if isinstance(delta, dict):
            for member, value in delta.items():
                if value is not None:
                    _MEMBERS.get(member, _extra)(choice, value, member, event, position)


def _content(choice: _Choice, value: Json, member: str, event: int, position: int) -> None:
    if isinstance(value, str):
        text: str | None = value
    else:
        text = text_of(value)
        thought = thinking_of(value)
        if thought is not None:
            choice.thinking.append(thought)
    if text is None:
        return
    if choice.texts is None:
        choice.texts = []
        choice.text_pointer = _pointer(event, position, member)
    choice.texts.append(text)


def _thought(choice: _Choice, value: Json, member: str, _event: int, _position: int) -> None:
    if isinstance(value, str):
        choice.thoughts.setdefault(member, []).append(value)


def _tool_calls(choice: _Choice, value: Json, member: str, event: int, position: int) -> None:
    here = _pointer(event, position, member)
    if not isinstance(value, list):
        choice.unread.append(Unread(here, "not an array"))
        return
    for number, entry in enumerate(value):
        if not isinstance(entry, dict):
            choice.unread.append(Unread(f"{here}/{number}", "not an object"))
            continue
        delta = _delta(entry, f"{here}/{number}", event, choice.number)
        choice.deltas.append(delta)
        choice.calls.take(delta, entry)


def _delta(entry: JsonObject, pointer: str, event: int, choice: int) -> CallDelta:
    inner, word = entry.get("function"), "arguments"
    if not isinstance(inner, dict):
        inner, word = entry.get("custom"), "input"
    members = inner if isinstance(inner, dict) else {}
    return CallDelta(
        event,
        pointer,
        choice,
        entry.get("index", ABSENT),
        entry.get("id", ABSENT),
        members.get("name", ABSENT),
        entry.get("type", ABSENT),
        members.get(word, ABSENT),
    )


def _function_call(choice: _Choice, value: Json, member: str, event: int, position: int) -> None:
    here = _pointer(event, position, member)
    if not isinstance(value, dict):
        choice.unread.append(Unread(here, "not an object"))
        return
    delta = CallDelta(
        event,
        here,
        choice.number,
        ABSENT,
        name=value.get("name", ABSENT),
        arguments=value.get("arguments", ABSENT),
        legacy=True,
    )
    choice.deltas.append(delta)
    choice.calls.take_legacy(delta)


def _role(_choice: _Choice, _value: Json, _member: str, _event: int, _position: int) -> None:
    """Pass over the role: the assembled message always has it."""


def _extra(choice: _Choice, value: Json, member: str, _event: int, _position: int) -> None:
    """Keep a member this format does not know, for the message that goes back."""
    choice.extras.setdefault(member, []).append(value)


def _joined(pieces: list[Json]) -> Json:
    """Join the pieces of an unknown member: texts and arrays grow, of the rest the last holds."""
    texts = [piece for piece in pieces if isinstance(piece, str)]
    if len(texts) == len(pieces):
        return "".join(texts)
    arrays = [piece for piece in pieces if isinstance(piece, list)]
    if len(arrays) == len(pieces):
        return [item for array in arrays for item in array]
    return pieces[-1]


def _pointer(event: int, position: int, member: str) -> str:
    return f"event[{event}]/choices/{position}/delta/{member}"


_Handler = Callable[[_Choice, Json, str, int, int], None]
_MEMBERS: dict[str, _Handler] = {
    "content": _content,
    "function_call": _function_call,
    "reasoning": _thought,
    "reasoning_content": _thought,
    "role": _role,
    "tool_calls": _tool_calls,
}


def read_stream(stream: DecodedSse) -> tuple[tuple[Event, ...], tuple[CallDelta, ...], Reply]:
    """Read a decoded event stream: its events, its call deltas, and what they add up to."""
    reader = _ChatReader()
    reader.read(stream)
    return tuple(reader.events), tuple(reader.deltas), _reply(reader)


def _reply(reader: _ChatReader) -> Reply:
    choice = reader.choices[min(reader.choices)] if reader.choices else _Choice(0, [], [])
    return Reply(
        text=None if choice.texts is None else "".join(choice.texts),
        tool_calls=tuple(call.call() for call in choice.calls.opened),
        stop=choice.stop,
        usage=reader.usage,
        reasoning=choice.reasoning(),
        id=reader.id,
        model=reader.model,
        error=reader.error,
        echo=choice.echo(),
        complete=reader.done or _finished(reader.choices.values()),
        unread=tuple(reader.unread),
        text_pointer=choice.text_pointer,
        stop_pointer=choice.stop_pointer,
    )


def _finished(choices: Iterable[_Choice]) -> bool:
    return any(choice.stop is not None for choice in choices)
