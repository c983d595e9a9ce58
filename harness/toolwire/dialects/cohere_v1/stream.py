"""Streamed events folded into a reply.

Source: cohere 7.3.1 `types/streamed_chat_response.py` and the event types it names, read
2026-11-21. Calls come up to three times: in pieces (`tool-calls-chunk`), whole
(`tool-calls-generation`) and in the response that `stream-end` repeats. The whole ones are the
reply's; pieces only where a stream breaks off before them.
"""

from __future__ import annotations

from msgspec import field

from toolwire.dialects.arguments import arguments_of
from toolwire.dialects.cohere import error_in, usage_of
from toolwire.dialects.cohere_v1.echo import composed, echo_of
from toolwire.dialects.cohere_v1.history import call_of
from toolwire.dialects.events import Frames
from toolwire.dialects.fold import EventTable, Fold, by_member
from toolwire.dialects.part import OpenPart
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import Json, JsonObject, ToolCall
from toolwire.model.reply import ABSENT, CallDelta, Event


class _Pieces(OpenPart):
    """A call that is being streamed; of its names the last counts."""

    name: str | None = None

    def call(self) -> ToolCall:
        """Return the call as far as it came."""
        read = arguments_of(self.added("parameters"))
        return ToolCall(self.name, None, *read, self.pointer)


class _CohereV1Fold(Fold):
    """What the events up to here add up to."""

    streamed: dict[int | float | None, _Pieces] = field(default_factory=dict)
    whole: bool = False
    wire_calls: list[Json] = field(default_factory=list)


def read_stream(frames: Frames) -> Fold:
    """Fold the events of a stream."""
    state = _EVENTS.fold(_CohereV1Fold(), frames)
    if not state.whole:
        state.calls.extend(pieces.call() for pieces in state.streamed.values())
    if state.echo is None and state.complete and not state.unread:
        state.echo = composed(state.text(), state.wire_calls)
    return state


def _start(state: _CohereV1Fold, _event: Event, data: JsonObject) -> None:
    state.id = string_of(data.get("generation_id"))


def _text(state: _CohereV1Fold, event: Event, data: JsonObject) -> None:
    pointer = f"event[{event.number}]/text"
    if not state.say(data.get("text"), pointer):
        state.miss(pointer, "not a string")


def _chunk(state: _CohereV1Fold, event: Event, data: JsonObject) -> None:
    # Words beside calls come in these events too: at the top, or in the delta's own `text`.
    here = f"event[{event.number}]"
    delta = data.get("tool_call_delta", ABSENT)
    has_text = state.say(data.get("text"), f"{here}/text")
    if delta is ABSENT or (delta is None and has_text):
        return
    if not isinstance(delta, dict):
        state.miss(f"{here}/tool_call_delta", "not an object")
        return
    if not has_text:
        state.say(delta.get("text"), f"{here}/tool_call_delta/text")
    if delta.get("name") is not None or delta.get("parameters") is not None:
        _piece(state, event.number, delta)


def _piece(state: _CohereV1Fold, number: int, delta: JsonObject) -> None:
    pointer = f"event[{number}]/tool_call_delta"
    index, name, fragment = (delta.get(key, ABSENT) for key in ("index", "name", "parameters"))
    state.deltas.append(CallDelta(number, pointer, 0, index, name=name, arguments=fragment))
    # The types say that an index is a float.
    key = index if isinstance(index, int | float) else None
    call = state.streamed.setdefault(key, _Pieces(pointer, {}))
    if isinstance(name, str):
        call.name = name
    if not call.grow("parameters", fragment) and delta.get("parameters") is not None:
        state.miss(f"{pointer}/parameters", "not a string")


def _generation(state: _CohereV1Fold, event: Event, data: JsonObject) -> None:
    here = f"event[{event.number}]"
    if not state.texts:
        state.say(data.get("text"), f"{here}/text")
    # Behind the end these are the calls that were read there: each is made once.
    if not (state.complete and items_of(data.get("tool_calls")) == state.wire_calls):
        _calls(state, data.get("tool_calls"), f"{here}/tool_calls")


def _calls(state: _CohereV1Fold, entries: Json, pointer: str) -> None:
    state.whole = True
    for where, entry in state.objects(entries, pointer, null=False):
        state.calls.append(call_of(entry, where))
    state.wire_calls.extend(items_of(entries))


def _end(state: _CohereV1Fold, event: Event, data: JsonObject) -> None:
    here = f"event[{event.number}]"
    state.complete = True
    response = object_of(data.get("response"))
    if not state.stops(data.get("finish_reason"), f"{here}/finish_reason"):
        state.stops(response.get("finish_reason"), f"{here}/response/finish_reason")
    state.usage = usage_of(response.get("meta"))
    state.id = state.id or string_of(response.get("generation_id"))
    if not state.texts:
        state.say(response.get("text"), f"{here}/response/text")
    if not state.whole and response.get("tool_calls") is not None:
        _calls(state, response["tool_calls"], f"{here}/response/tool_calls")
    state.echo = echo_of(event.data.encode("utf-8", "replace"), response, ("response",))


def _other(state: _CohereV1Fold, event: Event, data: JsonObject) -> None:
    if data.get("event_type") is None:
        state.error = state.error or error_in(data, f"event[{event.number}]")


_EVENTS: EventTable[_CohereV1Fold] = EventTable(
    kind=by_member("event_type"),
    handlers={
        "stream-end": _end,
        "stream-start": _start,
        "text-generation": _text,
        "tool-calls-chunk": _chunk,
        "tool-calls-generation": _generation,
    },
    other=_other,
    odd=Fold.pass_over,
)
