"""Streamed events folded into a reply, keyed by `contentBlockIndex`.

Blocks of text and of reasoning are not announced: their first delta opens them. Arguments
come as pieces of a JSON text; no piece at all, or empty ones, mean `{}`.
Source: botocore 1.44.5 service model `bedrock-runtime`, `ConverseStreamOutput`, read 2026-11-21.
"""

from __future__ import annotations

from msgspec import field

from toolwire.dialects.bedrock_converse.assemble import Growing
from toolwire.dialects.bedrock_converse.message import COUNTS, is_served
from toolwire.dialects.body import dumped
from toolwire.dialects.count import usage_of
from toolwire.dialects.events import Frames
from toolwire.dialects.fold import EventTable, Fold
from toolwire.dialects.part import OpenParts
from toolwire.io.json_text import JsonError, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import ABSENT, Absent, CallDelta, Event, UnreadKind


class _ConverseFold(Fold):
    """What the events up to here add up to."""

    blocks: OpenParts[Growing] = field(default_factory=OpenParts)
    started: bool = False


def read_stream(frames: Frames) -> Fold:
    """Fold the events of a stream; errors are told by its framing."""
    state = _EVENTS.fold(_ConverseFold(error=frames.error), frames)
    for block in state.blocks.opened:
        state.say(block.added("text"), block.pointer)
        state.think(block.added("thought"))
        start = block.call_start
        if start is not None and not is_served(start):
            state.call(block.call(start))
    state.echo = None if frames.broken else _echo(state)
    return state


def _message_start(state: _ConverseFold, event: Event, _data: JsonObject) -> None:
    if state.started or state.complete:
        # One response is one message. Which of two is meant, nobody can say: the first
        # is read, and what follows is kept in the events only.
        state.miss(f"event[{event.number}]", "a second message in one stream")
        state.over = True
    state.started = True


def _block_start(state: _ConverseFold, event: Event, data: JsonObject) -> None:
    here = f"event[{event.number}]/start"
    start, index = data.get("start"), data.get("contentBlockIndex", ABSENT)
    if not isinstance(start, dict):
        state.miss(here, "not an object")
        return
    if "toolUse" not in start:
        state.blocks.add(Growing(here, start), index)
        return
    pointer = f"{here}/toolUse"
    call = state.blocks.add(Growing(pointer, start), index).call_start
    if call is None:
        state.miss(pointer, "not an object")
    elif not is_served(call):
        identity, name = call.get("toolUseId", ABSENT), call.get("name", ABSENT)
        kind = call.get("type", ABSENT)
        state.deltas.append(CallDelta(event.number, pointer, 0, index, identity, name, kind))


def _block_delta(state: _ConverseFold, event: Event, data: JsonObject) -> None:
    # Nine of ten events of a stream pass here.
    number, delta, index = event.number, data.get("delta"), data.get("contentBlockIndex", ABSENT)
    if not isinstance(delta, dict):
        state.miss(f"event[{number}]/delta", "not an object")
        return
    block = state.blocks.find(index)
    if "toolUse" in delta:
        _input(state, number, delta["toolUse"], index, block)
        return
    if block is None:
        block = state.blocks.add(Growing(f"event[{number}]/delta", {}), index)
    for kind, value in delta.items():
        if not block.take(kind, value):
            state.miss(f"event[{number}]/delta/{kind}", "not of the documented type")


def _input(
    state: _ConverseFold, number: int, piece: Json, index: Json | Absent, block: Growing | None
) -> None:
    pointer = f"event[{number}]/delta/toolUse"
    holder = object_of(piece)
    call = None if block is None else block.call_start
    if call is None or not is_served(call):
        arguments = holder.get("input", ABSENT)
        state.deltas.append(CallDelta(number, pointer, 0, index, arguments=arguments))
    if block is None or call is None:
        state.miss(f"event[{number}]", "a piece of a call that was not started")
    elif not block.take("toolUse", holder.get("input")):
        state.miss(f"{pointer}/input", "not a string")


def _message_stop(state: _ConverseFold, event: Event, data: JsonObject) -> None:
    state.complete = True
    state.stops(data.get("stopReason"), f"event[{event.number}]/stopReason")


def _metadata(state: _ConverseFold, _event: Event, data: JsonObject) -> None:
    state.usage = usage_of(data.get("usage"), *COUNTS) or state.usage


def _odd(state: _ConverseFold, event: Event) -> None:
    state.no_object(event)
    # The end of a message is told by its name alone.
    state.complete = state.complete or event.name == "messageStop"


def _kind(event: Event, data: JsonObject) -> str | None:
    """Return the name of an event; None where its members stand in an object of that name.

    Lines without a name are kept as they stand.
    """
    name = event.name or ""
    return None if len(data) == 1 and isinstance(data.get(name), dict) else name


def _wrapped(state: _ConverseFold, event: Event) -> None:
    reason = "its members stand in an object of its name"
    state.miss(f"event[{event.number}]", reason, UnreadKind.WRAPPED)


_EVENTS: EventTable[_ConverseFold] = EventTable(
    kind=_kind,
    handlers={
        "contentBlockDelta": _block_delta,
        "contentBlockStart": _block_start,
        "messageStart": _message_start,
        "messageStop": _message_stop,
        "metadata": _metadata,
    },
    odd=_odd,
    lost=_wrapped,
)


def _echo(state: _ConverseFold) -> bytes | None:
    # A message cut off, or one with a part that could not be read, cannot be said again.
    if not (state.complete and state.assembled and (state.started or state.blocks.opened)):
        return None
    try:
        blocks = [block.whole() for block in state.blocks.opened]
    except (JsonError, UnicodeError):
        return None
    return None if None in blocks else dumped([block for block in blocks if block])
