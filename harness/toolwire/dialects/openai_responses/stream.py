"""Streamed responses: events to deltas and to the output items they add up to.

A stream without item events is read from its last event's `output`.
Source: openai 3.52.0 `types/responses/response_stream_event.py` and the events it names,
`lib/streaming/responses/`, read 2026-11-21. Unlike the SDK nothing is dropped or refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from toolwire.dialects.events import DONE, cut_off, noted
from toolwire.dialects.openai import usage_of
from toolwire.dialects.openai_responses.assemble import PIECES, Items, OutputItem
from toolwire.dialects.openai_responses.errors import (
    error_at,
    error_of_event,
    error_of_response,
)
from toolwire.dialects.openai_responses.message import CALLS, Contents
from toolwire.dialects.openai_responses.raw import item_of, items_in
from toolwire.io.framing.sse import DecodedSse
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import ABSENT, Absent, CallDelta, Event, Reply, Unread, WireError

#: Names of the two counts of a `usage`.
COUNTS: Final = ("input_tokens", "output_tokens")


@dataclass(slots=True)
class _ResponsesFold:
    """What the events up to here add up to.

    `place` and `texts` remember where the last fragment went, since the next one nearly
    always goes there too.
    """

    items: Items = field(default_factory=Items)
    deltas: list[CallDelta] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    place: tuple[Json, ...] | None = None
    texts: list[str] = field(default_factory=list)
    text_pointer: str = ""
    response: JsonObject = field(default_factory=dict)
    last: Event | None = None
    error: WireError | None = None
    over: bool = False

    def miss(self, pointer: str, reason: str) -> None:
        """Keep note of a part that could not be read."""
        self.unread.append(Unread(pointer, reason))


def read_stream(stream: DecodedSse) -> tuple[tuple[Event, ...], tuple[CallDelta, ...], Reply]:
    """Read a decoded event stream: its events, its call deltas, and what they add up to."""
    state = _ResponsesFold()
    events: list[Event] = []
    for number, frame in enumerate(stream.events):
        if frame.data == DONE:
            # Not part of the format, but sent by servers that come from Chat Completions.
            events.append(Event(number, frame.name, DONE))
            continue
        event = noted(number, frame.name, frame.data, state.unread)
        events.append(event)
        data = event.json
        if not isinstance(data, dict):
            if data is not ABSENT:
                state.miss(f"event[{number}]", "not an object")
            continue
        kind = data.get("type", frame.name)
        handle = _HANDLERS.get(kind) if isinstance(kind, str) else None
        if handle is not None and isinstance(kind, str) and not state.over:
            handle(state, event, data, kind)
        elif handle is None and "error" in data:
            state.error = state.error or error_at(data, f"event[{number}]")
    state.unread.extend(cut_off(stream))
    return tuple(events), tuple(state.deltas), _reply(state)


def _begun(state: _ResponsesFold, event: Event, data: JsonObject, kind: str) -> None:
    response = data.get("response")
    if not isinstance(response, dict):
        state.miss(f"event[{event.number}]/response", "not an object")
    elif not state.response:
        state.response = response
    elif kind == "response.created" and response.get("id") != state.response.get("id"):
        # One body is one response. Which of two is meant, nobody can say: the first is read,
        # and what follows is kept in the events only.
        state.miss(f"event[{event.number}]", "a second response in one stream")
        state.over = True


def _ended(state: _ResponsesFold, event: Event, data: JsonObject, kind: str) -> None:
    state.last = event
    prefix = f"event[{event.number}]/response"
    response = data.get("response")
    if isinstance(response, dict):
        state.response = {**state.response, **response}
    else:
        state.miss(prefix, "not an object")
        response = {}
    error = error_of_response(response, prefix)
    if error is None and kind == "response.failed":
        error = WireError("", None, prefix)
    state.error = state.error or error


def _failed(state: _ResponsesFold, event: Event, data: JsonObject, _kind: str) -> None:
    state.error = state.error or error_of_event(data, event.number)


def _item_added(state: _ResponsesFold, event: Event, data: JsonObject, _kind: str) -> None:
    start = data.get("item")
    if isinstance(start, dict):
        _open(state, event, start, data.get("output_index", ABSENT))
    else:
        state.miss(f"event[{event.number}]/item", "not an object")


def _open(
    state: _ResponsesFold, event: Event, start: JsonObject, index: Json | Absent
) -> OutputItem:
    item = OutputItem(f"event[{event.number}]/item", start, index)
    state.items.open(item)
    state.place = None
    kind = start.get("type")
    member = CALLS.get(kind) if isinstance(kind, str) else None
    if member is not None:
        state.deltas.append(
            CallDelta(
                event=event.number,
                pointer=item.pointer,
                choice=0,
                index=index,
                id=start.get("call_id", ABSENT),
                name=start.get("name", ABSENT),
                kind=kind,
                arguments=start.get(member, ABSENT),
            )
        )
    return item


def _item_done(state: _ResponsesFold, event: Event, data: JsonObject, _kind: str) -> None:
    done = data.get("item")
    if not isinstance(done, dict):
        state.miss(f"event[{event.number}]/item", "not an object")
        return
    index = data.get("output_index", ABSENT)
    item = state.items.find(index, done.get("id"))
    if item is None or (item.done is not None and not _same(item.done, done)):
        item = _open(state, event, done, index)
    item.done = done
    item.done_pointer = f"event[{event.number}]/item"
    item.raw = item_of(event.data)


def _same(one: JsonObject, other: JsonObject) -> bool:
    return all(one.get(key) == other.get(key) for key in ("type", "id", "call_id"))


def _delta(state: _ResponsesFold, event: Event, data: JsonObject, kind: str) -> None:
    # Nine of ten events of a stream pass here.
    get = data.get
    text = get("delta")
    where = (
        kind,
        get("item_id"),
        get("output_index"),
        get("content_index"),
        get("summary_index"),
    )
    if where != state.place or not isinstance(text, str):
        member, numbered, part, _ = PIECES[kind]
        if part == "output_text" and not state.text_pointer:
            state.text_pointer = f"event[{event.number}]/delta"
        item = _item(state, event, data, "delta")
        if item is None or not isinstance(text, str):
            return
        state.place, state.texts = where, item.texts(member, data.get(numbered), part)
    if text:
        state.texts.append(text)


def _arguments_delta(state: _ResponsesFold, event: Event, data: JsonObject, kind: str) -> None:
    number = event.number
    index, text = data.get("output_index", ABSENT), data.get("delta", ABSENT)
    state.deltas.append(CallDelta(number, f"event[{number}]", 0, index, arguments=text))
    _delta(state, event, data, kind)


def _repeated(state: _ResponsesFold, event: Event, data: JsonObject, kind: str) -> None:
    """Take the whole of what the fragments before it made; it counts where there were none."""
    member, numbered, part, source = PIECES[kind]
    item, text = _item(state, event, data, source), data.get(source)
    if item is not None and isinstance(text, str):
        texts = item.texts(member, data.get(numbered), part)
        if text and not texts:
            texts.append(text)


def _item(state: _ResponsesFold, event: Event, data: JsonObject, source: str) -> OutputItem | None:
    """Return the item of a piece; None, with a note, when there is none or it has no text."""
    item = state.items.find(data.get("output_index"), data.get("item_id"))
    if item is None:
        state.miss(f"event[{event.number}]", "a piece of an item that was not opened")
    elif not isinstance(data.get(source), str):
        state.miss(f"event[{event.number}]/{source}", "not a string")
    return item


def _part_added(state: _ResponsesFold, _event: Event, data: JsonObject, _kind: str) -> None:
    """Begin a part, so that one that stays empty is told from one that never came."""
    part = object_of(data.get("part"))
    kind, text = part.get("type"), part.get("text")
    item = state.items.find(data.get("output_index"), data.get("item_id"))
    if item is None or not isinstance(kind, str):
        return
    member = "summary" if kind == "summary_text" else "content"
    texts = item.texts(member, data.get(f"{member}_index"), kind)
    if isinstance(text, str) and text and not texts:
        texts.append(text)


_HANDLERS: Final[Mapping[str, Callable[[_ResponsesFold, Event, JsonObject, str], None]]] = {
    **{kind: _delta if piece.source == "delta" else _repeated for kind, piece in PIECES.items()},
    "response.custom_tool_call_input.delta": _arguments_delta,
    "response.function_call_arguments.delta": _arguments_delta,
    "error": _failed,
    "response.completed": _ended,
    "response.content_part.added": _part_added,
    "response.created": _begun,
    "response.failed": _ended,
    "response.in_progress": _begun,
    "response.incomplete": _ended,
    "response.output_item.added": _item_added,
    "response.output_item.done": _item_done,
    "response.queued": _begun,
    "response.reasoning_summary_part.added": _part_added,
}


def _reply(state: _ResponsesFold) -> Reply:
    contents = _contents(state)
    last, response = state.last, state.response
    # Until the last event the status is that of a response under way.
    stop = None if last is None else string_of(response.get("status"))
    return Reply(
        text=contents.text,
        tool_calls=tuple(contents.calls),
        stop=stop,
        usage=usage_of(response.get("usage"), *COUNTS),
        reasoning=contents.reasoning,
        id=string_of(response.get("id")),
        model=string_of(response.get("model")),
        error=state.error,
        echo=_echo(state),
        complete=last is not None,
        unread=tuple(state.unread),
        text_pointer=contents.text_pointer,
        stop_pointer=(
            "" if stop is None or last is None else f"event[{last.number}]/response/status"
        ),
    )


def _contents(state: _ResponsesFold) -> Contents:
    contents = Contents()
    for item in state.items.ordered():
        contents.take(item.whole(), item.done_pointer or item.pointer, item.pointer)
    if not state.items.opened and state.last is not None:
        prefix = f"event[{state.last.number}]/response/output"
        for number, output in enumerate(items_of(state.response.get("output"))):
            contents.take(object_of(output), f"{prefix}/{number}")
    elif contents.text is not None and state.text_pointer:
        contents.text_pointer = state.text_pointer
    return contents


def _echo(state: _ResponsesFold) -> bytes | None:
    """Return the output items as an array, each in its own bytes; None when some are missing.

    Finished items come from their own events, because that is where reasoning items have
    their whole `encrypted_content`.
    """
    if state.last is None or state.error is not None:
        return None
    raw = [item.raw for item in state.items.ordered() if item.raw is not None]
    if raw and len(raw) == len(state.items.opened):
        return b"[%b]" % b",".join(raw)
    output = state.response.get("output")
    whole = isinstance(output, list) and len(output) >= len(state.items.opened)
    return items_in(state.last.data) if whole else None
