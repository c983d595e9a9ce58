"""Streamed pieces of an output item to the whole item.

The finished item (`response.output_item.done`) is what counts; members it leaves out are
taken from the pieces before it, and an item that was never finished is put together from its
pieces. Nothing is repaired: the events stay in the reading as they came, and rules judge them.
Source: openai 3.52.0 `types/responses/response_stream_event.py` and the events it names,
read 2026-11-21.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

import msgspec
from msgspec import field

from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import Absent


class Piece(NamedTuple):
    """What an event adds to its item.

    Attributes:
        member: the member of the item that grows.
        numbered: the event's member that says which part of it; "" when it has no parts.
        part: the type of that part; "" when it has no parts.
        source: the event's member with the text: `delta`, or another that repeats it whole.
    """

    member: str
    numbered: str
    part: str
    source: str


#: Event type -> the piece it carries.
PIECES: Final[Mapping[str, Piece]] = {
    f"response.{name}": Piece(*piece)
    for name, piece in {
        "custom_tool_call_input.delta": ("input", "", "", "delta"),
        "custom_tool_call_input.done": ("input", "", "", "input"),
        "function_call_arguments.delta": ("arguments", "", "", "delta"),
        "function_call_arguments.done": ("arguments", "", "", "arguments"),
        "output_text.delta": ("content", "content_index", "output_text", "delta"),
        "output_text.done": ("content", "content_index", "output_text", "text"),
        "reasoning_summary_text.delta": ("summary", "summary_index", "summary_text", "delta"),
        "reasoning_summary_text.done": ("summary", "summary_index", "summary_text", "text"),
        "reasoning_text.delta": ("content", "content_index", "reasoning_text", "delta"),
        "reasoning_text.done": ("content", "content_index", "reasoning_text", "text"),
        "refusal.delta": ("content", "content_index", "refusal", "delta"),
        "refusal.done": ("content", "content_index", "refusal", "refusal"),
    }.items()
}
#: Item type -> members a finished item may leave out or empty although its pieces had them.
_GROWN: Final[Mapping[str, tuple[str, ...]]] = {
    "custom_tool_call": ("name", "call_id", "input"),
    "function_call": ("name", "call_id", "arguments"),
    "message": ("content",),
    "reasoning": ("summary", "content"),
}


class OutputItem(msgspec.Struct):
    """An output item under way.

    Attributes:
        pointer: where it was opened.
        start: its object there.
        index: its `output_index` as on the wire.
        pieces: fragments by member, number and type of the part; none of them is empty.
        done: the finished item; None until it is.
        done_pointer: where that stands.
        raw: its own bytes.
    """

    pointer: str
    start: JsonObject
    index: Json | Absent
    pieces: dict[tuple[str, int | None, str], list[str]] = field(default_factory=dict)
    done: JsonObject | None = None
    done_pointer: str = ""
    raw: bytes | None = None

    def texts(self, member: str, number: Json, part: str) -> list[str]:
        """Return the fragments of one part, which may be added to."""
        key = (member, number if type(number) is int else None, part)
        return self.pieces.setdefault(key, [])

    def whole(self) -> JsonObject:
        """Return the item as it was finished, or as far as it came."""
        if self.done is None:
            return self._assembled()
        kind = self.done.get("type")
        grown = _GROWN.get(kind, ()) if isinstance(kind, str) else ()
        missing = [key for key in grown if not self.done.get(key)]
        if not missing or self.start is self.done:
            return self.done
        assembled = self._assembled()
        return {**self.done, **{key: assembled[key] for key in missing if assembled.get(key)}}

    def _assembled(self) -> JsonObject:
        out = dict(self.start)
        parts: dict[str, list[Json]] = {}
        for (member, _, kind), texts in self.pieces.items():
            text = "".join(texts)
            if kind:
                word = "refusal" if kind == "refusal" else "text"
                parts.setdefault(member, []).append({"type": kind, word: text})
            else:
                out[member] = text
        out.update(parts)
        return out


class Items:
    """The output items of one response, told apart by `output_index`.

    Where a server uses one index for several, the item id tells them apart; where an event
    has no index, the id alone does.
    """

    def __init__(self) -> None:
        self.opened: list[OutputItem] = []
        self._by_index: dict[int, OutputItem] = {}
        self._by_id: dict[str, OutputItem] = {}

    def find(self, index: Json | Absent, identity: Json | Absent) -> OutputItem | None:
        """Return the item an event belongs to; None when none was opened for it."""
        named = self._by_id.get(identity) if isinstance(identity, str) else None
        if type(index) is not int or (named is not None and named.index == index):
            return named
        return self._by_index.get(index) or named

    def open(self, item: OutputItem) -> None:
        """Keep a new item where later events find it."""
        self.opened.append(item)
        if type(item.index) is int:
            self._by_index[item.index] = item
        identity = item.start.get("id")
        if isinstance(identity, str):
            self._by_id[identity] = item

    def ordered(self) -> list[OutputItem]:
        """Return the items as the wire numbers them; as they came when it does not number all."""
        numbers = [item.index for item in self.opened if type(item.index) is int]
        if len(numbers) < len(self.opened) or numbers == sorted(numbers):
            return self.opened
        pairs = sorted(zip(numbers, self.opened, strict=True), key=lambda pair: pair[0])
        return [item for _, item in pairs]
