"""What a body, or the events of a stream, add up to: the bookkeeping that all formats share.

A format has a table: what an event is, and what takes events of that kind. `EventTable.fold`
goes through the events once, in order; what takes one adds what it says to a `Fold`, and the
dialect puts the rest together when all have passed. Nothing is repaired or dropped: what does
not fit is kept as unread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar

import msgspec

from toolwire.dialects.events import DONE, Frames
from toolwire.model.conversation import Json, JsonObject, ToolCall
from toolwire.model.reply import (
    ABSENT,
    Absent,
    CallDelta,
    Event,
    Reply,
    Unread,
    UnreadKind,
    Usage,
    WireError,
)

F = TypeVar("F", bound="Fold")
#: Takes an event, and its object, into what is read so far.
Handler: TypeAlias = "Callable[[F, Event, JsonObject], None]"


class Fold(msgspec.Struct):
    """What is read so far.

    Attributes:
        texts: pieces of text, and `text_pointer` where the first of them stands.
        thoughts: pieces of reasoning.
        calls: whole calls.
        deltas: pieces of calls, in wire order.
        unread: parts that could not be read.
        stop, stop_pointer: the stop word and where it stands.
        usage, id, model, error, echo: as in a `Reply`; of failures the first.
        complete: the format's own end was seen.
        assembled: nothing is missing of the message.
        over: nothing of what follows belongs to the reply.
    """

    texts: list[str] = msgspec.field(default_factory=list)
    text_pointer: str = ""
    thoughts: list[str] = msgspec.field(default_factory=list)
    calls: list[ToolCall] = msgspec.field(default_factory=list)
    deltas: list[CallDelta] = msgspec.field(default_factory=list)
    unread: list[Unread] = msgspec.field(default_factory=list)
    stop: str | None = None
    stop_pointer: str = ""
    usage: Usage | None = None
    id: str | None = None
    model: str | None = None
    error: WireError | None = None
    echo: bytes | None = None
    complete: bool = False
    assembled: bool = True
    over: bool = False

    def miss(self, pointer: str, reason: str, kind: UnreadKind = UnreadKind.OTHER) -> None:
        """Keep note of a part that could not be read; the message is then not whole."""
        self.unread.append(Unread(pointer, reason, kind))
        self.assembled = False

    def no_object(self, event: Event) -> None:
        """Keep note of an event that is no object."""
        why = "the event is not JSON" if event.json is ABSENT else "the event is not an object"
        self.miss(f"event[{event.number}]", why)

    def pass_over(self, event: Event) -> None:
        """Take an event that is no object, where an end marker says nothing of its own."""
        if event.data != DONE:
            self.no_object(event)

    def end(self, event: Event) -> None:
        """Take an event that is no object, where an end marker is the format's own end."""
        self.pass_over(event)
        self.complete = self.complete or event.data == DONE

    def say(self, text: Json, pointer: str) -> bool:
        """Add a piece of text that stands there; return whether it is one."""
        if not isinstance(text, str):
            return False
        if not self.texts:
            self.text_pointer = pointer
        self.texts.append(text)
        return True

    def think(self, text: Json) -> bool:
        """Add a piece of reasoning; return whether it is one."""
        if isinstance(text, str):
            self.thoughts.append(text)
        return isinstance(text, str)

    def call(self, call: ToolCall) -> None:
        """Add a whole call that came in pieces; arguments that are not JSON are unread."""
        self.calls.append(call)
        if call.parse_error is not None:
            self.miss(call.pointer, f"arguments: {call.parse_error}")

    def stops(self, word: Json, pointer: str) -> bool:
        """Take the stop word that stands there; return whether it is one. The last one counts."""
        if isinstance(word, str):
            self.stop, self.stop_pointer = word, pointer
        return isinstance(word, str)

    def objects(
        self, value: Json | Absent, pointer: str, *, null: bool = True
    ) -> Iterator[tuple[str, JsonObject]]:
        """Yield the objects of an array, each with where it stands; what is none is unread.

        Args:
            value: the array.
            pointer: where it stands.
            null: whether null is as good as no array.
        """
        if isinstance(value, list):
            for number, item in enumerate(value):
                if isinstance(item, dict):
                    yield f"{pointer}/{number}", item
                else:
                    self.miss(f"{pointer}/{number}", "not an object")
        elif value is not ABSENT and not (null and value is None):
            self.miss(pointer, "not an array")

    def text(self) -> str | None:
        """Return the text; None when there is no piece of it."""
        return "".join(self.texts) if self.texts else None

    def reply(self) -> Reply:
        """Return what was read."""
        return Reply(
            text=self.text(),
            tool_calls=tuple(self.calls),
            stop=self.stop,
            usage=self.usage,
            reasoning="".join(self.thoughts) if self.thoughts else None,
            id=self.id,
            model=self.model,
            error=self.error,
            echo=self.echo,
            complete=self.complete,
            unread=tuple(self.unread),
            text_pointer=self.text_pointer,
            stop_pointer=self.stop_pointer,
        )


def _pass(_state: Fold, _event: Event, _data: JsonObject) -> None:
    """Pass over an event of a kind that is not known: it stays in the events."""


def _unnamed(state: Fold, event: Event) -> None:
    """Keep note of an event without a kind: what it says is lost on who goes by its kind.

    Errors have none in places.
    """
    if state.error is None:
        reason = "the event does not say its kind"
        state.miss(f"event[{event.number}]", reason, UnreadKind.UNNAMED)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventTable(Generic[F]):
    """How the events of a format's streams are read.

    Attributes:
        kind: an event and its object -> what kind of event it is; None where events are all
            alike.
        handlers: kind -> what takes such an event.
        other: takes an object of any other kind.
        odd: takes an event that is no object.
        lost: takes note of an object without a kind, after it was taken as of any other kind.
    """

    kind: Callable[[Event, JsonObject], Json] | None = None
    handlers: Mapping[str, Handler[F]] = field(default_factory=dict)
    other: Handler[F] = _pass
    odd: Callable[[F, Event], None] = Fold.no_object
    lost: Callable[[F, Event], None] = _unnamed

    def fold(self, state: F, frames: Frames) -> F:
        """Take the events of a stream into `state`, up to where it is over; return it."""
        kind_of, handlers, other = self.kind, self.handlers, self.other
        for event in frames.events:
            data = event.json
            if not isinstance(data, dict):
                self.odd(state, event)
                continue
            kind = None if kind_of is None else kind_of(event, data)
            handle = handlers.get(kind, other) if isinstance(kind, str) else other
            handle(state, event, data)
            if kind is None and kind_of is not None:
                self.lost(state, event)
            if state.over:
                break
        state.unread.extend(frames.broken)
        return state


def by_member(member: str) -> Callable[[Event, JsonObject], Json]:
    """Return what finds the kind of an event in a member of its object."""
    return lambda _event, data: data.get(member)
