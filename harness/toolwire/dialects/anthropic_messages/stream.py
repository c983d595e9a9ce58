"""Streamed events folded into a reply, keyed by content block index.

Source: anthropic 2.11.0 `lib/streaming/_messages.py` and `types/raw_*_event.py`, read
2026-11-21. Unlike the SDK nothing is dropped: what does not fit is kept as `Unread`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import msgspec

from toolwire.dialects.anthropic_messages.errors import error_event
from toolwire.dialects.count import count_of
from toolwire.dialects.fold import Fold
from toolwire.dialects.part import OpenPart
from toolwire.io.json_text import JsonError, dump, items_of, object_of, parse, string_of
from toolwire.model.conversation import Json, JsonObject, ToolCall
from toolwire.model.reply import ABSENT, Absent, CallDelta, Event, Reply, Unread, Usage

#: The type of a content block that asks the client to run a tool.
CALL = "tool_use"
_ARGUMENTS = "partial_json"
# Delta type -> the member that carries its fragment, which for all but arguments is also
# the member of the block it grows.
_FRAGMENTS: Mapping[str, str] = {
    "input_json_delta": _ARGUMENTS,
    "signature_delta": "signature",
    "text_delta": "text",
    "thinking_delta": "thinking",
}


@dataclass(slots=True)
class _Block(OpenPart):
    """A content block under way; streamed arguments are fragments of `partial_json`."""

    citations: list[Json] = field(default_factory=list)

    def call(self) -> ToolCall:
        """Return the finished call; joined arguments that are empty mean the opening input."""
        parts = self.fragments.get(_ARGUMENTS)
        raw = None if parts is None else "".join(parts)
        arguments, problem = self.start.get("input", {}), None
        if raw:
            try:
                arguments = parse(raw)
            except JsonError as error:
                arguments, problem = None, str(error)
        return ToolCall(
            name=string_of(self.start.get("name")),
            id=string_of(self.start.get("id")),
            arguments=arguments,
            raw=raw,
            parse_error=problem,
            pointer=self.pointer,
        )

    def whole(self) -> dict[str, object]:
        """Return the block in its blocking shape; streamed arguments keep their own bytes.

        Raises:
            JsonError: the arguments are not JSON.
        """
        out: dict[str, object] = dict(self.start)
        for member, parts in self.fragments.items():
            if member != _ARGUMENTS:
                out[member] = self.joined(member)
            elif text := "".join(parts):
                if self.start.get("type") != CALL:
                    parse(text)  # those of calls have been parsed already
                out["input"] = msgspec.Raw(text.encode())
        if self.citations:
            begun = self.start.get("citations")
            out["citations"] = [*(begun if isinstance(begun, list) else ()), *self.citations]
        return out


@dataclass(slots=True)
class _MessagesFold(Fold):
    """What the events up to here add up to."""

    blocks: list[_Block] = field(default_factory=list)
    open: dict[int | None, _Block] = field(default_factory=dict)
    message: JsonObject = field(default_factory=dict)
    usage: JsonObject = field(default_factory=dict)
    joined: bool = False


def fold(
    events: tuple[Event, ...], broken: tuple[Unread, ...]
) -> tuple[Reply, tuple[CallDelta, ...]]:
    """Fold the events of a stream; `broken` is what the framing could not finish."""
    state = _MessagesFold()
    for event in events:
        data = event.json
        if not isinstance(data, dict):
            state.no_object(event)
            data = {}
        kind = data.get("type")
        handle = _HANDLERS.get(kind) if isinstance(kind, str) else None
        if handle is not None:
            handle(state, event.number, data)
        elif state.error is None:
            state.error = error_event(event)
    state.unread.extend(broken)
    return _reply(state), tuple(state.deltas)


def tokens(usage: JsonObject) -> Usage | None:
    """Return input and output tokens of a `usage` object; None when it has neither."""
    counts = count_of(usage.get("input_tokens")), count_of(usage.get("output_tokens"))
    return None if counts == (None, None) else Usage(*counts)


def _message_start(state: _MessagesFold, number: int, data: JsonObject) -> None:
    message = data.get("message")
    if not isinstance(message, dict):
        state.miss(f"event[{number}]/message", "not an object")
        return
    if state.message:
        # One response is one message. The SDK passes over a second start and reads on: its
        # blocks come after those there are, and a delta still goes to the first block of
        # its index. What a client gets is what we report, with the second start unread.
        state.miss(f"event[{number}]", "a second message in one stream")
        state.joined = True
        return
    state.message = message
    state.usage.update(_said(object_of(message.get("usage"))))
    _stop(state, message, f"event[{number}]/message/stop_reason")
    # Empty but for programmatic tool calling, where a continued message opens with the
    # calls that the running code makes and may end without any block event.
    for index, start in enumerate(items_of(message.get("content"))):
        _open(state, number, f"event[{number}]/message/content/{index}", start, index)


def _block_start(state: _MessagesFold, number: int, data: JsonObject) -> None:
    pointer = f"event[{number}]/content_block"
    _open(state, number, pointer, data.get("content_block"), data.get("index", ABSENT))


def _open(
    state: _MessagesFold, number: int, pointer: str, start: Json, index: Json | Absent
) -> None:
    if not isinstance(start, dict):
        state.miss(pointer, "not an object")
        return
    block = _Block(pointer, start)
    state.blocks.append(block)
    if not (state.joined and _key(index) in state.open):
        state.open[_key(index)] = block
    if start.get("type") == CALL:
        state.deltas.append(
            CallDelta(
                event=number,
                pointer=pointer,
                choice=0,
                index=index,
                id=start.get("id", ABSENT),
                name=start.get("name", ABSENT),
                kind=CALL,
                arguments=start.get("input", ABSENT),
            )
        )


def _block_delta(state: _MessagesFold, number: int, data: JsonObject) -> None:
    # Nine of ten events of a stream pass here.
    delta = data.get("delta")
    if not isinstance(delta, dict):
        state.miss(f"event[{number}]/delta", "not an object")
        return
    kind = delta.get("type")
    block = state.open.get(_key(data.get("index")))
    if kind == "input_json_delta" and (block is None or block.start.get("type") == CALL):
        state.deltas.append(
            CallDelta(
                event=number,
                pointer=f"event[{number}]/delta",
                choice=0,
                index=data.get("index", ABSENT),
                arguments=delta.get(_ARGUMENTS, ABSENT),
            )
        )
    if block is None:
        state.miss(f"event[{number}]", "a delta of a block that was not started")
        return
    member = _FRAGMENTS.get(kind) if isinstance(kind, str) else None
    text = None if member is None else delta.get(member)
    if member is not None and isinstance(text, str):
        block.grow(member, text)
    elif member is not None:
        state.miss(f"event[{number}]/delta/{member}", "not a string")
    elif kind == "citations_delta":
        block.citations.append(delta.get("citation"))
    else:
        # A delta type of a later version: the message cannot be put together without it.
        state.assembled = False


def _message_delta(state: _MessagesFold, number: int, data: JsonObject) -> None:
    state.usage.update(_said(object_of(data.get("usage"))))
    _stop(state, object_of(data.get("delta")), f"event[{number}]/delta/stop_reason")


def _stop(state: _MessagesFold, holder: JsonObject, pointer: str) -> None:
    reason = holder.get("stop_reason")
    if isinstance(reason, str):
        state.stop, state.stop_pointer = reason, pointer


def _message_stop(state: _MessagesFold, _number: int, _data: JsonObject) -> None:
    state.complete = True


_HANDLERS: Mapping[str, Callable[[_MessagesFold, int, JsonObject], None]] = {
    "content_block_delta": _block_delta,
    "content_block_start": _block_start,
    "message_delta": _message_delta,
    "message_start": _message_start,
    "message_stop": _message_stop,
}


def _key(index: Json | Absent) -> int | None:
    return index if type(index) is int else None


def _said(usage: JsonObject) -> JsonObject:
    # Counts are cumulative; a null in a later event takes nothing back.
    return {key: value for key, value in usage.items() if value is not None}


def _texts(blocks: list[_Block], kind: str) -> str | None:
    found = [
        text
        for block in blocks
        if block.start.get("type") == kind and (text := block.joined(kind)) is not None
    ]
    return "".join(found) if found else None


def _reply(state: _MessagesFold) -> Reply:
    calls = tuple(b.call() for b in state.blocks if b.start.get("type") == CALL)
    for call in calls:
        if call.parse_error is not None:
            state.miss(call.pointer, f"arguments: {call.parse_error}")
    first = next((b for b in state.blocks if b.start.get("type") == "text"), None)
    return Reply(
        text=_texts(state.blocks, "text"),
        tool_calls=calls,
        stop=state.stop,
        usage=tokens(state.usage),
        reasoning=_texts(state.blocks, "thinking"),
        id=string_of(state.message.get("id")),
        model=string_of(state.message.get("model")),
        error=state.error,
        echo=_echo(state),
        complete=state.complete,
        unread=tuple(state.unread),
        text_pointer="" if first is None else first.pointer,
        stop_pointer=state.stop_pointer,
    )


def _echo(state: _MessagesFold) -> bytes | None:
    # A message cut off, or one with a part that could not be read, cannot be said again.
    if not (state.message and state.assembled and (state.complete or state.stop is not None)):
        return None
    try:
        return dump([block.whole() for block in state.blocks])
    except (JsonError, UnicodeError):
        return None
