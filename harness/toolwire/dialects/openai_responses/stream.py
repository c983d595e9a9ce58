"""Streamed responses: events to deltas and to the output items they add up to.

A stream without item events is read from its last event's `output`.
Source: openai 3.52.0 `types/responses/response_stream_event.py` and the events it names,
`lib/streaming/responses/`, read 2026-11-21. Unlike the SDK nothing is dropped or refused.
"""

from __future__ import annotations

from typing import Final

from msgspec import field

from toolwire.dialects.events import Frames
from toolwire.dialects.fold import EventTable, Fold
from toolwire.dialects.openai import goes_on, usage_of
from toolwire.dialects.openai_responses.assemble import PIECES, Items, OutputItem
from toolwire.dialects.openai_responses.errors import error_in, error_of_event, error_of_response
from toolwire.dialects.openai_responses.message import CALLS, take_item
from toolwire.dialects.openai_responses.raw import item_of, items_in
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import ABSENT, Absent, CallDelta, Event, WireError

#: Names of the two counts of a `usage`.
COUNTS: Final = ("input_tokens", "output_tokens")


class _ResponsesFold(Fold):
    """What the events up to here add up to.

    `place` and `fragments` remember where the last fragment went, since the next one nearly
    always goes there too. `resumed` says that the events before were not asked for.
    """

    items: Items = field(default_factory=Items)
    resumed: bool = False
    place: tuple[Json, ...] | None = None
    fragments: list[str] = field(default_factory=list)
    first_text: str = ""
    response: JsonObject = field(default_factory=dict)
    last: Event | None = None


def read_stream(frames: Frames) -> Fold:
    """Fold the events of a stream."""
    state = _EVENTS.fold(_ResponsesFold(resumed=goes_on(frames.events)), frames)
    response, last = state.response, state.last
    if state.resumed and len(items_of(response.get("output"))) > len(state.items.opened):
        # Only the finished response has the items that were told before.
        state.items, state.first_text = Items(), ""
    for item in state.items.ordered():
        take_item(state, item.whole(), item.done_pointer or item.pointer, item.pointer)
    if state.first_text and state.texts:
        state.text_pointer = state.first_text
    if last is not None:
        here = f"event[{last.number}]/response"
        if not state.items.opened:
            for number, output in enumerate(items_of(response.get("output"))):
                take_item(state, object_of(output), f"{here}/output/{number}")
        # Until the last event the status is that of a response under way.
        state.stops(response.get("status"), f"{here}/status")
        state.complete = True
    state.usage = usage_of(response.get("usage"), *COUNTS)
    state.id, state.model = string_of(response.get("id")), string_of(response.get("model"))
    state.echo = _echo(state)
    return state


def _kind(event: Event, data: JsonObject) -> Json:
    return data.get("type", event.name)


def _begun(state: _ResponsesFold, event: Event, data: JsonObject) -> None:
    response = data.get("response")
    if not isinstance(response, dict):
        state.miss(f"event[{event.number}]/response", "not an object")
    elif not state.response:
        state.response = response
    elif _kind(event, data) == "response.created" and response.get("id") != state.response.get(
        "id"
    ):
        # One body is one response. Which of two is meant, nobody can say: the first is read,
        # and what follows is kept in the events only.
        state.miss(f"event[{event.number}]", "a second response in one stream")
        state.over = True


def _ended(state: _ResponsesFold, event: Event, data: JsonObject) -> None:
    state.last = event
    prefix = f"event[{event.number}]/response"
    response = data.get("response")
    if isinstance(response, dict):
        state.response = {**state.response, **response}
    else:
        state.miss(prefix, "not an object")
        response = {}
    error = error_of_response(response, prefix)
    if error is None and _kind(event, data) == "response.failed":
        error = WireError("", None, prefix)
    state.error = state.error or error


def _failed(state: _ResponsesFold, event: Event, data: JsonObject) -> None:
    state.error = state.error or error_of_event(data, f"event[{event.number}]")


def _item_added(state: _ResponsesFold, event: Event, data: JsonObject) -> None:
    start, index = data.get("item"), data.get("output_index", ABSENT)
    if isinstance(start, dict):
        before = state.items.find(index, start.get("id"))
        if before is not None and before.index == index and _opened_again(before, start):
            state.miss(f"event[{event.number}]/item", "an item that is open already")
            return
        _open(state, event, start, index)
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


def _item_done(state: _ResponsesFold, event: Event, data: JsonObject) -> None:
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


def _opened_again(before: OutputItem, start: JsonObject) -> bool:
    """Return whether an item that is open is told to open once more: it is one item all the same."""
    named = start.get("id") or start.get("call_id")
    return bool(named) and before.done is None and _same(before.start, start)


def _same(one: JsonObject, other: JsonObject) -> bool:
    return all(one.get(key) == other.get(key) for key in ("type", "id", "call_id"))


def _delta(state: _ResponsesFold, event: Event, data: JsonObject) -> None:
    # Nine of ten events of a stream pass here.
    get = data.get
    text, kind = get("delta"), get("type", event.name)
    where = (
        kind,
        get("item_id"),
        get("output_index"),
        get("content_index"),
        get("summary_index"),
    )
    if where != state.place or not isinstance(text, str):
        member, numbered, part, _ = PIECES[str(kind)]
        if part == "output_text" and not state.first_text:
            state.first_text = f"event[{event.number}]/delta"
        item = _item(state, event, data, "delta")
        if item is None or not isinstance(text, str):
            return
        state.place, state.fragments = where, item.texts(member, data.get(numbered), part)
    if text:
        state.fragments.append(text)


def _arguments_delta(state: _ResponsesFold, event: Event, data: JsonObject) -> None:
    number = event.number
    index, text = data.get("output_index", ABSENT), data.get("delta", ABSENT)
    state.deltas.append(CallDelta(number, f"event[{number}]", 0, index, arguments=text))
    _delta(state, event, data)


def _repeated(state: _ResponsesFold, event: Event, data: JsonObject) -> None:
    """Take the whole of what the fragments before it made; it counts where there were none."""
    member, numbered, part, source = PIECES[str(_kind(event, data))]
    item, text = _item(state, event, data, source), data.get(source)
    if item is not None and isinstance(text, str):
        texts = item.texts(member, data.get(numbered), part)
        if text and not texts:
            texts.append(text)


def _item(state: _ResponsesFold, event: Event, data: JsonObject, source: str) -> OutputItem | None:
    """Return the item of a piece; None, with a note, when there is none or it has no text."""
    item = state.items.find(data.get("output_index"), data.get("item_id"))
    if item is None:
        if not state.resumed:
            state.miss(f"event[{event.number}]", "a piece of an item that was not opened")
    elif not isinstance(data.get(source), str):
        state.miss(f"event[{event.number}]/{source}", "not a string")
    return item


def _part_added(state: _ResponsesFold, _event: Event, data: JsonObject) -> None:
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


def _other(state: _ResponsesFold, event: Event, data: JsonObject) -> None:
    state.error = state.error or error_in(data, f"event[{event.number}]")


# An end marker is no part of the format, but sent by servers that come from Chat Completions.
_EVENTS: EventTable[_ResponsesFold] = EventTable(
    kind=_kind,
    handlers={
        **{
            kind: _delta if piece.source == "delta" else _repeated for kind, piece in PIECES.items()
        },
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
    },
    other=_other,
    odd=Fold.pass_over,
)


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
