"""Streamed events folded into a reply.

Source: cohere 7.3.1 `types/streamed_chat_response.py` and the event types it names, read
2026-11-21. Calls come up to three times: in pieces (`tool-calls-chunk`), whole
(`tool-calls-generation`) and in the response that `stream-end` repeats. The whole ones are the
reply's; pieces only where a stream breaks off before them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from toolwire.dialects.arguments import arguments_of
from toolwire.dialects.cohere import error_in, usage_of
from toolwire.dialects.cohere_v1.echo import composed, echo_of
from toolwire.dialects.cohere_v1.history import calls_of, strays
from toolwire.dialects.events import DONE
from toolwire.dialects.fold import Fold
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import Json, JsonObject, ToolCall
from toolwire.model.reply import ABSENT, CallDelta, Event, Reply, Unread, Usage


@dataclass(slots=True)
class _Pieces:
    """A call that is being streamed."""

    pointer: str
    name: str | None = None
    fragments: list[str] = field(default_factory=list)

    def call(self) -> ToolCall:
        """Return the call as far as it came."""
        text = "".join(self.fragments) if self.fragments else None
        value, raw, problem = arguments_of(text)
        return ToolCall(self.name, None, value, raw, problem, self.pointer)


@dataclass(slots=True)
class _CohereV1Fold(Fold):
    """What the events up to here add up to."""

    texts: list[str] | None = None
    text_pointer: str = ""
    streamed: dict[int | float | None, _Pieces] = field(default_factory=dict)
    whole: list[ToolCall] | None = None
    wire_calls: list[Json] = field(default_factory=list)
    id: str | None = None
    usage: Usage | None = None
    echo: bytes | None = None

    def say(self, text: Json, pointer: str) -> bool:
        """Add a piece of text; say whether it is one."""
        if not isinstance(text, str):
            return False
        if self.texts is None:
            self.texts, self.text_pointer = [], pointer
        self.texts.append(text)
        return True


def fold(
    events: tuple[Event, ...], broken: tuple[Unread, ...]
) -> tuple[Reply, tuple[CallDelta, ...]]:
    """Fold the events of a stream; `broken` is what the framing could not finish."""
    state = _CohereV1Fold()
    for event in events:
        data = event.json
        if not isinstance(data, dict):
            if event.data != DONE:
                state.no_object(event)
            continue
        kind = data.get("event_type")
        handle = _HANDLERS.get(kind) if isinstance(kind, str) else None
        if handle is not None:
            handle(state, event, data)
        elif kind is None and state.error is None:
            state.error = error_in(data, f"event[{event.number}]")
    state.unread.extend(broken)
    return _reply(state), tuple(state.deltas)


def _start(state: _CohereV1Fold, _event: Event, data: JsonObject) -> None:
    state.id = string_of(data.get("generation_id"))


def _text(state: _CohereV1Fold, event: Event, data: JsonObject) -> None:
    pointer = f"event[{event.number}]/text"
    if not state.say(data.get("text"), pointer):
        state.unread.append(Unread(pointer, "not a string"))


def _chunk(state: _CohereV1Fold, event: Event, data: JsonObject) -> None:
    # Words beside calls come in these events too: at the top, or in the delta's own `text`.
    here = f"event[{event.number}]"
    delta = data.get("tool_call_delta", ABSENT)
    said = state.say(data.get("text"), f"{here}/text")
    if delta is ABSENT or (delta is None and said):
        return
    if not isinstance(delta, dict):
        state.unread.append(Unread(f"{here}/tool_call_delta", "not an object"))
        return
    if not said:
        state.say(delta.get("text"), f"{here}/tool_call_delta/text")
    if delta.get("name") is not None or delta.get("parameters") is not None:
        _piece(state, event.number, delta)


def _piece(state: _CohereV1Fold, number: int, delta: JsonObject) -> None:
    pointer = f"event[{number}]/tool_call_delta"
    index, name, fragment = delta.get("index"), delta.get("name"), delta.get("parameters")
    state.deltas.append(
        CallDelta(
            event=number,
            pointer=pointer,
            choice=0,
            index=delta.get("index", ABSENT),
            name=delta.get("name", ABSENT),
            arguments=delta.get("parameters", ABSENT),
        )
    )
    # The types say that an index is a float.
    key = index if isinstance(index, int | float) else None
    call = state.streamed.setdefault(key, _Pieces(pointer))
    if isinstance(name, str):
        call.name = name
    if isinstance(fragment, str):
        call.fragments.append(fragment)
    elif fragment is not None:
        state.unread.append(Unread(f"{pointer}/parameters", "not a string"))


def _generation(state: _CohereV1Fold, event: Event, data: JsonObject) -> None:
    here = f"event[{event.number}]"
    if state.texts is None:
        state.say(data.get("text"), f"{here}/text")
    _calls(state, data.get("tool_calls"), f"{here}/tool_calls")


def _calls(state: _CohereV1Fold, entries: Json, pointer: str) -> None:
    state.unread.extend(strays(entries, pointer))
    if state.whole is None:
        state.whole = []
    state.whole.extend(calls_of(entries, pointer))
    state.wire_calls.extend(items_of(entries))


def _end(state: _CohereV1Fold, event: Event, data: JsonObject) -> None:
    here = f"event[{event.number}]"
    state.complete = True
    response = object_of(data.get("response"))
    for holder, place in ((data, here), (response, f"{here}/response")):
        stop = holder.get("finish_reason")
        if isinstance(stop, str):
            state.stop, state.stop_pointer = stop, f"{place}/finish_reason"
            break
    state.usage = usage_of(response.get("meta"))
    state.id = state.id or string_of(response.get("generation_id"))
    if state.texts is None:
        state.say(response.get("text"), f"{here}/response/text")
    if state.whole is None and response.get("tool_calls") is not None:
        _calls(state, response["tool_calls"], f"{here}/response/tool_calls")
    state.echo = echo_of(event.data.encode("utf-8", "replace"), response, ("response",))


_HANDLERS: Mapping[str, Callable[[_CohereV1Fold, Event, JsonObject], None]] = {
    "stream-end": _end,
    "stream-start": _start,
    "text-generation": _text,
    "tool-calls-chunk": _chunk,
    "tool-calls-generation": _generation,
}


def _reply(state: _CohereV1Fold) -> Reply:
    text = None if state.texts is None else "".join(state.texts)
    calls = state.whole
    if calls is None:
        calls = [pieces.call() for pieces in state.streamed.values()]
    echo = state.echo
    if echo is None and state.complete and not state.unread:
        echo = composed(text, state.wire_calls)
    return Reply(
        text=text,
        tool_calls=tuple(calls),
        stop=state.stop,
        usage=state.usage,
        id=state.id,
        error=state.error,
        echo=echo,
        complete=state.complete,
        unread=tuple(state.unread),
        text_pointer=state.text_pointer,
        stop_pointer=state.stop_pointer,
    )
