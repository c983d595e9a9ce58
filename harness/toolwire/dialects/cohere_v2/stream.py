"""Streamed events folded into a reply; calls and parts are numbered apart from each other.

Source: cohere 7.3.1 `types/chat_*_event*.py` and `types/chat_message_end_event_delta.py`, read
2026-11-21. `tool_calls` of an event is one object, not a list.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from toolwire.dialects.cohere import error_in, usage_of
from toolwire.dialects.cohere_v2.message import call_of
from toolwire.dialects.events import DONE
from toolwire.dialects.fold import Fold
from toolwire.dialects.part import OpenPart
from toolwire.io.json_text import JsonError, dump, object_of, string_of
from toolwire.model.conversation import Json, JsonObject, ToolCall
from toolwire.model.reply import ABSENT, Absent, CallDelta, Event, Reply, Unread, Usage, WireError

_TEXT, _THINKING = "text", "thinking"
_KINDS = (_TEXT, _THINKING)


@dataclass(slots=True)
class _Call:
    """A call under way: where and how it was opened, and the fragments of its arguments."""

    pointer: str
    start: JsonObject
    fragments: list[str] = field(default_factory=list)

    def arguments(self) -> Json:
        """Return the arguments so far: text, or what the opening holds instead."""
        begun = object_of(self.start.get("function")).get("arguments")
        if not self.fragments:
            return begun
        return (begun if isinstance(begun, str) else "") + "".join(self.fragments)

    def call(self) -> ToolCall:
        """Return the call as far as it came."""
        return call_of(self.start, self.arguments(), self.pointer)

    def whole(self) -> JsonObject:
        """Return the call in its blocking shape."""
        function = {**object_of(self.start.get("function")), "arguments": self.arguments()}
        return {**self.start, "function": function}


@dataclass(slots=True)
class _Part(OpenPart):
    """A content part under way."""

    def whole(self) -> JsonObject:
        """Return the part in its blocking shape."""
        return {**self.start, **{kind: self.joined(kind) for kind in self.fragments}}


@dataclass(slots=True)
class _CohereV2Fold(Fold):
    """What the events up to here add up to."""

    started: bool = False
    calls: list[_Call] = field(default_factory=list)
    open_calls: dict[int | None, _Call] = field(default_factory=dict)
    parts: list[_Part] = field(default_factory=list)
    open_parts: dict[int | None, _Part] = field(default_factory=dict)
    plan: list[str] = field(default_factory=list)
    citations: list[Json] = field(default_factory=list)
    id: str | None = None
    usage: Usage | None = None


def fold(
    events: tuple[Event, ...], broken: tuple[Unread, ...]
) -> tuple[Reply, tuple[CallDelta, ...]]:
    """Fold the events of a stream; `broken` is what the framing could not finish."""
    state = _CohereV2Fold()
    for event in events:
        data = event.json
        if not isinstance(data, dict):
            if event.data != DONE:
                state.no_object(event)
            continue
        kind = data.get("type")
        if kind == "message-start" and state.started:
            # One response is one message: the first is read, the rest is kept as events only.
            state.miss(f"event[{event.number}]", "a second message in one stream")
            break
        handle = _HANDLERS.get(kind) if isinstance(kind, str) else None
        if handle is not None:
            handle(state, event.number, data)
        elif kind is None and state.error is None:
            state.error = error_in(data, f"event[{event.number}]")
    state.unread.extend(broken)
    return _reply(state), tuple(state.deltas)


def _said(data: JsonObject) -> JsonObject:
    return object_of(object_of(data.get("delta")).get("message"))


def _key(data: JsonObject) -> int | None:
    index = data.get("index")
    return index if type(index) is int else None


def _message_start(state: _CohereV2Fold, number: int, data: JsonObject) -> None:
    state.started = True
    state.id = string_of(data.get("id"))
    message = _said(data)
    for member in ("content", "tool_calls"):
        # Always empty; what stands in it could not be told from what the events add.
        if message.get(member):
            state.miss(f"event[{number}]/delta/message/{member}", "not empty")
    _plan(state, number, data)


def _plan(state: _CohereV2Fold, _number: int, data: JsonObject) -> None:
    piece = _said(data).get("tool_plan")
    if isinstance(piece, str):
        state.plan.append(piece)


def _call_start(state: _CohereV2Fold, number: int, data: JsonObject) -> None:
    pointer = f"event[{number}]/delta/message/tool_calls"
    entry = _said(data).get("tool_calls")
    if not isinstance(entry, dict):
        state.miss(pointer, "not an object")
        return
    call = _Call(pointer, entry)
    state.calls.append(call)
    state.open_calls[_key(data)] = call
    state.deltas.append(_delta(number, pointer, data, entry))


def _call_delta(state: _CohereV2Fold, number: int, data: JsonObject) -> None:
    # Most events of a stream that calls pass here.
    pointer = f"event[{number}]/delta/message/tool_calls"
    entry = _said(data).get("tool_calls")
    if not isinstance(entry, dict):
        state.miss(pointer, "not an object")
        return
    delta = _delta(number, pointer, data, entry)
    state.deltas.append(delta)
    call = state.open_calls.get(_key(data))
    if call is None:
        state.miss(f"event[{number}]", "a piece of a call that was not started")
    elif isinstance(delta.arguments, str):
        call.fragments.append(delta.arguments)
    else:
        state.miss(f"{pointer}/function/arguments", "not a string")


def _delta(number: int, pointer: str, data: JsonObject, entry: JsonObject) -> CallDelta:
    function = object_of(entry.get("function"))
    return CallDelta(
        event=number,
        pointer=pointer,
        choice=0,
        index=data.get("index", ABSENT),
        id=entry.get("id", ABSENT),
        name=function.get("name", ABSENT),
        kind=entry.get("type", ABSENT),
        arguments=function.get("arguments", ABSENT),
    )


def _content_start(state: _CohereV2Fold, number: int, data: JsonObject) -> None:
    pointer = f"event[{number}]/delta/message/content"
    start = _said(data).get("content")
    if not isinstance(start, dict):
        state.miss(pointer, "not an object")
        return
    part = _Part(pointer, start)
    state.parts.append(part)
    state.open_parts[_key(data)] = part


def _content_delta(state: _CohereV2Fold, number: int, data: JsonObject) -> None:
    # Most events of a stream that answers pass here.
    part = state.open_parts.get(_key(data))
    if part is None:
        state.miss(f"event[{number}]", "a piece of a part that was not started")
        return
    piece = _said(data).get("content")
    found = False
    for kind in _KINDS if isinstance(piece, dict) else ():
        text = object_of(piece).get(kind)
        if isinstance(text, str):
            part.grow(kind, text)
            found = True
    if not found:
        state.miss(f"event[{number}]/delta/message/content", "neither text nor thinking")


def _citation(state: _CohereV2Fold, _number: int, data: JsonObject) -> None:
    citation = _said(data).get("citations")
    if isinstance(citation, dict):
        state.citations.append(citation)


def _message_end(state: _CohereV2Fold, number: int, data: JsonObject) -> None:
    state.complete = True
    delta = object_of(data.get("delta"))
    stop, failure = delta.get("finish_reason"), delta.get("error")
    if isinstance(stop, str):
        state.stop, state.stop_pointer = stop, f"event[{number}]/delta/finish_reason"
    state.usage = usage_of(delta.get("usage"))
    if isinstance(failure, str) and failure:
        state.error = WireError(failure, None, f"event[{number}]/delta/error")


_HANDLERS: Mapping[str, Callable[[_CohereV2Fold, int, JsonObject], None]] = {
    "citation-start": _citation,
    "content-delta": _content_delta,
    "content-start": _content_start,
    "message-end": _message_end,
    "message-start": _message_start,
    "tool-call-delta": _call_delta,
    "tool-call-start": _call_start,
    "tool-plan-delta": _plan,
}


def _joined(state: _CohereV2Fold, kind: str) -> str | None:
    texts = [t for part in state.parts if (t := part.joined(kind)) is not None]
    return "".join(texts) if texts else None


def _reply(state: _CohereV2Fold) -> Reply:
    plan = "".join(state.plan)
    reported = [part for part in (_joined(state, _THINKING), plan) if part]
    first = next((part for part in state.parts if part.joined(_TEXT) is not None), None)
    return Reply(
        text=_joined(state, _TEXT),
        tool_calls=tuple(call.call() for call in state.calls),
        stop=state.stop,
        usage=state.usage,
        reasoning="\n".join(reported) if reported else None,
        id=state.id,
        error=state.error,
        echo=_echo(state, plan),
        complete=state.complete,
        unread=tuple(state.unread),
        text_pointer="" if first is None else first.pointer,
        stop_pointer=state.stop_pointer,
    )


def _echo(state: _CohereV2Fold, plan: str) -> bytes | None:
    # A message cut off, or one with a part that could not be read, cannot be said again.
    whole = state.assembled and (state.complete or state.stop is not None)
    if not whole or not (state.parts or state.calls):
        return None
    members: dict[str, Json | Absent] = {
        "tool_plan": plan or ABSENT,
        "content": [part.whole() for part in state.parts] or ABSENT,
        "tool_calls": [call.whole() for call in state.calls] or ABSENT,
        "citations": state.citations or ABSENT,
    }
    message: JsonObject = {"role": "assistant"}
    message.update((k, v) for k, v in members.items() if not isinstance(v, Absent))
    try:
        return dump(message)
    except (JsonError, UnicodeError):
        return None
