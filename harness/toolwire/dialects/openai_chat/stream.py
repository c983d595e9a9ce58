"""Streamed responses: events to deltas and to the message they add up to."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import field

from toolwire.dialects.body import dumped
from toolwire.dialects.events import Frames
from toolwire.dialects.fold import EventTable, Fold
from toolwire.dialects.openai import names_nothing, usage_of
from toolwire.dialects.openai_chat.assemble import Calls
from toolwire.dialects.openai_chat.errors import error_beside, error_in
from toolwire.dialects.openai_chat.message import REASONING, text_of, thinking_of
from toolwire.io.json_text import string_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import ABSENT, CallDelta, Event

#: Names of the two counts of a `usage`.
COUNTS = ("prompt_tokens", "completion_tokens")


class _Choice(Fold):
    """What the deltas of one choice add up to.

    Attributes:
        number: its index on the wire.
        streamed: its calls.
        named: pieces of reasoning by the member they came in.
        extras: pieces of members that the format does not know.
    """

    number: int = 0
    streamed: Calls = field(default_factory=Calls)
    named: dict[str, list[str]] = field(default_factory=dict)
    extras: dict[str, list[Json]] = field(default_factory=dict)


class _ChatFold(Fold):
    """What the chunks up to here add up to: choices by their index."""

    choices: dict[int, _Choice] = field(default_factory=dict)


def read_stream(frames: Frames) -> Fold:
    """Fold the chunks of a stream; of several choices the first is the reply."""
    state = _EVENTS.fold(_ChatFold(error=frames.error), frames)
    choices = state.choices
    first = choices[min(choices)] if choices else _choice(state, 0)
    first.usage, first.id, first.model = state.usage, state.id, state.model
    first.error = state.error
    first.complete = state.complete or any(c.stop is not None for c in choices.values())
    first.calls = [call.call() for call in first.streamed.opened]
    first.thoughts = next((first.named[m] for m in REASONING if m in first.named), first.thoughts)
    first.echo = _echo(first)
    return first


def _chunk(state: _ChatFold, event: Event, chunk: JsonObject) -> None:
    if not state.id:  # Azure's first chunk has "" in its place
        state.id = string_of(chunk.get("id"))
    if not state.model:
        state.model = string_of(chunk.get("model"))
    usage = chunk.get("usage")
    if usage is not None:
        state.usage = usage_of(usage, *COUNTS) or state.usage
    if state.error is None:
        if "error" in chunk or chunk.get("object") == "error":
            state.error = error_in(chunk, f"event[{event.number}]")
        elif "x_groq" in chunk:
            state.error = error_beside(chunk, f"event[{event.number}]")
    choices = chunk.get("choices")
    if isinstance(choices, list):
        for position, entry in enumerate(choices):
            if isinstance(entry, dict):
                _take(state, event.number, position, entry)


def _choice(state: _ChatFold, number: int) -> _Choice:
    opened = _Choice(number=number, deltas=state.deltas, unread=state.unread)
    state.choices[number] = opened
    return opened


def _take(state: _ChatFold, event: int, position: int, entry: JsonObject) -> None:
    number = entry.get("index")
    if not isinstance(number, int):
        number = position
    choice = state.choices.get(number) or _choice(state, number)
    # Servers that send two stops are broken; the SDKs keep the last, and so does this.
    stop = entry.get("finish_reason")
    if stop is not None:
        choice.stops(stop, f"event[{event}]/choices/{position}/finish_reason")
    delta = entry.get("delta")
    if isinstance(delta, dict):
        for member, value in delta.items():
            # The assembled message always has its role, which many send with every piece.
            if value is None or member == "role":
                continue
            if member == "content" and isinstance(value, str) and choice.texts:
                choice.texts.append(value)  # as nearly every piece does
            else:
                _MEMBERS.get(member, _extra)(choice, value, member, event, position)


def _content(choice: _Choice, value: Json, member: str, event: int, position: int) -> None:
    choice.say(text_of(value), _pointer(event, position, member))
    choice.think(thinking_of(value))


def _thought(choice: _Choice, value: Json, member: str, _event: int, _position: int) -> None:
    if isinstance(value, str):
        pieces = choice.named.get(member)
        if pieces is None:
            choice.named[member] = [value]
        else:
            pieces.append(value)


def _tool_calls(choice: _Choice, value: Json, member: str, event: int, position: int) -> None:
    here = _pointer(event, position, member)
    for pointer, entry in choice.objects(value, here):
        delta = _delta(entry, pointer, event, choice.number)
        choice.deltas.append(delta)
        choice.streamed.take(delta, entry)


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
        choice.miss(here, "not an object")
        return
    if names_nothing(value) and not choice.streamed.has_legacy:
        return
    name, piece = value.get("name", ABSENT), value.get("arguments", ABSENT)
    delta = CallDelta(event, here, choice.number, ABSENT, name=name, arguments=piece, legacy=True)
    choice.deltas.append(delta)
    choice.streamed.take_legacy(delta)


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
    "tool_calls": _tool_calls,
}


_EVENTS: EventTable[_ChatFold] = EventTable(other=_chunk, odd=Fold.end)


def _echo(choice: _Choice) -> bytes | None:
    """Return the assistant message in its blocking shape; None when it made no call."""
    opened = choice.streamed.opened
    if not opened:
        return None
    message: JsonObject = {"role": "assistant", "content": choice.text()}
    message.update((key, "".join(parts)) for key, parts in choice.named.items())
    message.update((key, _joined(pieces)) for key, pieces in choice.extras.items())
    numbered: list[Json] = [call.message() for call in opened if call.kind != "legacy"]
    if numbered:
        message["tool_calls"] = numbered
    message.update(("function_call", c.message()) for c in opened if c.kind == "legacy")
    return dumped(message)
