"""Streamed events folded into a reply; calls and parts are numbered apart from each other.

Source: cohere 7.3.1 `types/chat_*_event*.py` and `types/chat_message_end_event_delta.py`, read
2026-11-21. `tool_calls` of an event is one object, not a list.
"""

from __future__ import annotations

from msgspec import field

from toolwire.dialects.body import dumped
from toolwire.dialects.cohere import error_in, usage_of
from toolwire.dialects.cohere_v2.message import call_of
from toolwire.dialects.events import Frames
from toolwire.dialects.fold import EventTable, Fold, by_member
from toolwire.dialects.part import OpenPart, OpenParts
from toolwire.io.json_text import object_of, string_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import ABSENT, CallDelta, Event, WireError

_TEXT, _THINKING = "text", "thinking"


class _Call(OpenPart):
    """A call under way."""

    def whole(self) -> JsonObject:
        """Return the call in its blocking shape; arguments that do not begin as text are replaced."""
        function = object_of(self.start.get("function"))
        begun, added = function.get("arguments"), self.added("arguments")
        if added is not None:
            begun = begun + added if isinstance(begun, str) else added
        return {**self.start, "function": {**function, "arguments": begun}}


class _Part(OpenPart):
    """A content part under way."""

    def whole(self) -> JsonObject:
        """Return the part in its blocking shape."""
        return {**self.start, **{kind: self.joined(kind) for kind in self.fragments}}


class _CohereV2Fold(Fold):
    """What the events up to here add up to."""

    started: bool = False
    open_calls: OpenParts[_Call] = field(default_factory=OpenParts)
    parts: OpenParts[_Part] = field(default_factory=OpenParts)
    plan: list[str] = field(default_factory=list)
    citations: list[Json] = field(default_factory=list)


def read_stream(frames: Frames) -> Fold:
    """Fold the events of a stream."""
    state = _EVENTS.fold(_CohereV2Fold(), frames)
    for call in state.open_calls.opened:
        state.calls.append(call_of(call.whole(), call.pointer))
    for part in state.parts.opened:
        state.say(part.joined(_TEXT), part.pointer)
        state.think(part.joined(_THINKING))
    state.echo = _echo(state)
    # What was thought and what was planned are a paragraph each.
    reported = [part for part in ("".join(state.thoughts), "".join(state.plan)) if part]
    state.thoughts = ["\n".join(reported)] if reported else []
    return state


def _said(data: JsonObject) -> JsonObject:
    return object_of(object_of(data.get("delta")).get("message"))


def _message_start(state: _CohereV2Fold, event: Event, data: JsonObject) -> None:
    here = f"event[{event.number}]"
    if state.started:
        # One response is one message: the first is read, the rest is kept as events only.
        state.miss(here, "a second message in one stream")
        state.over = True
        return
    state.started = True
    state.id = string_of(data.get("id"))
    message = _said(data)
    for member in ("content", "tool_calls"):
        # Always empty; what stands in it could not be told from what the events add.
        if message.get(member):
            state.miss(f"{here}/delta/message/{member}", "not empty")
    _plan(state, event, data)


def _plan(state: _CohereV2Fold, _event: Event, data: JsonObject) -> None:
    piece = _said(data).get("tool_plan")
    if isinstance(piece, str):
        state.plan.append(piece)


def _call_start(state: _CohereV2Fold, event: Event, data: JsonObject) -> None:
    delta = _delta(state, event, data)
    if delta is not None:
        entry = object_of(_said(data).get("tool_calls"))
        state.open_calls.add(_Call(delta.pointer, entry), data.get("index"))


def _call_delta(state: _CohereV2Fold, event: Event, data: JsonObject) -> None:
    # Most events of a stream that calls pass here.
    delta = _delta(state, event, data)
    if delta is None:
        return
    call = state.open_calls.find(data.get("index"))
    if call is None:
        state.miss(f"event[{event.number}]", "a piece of a call that was not started")
    elif not call.grow("arguments", delta.arguments):
        state.miss(f"{delta.pointer}/function/arguments", "not a string")


def _delta(state: _CohereV2Fold, event: Event, data: JsonObject) -> CallDelta | None:
    """Keep the piece of a call of an event; None, with a note, when it has none."""
    pointer = f"event[{event.number}]/delta/message/tool_calls"
    entry = _said(data).get("tool_calls")
    if not isinstance(entry, dict):
        state.miss(pointer, "not an object")
        return None
    function = object_of(entry.get("function"))
    delta = CallDelta(
        event.number,
        pointer,
        0,
        data.get("index", ABSENT),
        entry.get("id", ABSENT),
        function.get("name", ABSENT),
        entry.get("type", ABSENT),
        function.get("arguments", ABSENT),
    )
    state.deltas.append(delta)
    return delta


def _content_start(state: _CohereV2Fold, event: Event, data: JsonObject) -> None:
    pointer = f"event[{event.number}]/delta/message/content"
    start = _said(data).get("content")
    if isinstance(start, dict):
        state.parts.add(_Part(pointer, start), data.get("index"))
    else:
        state.miss(pointer, "not an object")


def _content_delta(state: _CohereV2Fold, event: Event, data: JsonObject) -> None:
    # Most events of a stream that answers pass here.
    part = state.parts.find(data.get("index"))
    if part is None:
        state.miss(f"event[{event.number}]", "a piece of a part that was not started")
        return
    piece = object_of(_said(data).get("content"))
    # Both are looked at: `or` would pass over the second.
    if not part.grow(_TEXT, piece.get(_TEXT)) | part.grow(_THINKING, piece.get(_THINKING)):
        pointer = f"event[{event.number}]/delta/message/content"
        state.miss(pointer, "neither text nor thinking")


def _citation(state: _CohereV2Fold, _event: Event, data: JsonObject) -> None:
    citation = _said(data).get("citations")
    if isinstance(citation, dict):
        state.citations.append(citation)


def _message_end(state: _CohereV2Fold, event: Event, data: JsonObject) -> None:
    here = f"event[{event.number}]/delta"
    state.complete = True
    delta = object_of(data.get("delta"))
    state.stops(delta.get("finish_reason"), f"{here}/finish_reason")
    state.usage = usage_of(delta.get("usage"))
    failed = delta.get("error")
    if isinstance(failed, str) and failed:
        state.error = WireError(failed, None, f"{here}/error")


def _other(state: _CohereV2Fold, event: Event, data: JsonObject) -> None:
    # Of a failure the format has no event: a gateway writes the error's object, with a type or without.
    if data.get("type") in (None, "error"):
        members = {member: value for member, value in data.items() if member != "type"}
        state.error = state.error or error_in(members, f"event[{event.number}]")


_EVENTS: EventTable[_CohereV2Fold] = EventTable(
    kind=by_member("type"),
    handlers={
        "citation-start": _citation,
        "content-delta": _content_delta,
        "content-start": _content_start,
        "message-end": _message_end,
        "message-start": _message_start,
        "tool-call-delta": _call_delta,
        "tool-call-start": _call_start,
        "tool-plan-delta": _plan,
    },
    other=_other,
    odd=Fold.pass_over,
)


def _echo(state: _CohereV2Fold) -> bytes | None:
    # A message cut off, or one with a part that could not be read, cannot be said again.
    whole = state.assembled and (state.complete or state.stop is not None)
    parts, calls = state.parts.opened, state.open_calls.opened
    if not whole or not (parts or calls):
        return None
    members: JsonObject = {
        "tool_plan": "".join(state.plan),
        "content": [part.whole() for part in parts],
        "tool_calls": [call.whole() for call in calls],
        "citations": state.citations,
    }
    present = {member: value for member, value in members.items() if value}
    return dumped({"role": "assistant", **present})
