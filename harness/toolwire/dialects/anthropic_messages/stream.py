"""Streamed events folded into a reply, keyed by content block index.

Source: anthropic 2.12.0 `lib/streaming/_messages.py`, `_beta_messages.py` and
`types/raw_*_event.py`, read 2026-11-23. Unlike the SDK nothing is dropped: what does not fit is kept as `Unread`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec import field

from toolwire.dialects.anthropic_messages.blocks import BlockKind, kind_of
from toolwire.dialects.anthropic_messages.errors import error_event
from toolwire.dialects.arguments import streamed_arguments
from toolwire.dialects.body import dumped
from toolwire.dialects.count import usage_of
from toolwire.dialects.events import Frames
from toolwire.dialects.fold import EventTable, Fold, by_member
from toolwire.dialects.part import OpenPart, OpenParts
from toolwire.io.json_text import JsonError, items_of, object_of, parse, string_of
from toolwire.model.conversation import Json, JsonObject, ToolCall
from toolwire.model.reply import ABSENT, Absent, CallDelta, Event, Unread

#: Names of the counts of a `usage`.
COUNTS = ("input_tokens", "output_tokens")
_MADE = COUNTS[1]
_ARGUMENTS = "partial_json"
# Delta type -> the member that carries its fragment, which for all but arguments is also
# the member of the block it grows.
_FRAGMENTS: Mapping[str, str] = {
    "input_json_delta": _ARGUMENTS,
    "signature_delta": "signature",
    "text_delta": "text",
    "thinking_delta": "thinking",
}
# What a block gets in one piece, put in the place of what it had: members of the delta, and of
# the block it is of. A delta of anything else is of a later version.
_WHOLE: Mapping[str, tuple[str, ...]] = {"compaction_delta": ("content", "encrypted_content")}
# What a block gets one by one, and the member of the delta that has it.
_LISTED: Mapping[str, str] = {"citations_delta": "citation"}


class _Block(OpenPart):
    """A content block under way; streamed arguments are fragments of `partial_json`."""

    citations: list[Json] = field(default_factory=list)

    def call(self) -> ToolCall:
        """Return the finished call; joined arguments that are empty mean the opening input."""
        read = streamed_arguments(self.added(_ARGUMENTS), self.start.get("input", {}))
        name, identity = string_of(self.start.get("name")), string_of(self.start.get("id"))
        return ToolCall(name, identity, *read, self.pointer)

    def whole(self) -> dict[str, object]:
        """Return the block in its blocking shape; streamed arguments keep their own bytes.

        Raises:
            JsonError: the arguments are not JSON.
        """
        out: dict[str, object] = dict(self.start)
        for member in self.fragments:
            if member != _ARGUMENTS:
                out[member] = self.joined(member)
            elif text := self.added(member):
                if kind_of(self.start) is not BlockKind.CALL:
                    parse(text)  # those of calls have been parsed already
                out["input"] = msgspec.Raw(text.encode())
        if self.citations:
            out["citations"] = [*items_of(self.start.get("citations")), *self.citations]
        return out


#: An event that anthropic 2.14.0 (`_streaming.py`) passes over before it reads its data.
_PING: Final = "ping"


class _MessagesFold(Fold):
    """What the events up to here add up to.

    Attributes:
        counts: those of its `usage`.
        counted: whether an event behind the first one tells what was made; what that one tells was so far.
        begun: the blocks that message_start holds.
    """

    blocks: OpenParts[_Block] = field(default_factory=OpenParts)
    message: JsonObject = field(default_factory=dict)
    counts: JsonObject = field(default_factory=dict)
    counted: bool = False
    joined: bool = False
    begun: list[_Block] = field(default_factory=list)


def read_stream(frames: Frames) -> Fold:
    """Fold the events of a stream."""
    state = _EVENTS.fold(_MessagesFold(), frames)
    for block in state.blocks.opened:
        kind = kind_of(block.start)
        if kind is BlockKind.CALL:
            state.call(block.call())
        elif kind is BlockKind.TEXT:
            state.say(block.joined("text"), block.pointer)
        elif kind is BlockKind.THINKING:
            state.think(block.joined("thinking"))
    # Text begins with its first block, even where that has no words.
    texts = (b.pointer for b in state.blocks.opened if kind_of(b.start) is BlockKind.TEXT)
    state.text_pointer = next(texts, "")
    state.usage = usage_of(_whole_counts(state), *COUNTS)
    state.id = string_of(state.message.get("id"))
    state.model = string_of(state.message.get("model"))
    state.echo = _echo(state)
    return state


def _message_start(state: _MessagesFold, event: Event, data: JsonObject) -> None:
    here = f"event[{event.number}]"
    message = data.get("message")
    if not isinstance(message, dict):
        state.miss(f"{here}/message", "not an object")
        return
    if state.message:
        # One response is one message. The SDK passes over a second start and reads on: its
        # blocks come after those there are, and a delta still goes to the first block of
        # its index. What a client gets is what we report, with the second start unread.
        state.miss(here, "a second message in one stream")
        state.joined = True
        return
    state.message = message
    _count(state, message)
    state.stops(message.get("stop_reason"), f"{here}/message/stop_reason")
    # Empty but for programmatic tool calling, where a continued message opens with the
    # calls that the running code makes and may end without any block event.
    for index, start in enumerate(items_of(message.get("content"))):
        _open(state, event, f"{here}/message/content/{index}", start, index)
    state.begun = [*state.blocks.opened]


def _block_start(state: _MessagesFold, event: Event, data: JsonObject) -> None:
    pointer, before = f"event[{event.number}]/content_block", state.blocks.find(data.get("index"))
    if before is not None and any(before is one for one in state.begun) and not state.joined:
        _set_aside(state, before.pointer.rpartition("/")[0])
    _open(state, event, pointer, data.get("content_block"), data.get("index", ABSENT))


def _set_aside(state: _MessagesFold, pointer: str) -> None:
    """Leave the content of message_start to the blocks that tell it again: nothing is lost with it."""
    state.unread.append(Unread(pointer, "content that the blocks tell again"))
    state.deltas = [one for one in state.deltas if not one.pointer.startswith(pointer)]
    state.blocks, state.begun = OpenParts(), []


def _open(
    state: _MessagesFold, event: Event, pointer: str, start: Json, index: Json | Absent
) -> None:
    if not isinstance(start, dict):
        state.miss(pointer, "not an object")
        return
    before = state.blocks.find(index)
    if before is not None and before.start == start and not (before.fragments or state.joined):
        # The same block is told twice before it grows: one block, of which a client makes two.
        state.miss(pointer, "a block that is opened twice")
        return
    state.blocks.add(_Block(pointer, start), index, first=state.joined)
    if kind_of(start) is BlockKind.CALL:
        identity, name = start.get("id", ABSENT), start.get("name", ABSENT)
        kind, begun = start.get("type"), start.get("input", ABSENT)
        state.deltas.append(CallDelta(event.number, pointer, 0, index, identity, name, kind, begun))


def _block_delta(state: _MessagesFold, event: Event, data: JsonObject) -> None:
    # Nine of ten events of a stream pass here.
    number, delta = event.number, data.get("delta")
    if not isinstance(delta, dict):
        state.miss(f"event[{number}]/delta", "not an object")
        return
    kind = string_of(delta.get("type")) or ""
    block = state.blocks.find(data.get("index"))
    if kind == "input_json_delta" and (block is None or kind_of(block.start) is BlockKind.CALL):
        index, piece = data.get("index", ABSENT), delta.get(_ARGUMENTS, ABSENT)
        state.deltas.append(CallDelta(number, f"event[{number}]/delta", 0, index, arguments=piece))
    if block is None:
        state.miss(f"event[{number}]", "a delta of a block that was not started")
        return
    member = _FRAGMENTS.get(kind)
    if member is not None:
        if not block.grow(member, delta.get(member)):
            state.miss(f"event[{number}]/delta/{member}", "not a string")
    elif kind in _LISTED:
        block.citations.append(delta.get(_LISTED[kind]))
    elif kind in _WHOLE:
        block.start = {**block.start, **{key: delta.get(key) for key in _WHOLE[kind]}}
    else:
        # A delta type of a later version: the message cannot be put together without it.
        state.assembled = False


def _message_delta(state: _MessagesFold, event: Event, data: JsonObject) -> None:
    _count(state, data)
    state.counted = state.counted or object_of(data.get("usage")).get(_MADE) is not None
    stop = object_of(data.get("delta")).get("stop_reason")
    state.stops(stop, f"event[{event.number}]/delta/stop_reason")


def _message_stop(state: _MessagesFold, _event: Event, _data: JsonObject) -> None:
    state.complete = True


def _count(state: _MessagesFold, holder: JsonObject) -> None:
    # Counts are cumulative; a null in a later event takes nothing back.
    counts = object_of(holder.get("usage"))
    state.counts.update((key, value) for key, value in counts.items() if value is not None)


def _whole_counts(state: _MessagesFold) -> JsonObject:
    """Return the counts of the whole message: where blocks follow, what its start has made is not all."""
    partial = bool(state.blocks.opened) and not state.counted
    return {key: value for key, value in state.counts.items() if not (partial and key == _MADE)}


def _other(state: _MessagesFold, event: Event, _data: JsonObject) -> None:
    state.error = state.error or error_event(event)


def _odd(state: _MessagesFold, event: Event) -> None:
    # Anthropic's SDKs look at names only, and drop a mark of the end without one.
    if event.name != _PING:
        state.pass_over(event)
    state.error = state.error or error_event(event)


_EVENTS: EventTable[_MessagesFold] = EventTable(
    kind=by_member("type"),
    handlers={
        "content_block_delta": _block_delta,
        "content_block_start": _block_start,
        "message_delta": _message_delta,
        "message_start": _message_start,
        "message_stop": _message_stop,
    },
    other=_other,
    odd=_odd,
)


def _echo(state: _MessagesFold) -> bytes | None:
    # A message cut off, or one with a part that could not be read, cannot be said again.
    if not (state.message and state.assembled and (state.complete or state.stop is not None)):
        return None
    try:
        return dumped([block.whole() for block in state.blocks.opened])
    except (JsonError, UnicodeError):
        return None
