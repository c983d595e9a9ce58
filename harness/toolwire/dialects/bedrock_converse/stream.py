"""Streamed events folded into a reply, keyed by `contentBlockIndex`.

Blocks of text and of reasoning are not announced: their first delta opens them. Arguments
come as pieces of a JSON text; no piece at all, or empty ones, mean `{}`.
Source: botocore 1.44.5 service model `bedrock-runtime`, `ConverseStreamOutput`, read 2026-11-21.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from toolwire.dialects.bedrock_converse.assemble import Growing
from toolwire.dialects.bedrock_converse.frames import Frames
from toolwire.dialects.bedrock_converse.message import is_served, tokens
from toolwire.dialects.fold import Fold
from toolwire.io.json_text import JsonError, dump, object_of
from toolwire.model.conversation import Json, JsonObject, ToolCall
from toolwire.model.reply import ABSENT, Absent, CallDelta, Reply, Usage


@dataclass(slots=True)
class _ConverseFold(Fold):
    """What the events up to here add up to."""

    blocks: list[Growing] = field(default_factory=list)
    open: dict[int | None, Growing] = field(default_factory=dict)
    usage: Usage | None = None
    started: bool = False

    def begin(self, pointer: str, start: JsonObject, index: Json | Absent) -> Growing:
        """Open a block; one that had this index stays as it is."""
        block = Growing(pointer, start)
        self.blocks.append(block)
        self.open[_key(index)] = block
        return block


def fold(frames: Frames) -> tuple[Reply, tuple[CallDelta, ...]]:
    """Fold the events of a stream into a reply and the pieces of its calls."""
    state = _ConverseFold()
    for event in frames.events:
        data = event.json
        if not isinstance(data, dict):
            state.no_object(event)
            # The end of a message is told by its name alone.
            state.complete = state.complete or event.name == "messageStop"
            continue
        if event.name == "messageStart" and (state.started or state.complete):
            # One response is one message. Which of two is meant, nobody can say: the first
            # is read, and what follows is kept in the events only.
            state.miss(f"event[{event.number}]", "a second message in one stream")
            break
        handle = _HANDLERS.get(event.name or "")
        if handle is not None:
            handle(state, event.number, data)
    for problem in frames.broken:
        state.miss(problem.pointer, problem.reason)
    return _reply(state, frames), tuple(state.deltas)


def _message_start(state: _ConverseFold, _number: int, _data: JsonObject) -> None:
    state.started = True


def _block_start(state: _ConverseFold, number: int, data: JsonObject) -> None:
    start, index = data.get("start"), data.get("contentBlockIndex", ABSENT)
    if not isinstance(start, dict):
        state.miss(f"event[{number}]/start", "not an object")
        return
    pointer = f"event[{number}]/start/toolUse"
    block = state.begin(pointer if "toolUse" in start else f"event[{number}]/start", start, index)
    if "toolUse" not in start:
        return
    call = block.call_start
    if call is None:
        state.miss(pointer, "not an object")
    elif not is_served(call):
        state.deltas.append(
            CallDelta(
                event=number,
                pointer=pointer,
                choice=0,
                index=index,
                id=call.get("toolUseId", ABSENT),
                name=call.get("name", ABSENT),
                kind=call.get("type", ABSENT),
            )
        )


def _block_delta(state: _ConverseFold, number: int, data: JsonObject) -> None:
    # Nine of ten events of a stream pass here.
    delta, index = data.get("delta"), data.get("contentBlockIndex", ABSENT)
    if not isinstance(delta, dict):
        state.miss(f"event[{number}]/delta", "not an object")
        return
    block = state.open.get(_key(index))
    if "toolUse" in delta:
        _input(state, number, delta["toolUse"], index, block)
        return
    if block is None:
        block = state.begin(f"event[{number}]/delta", {}, index)
    for kind, value in delta.items():
        if not block.grow(kind, value):
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
    elif not block.grow("toolUse", holder.get("input")):
        state.miss(f"{pointer}/input", "not a string")


def _message_stop(state: _ConverseFold, number: int, data: JsonObject) -> None:
    state.complete = True
    reason = data.get("stopReason")
    if isinstance(reason, str):
        state.stop, state.stop_pointer = reason, f"event[{number}]/stopReason"


def _metadata(state: _ConverseFold, _number: int, data: JsonObject) -> None:
    state.usage = tokens(object_of(data.get("usage"))) or state.usage


_HANDLERS: Mapping[str, Callable[[_ConverseFold, int, JsonObject], None]] = {
    "contentBlockDelta": _block_delta,
    "contentBlockStart": _block_start,
    "messageStart": _message_start,
    "messageStop": _message_stop,
    "metadata": _metadata,
}


def _key(index: Json | Absent) -> int | None:
    return index if type(index) is int else None


def _joined(state: _ConverseFold, kind: str) -> str | None:
    found = [text for block in state.blocks if (text := block.joined(kind)) is not None]
    return "".join(found) if found else None


def _calls(state: _ConverseFold) -> tuple[ToolCall, ...]:
    started = ((block, block.call_start) for block in state.blocks)
    calls = tuple(
        b.call(start) for b, start in started if start is not None and not is_served(start)
    )
    for call in calls:
        if call.parse_error is not None:
            state.miss(call.pointer, f"arguments: {call.parse_error}")
    return calls


def _reply(state: _ConverseFold, frames: Frames) -> Reply:
    calls = _calls(state)
    first = next((b for b in state.blocks if b.joined("text") is not None), None)
    return Reply(
        text=_joined(state, "text"),
        tool_calls=calls,
        stop=state.stop,
        usage=state.usage,
        reasoning=_joined(state, "thought"),
        error=frames.error,
        echo=_echo(state),
        complete=state.complete,
        unread=tuple(state.unread),
        text_pointer="" if first is None else first.pointer,
        stop_pointer=state.stop_pointer,
    )


def _echo(state: _ConverseFold) -> bytes | None:
    # A message cut off, or one with a part that could not be read, cannot be said again.
    if not (state.complete and state.assembled and (state.started or state.blocks)):
        return None
    try:
        blocks = [block.whole() for block in state.blocks]
        return None if None in blocks else dump([block for block in blocks if block])
    except (JsonError, UnicodeError):
        return None
