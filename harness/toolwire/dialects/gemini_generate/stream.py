"""Messages to a reply: one of them, or all of a stream.

Every event of a stream is a whole `GenerateContentResponse`, so one fold reads both.
Source: google-genai 3.4.0 `types.GenerateContentResponse`, read 2026-11-21.
"""

from __future__ import annotations

from msgspec import field

from toolwire.dialects.body import dumped
from toolwire.dialects.count import count_of, usage_of
from toolwire.dialects.events import Frames
from toolwire.dialects.fold import EventTable, Fold
from toolwire.dialects.gemini_generate.assemble import Candidate
from toolwire.dialects.gemini_generate.errors import error_in
from toolwire.io.json_text import object_of, string_of
from toolwire.model.conversation import JsonObject
from toolwire.model.reply import Event

_COUNTS = ("promptTokenCount", "candidatesTokenCount", "totalTokenCount")


class MessagesFold(Fold):
    """What messages add up to: candidates by their index, and why the prompt was blocked."""

    candidates: dict[int, Candidate] = field(default_factory=dict)
    block: tuple[str, str] | None = None

    def take(self, message: JsonObject, prefix: str, event: int) -> None:
        """Take one message; `prefix` is its pointer, `event` its number in the stream."""
        self.error = self.error or error_in(message, prefix)
        self.usage = usage_of(message.get("usageMetadata"), *_COUNTS, empty=True) or self.usage
        self.id = string_of(message.get("responseId")) or self.id
        self.model = string_of(message.get("modelVersion")) or self.model
        reason = object_of(message.get("promptFeedback")).get("blockReason")
        if isinstance(reason, str):
            self.block = (reason, f"{prefix}/promptFeedback/blockReason")
        taken: set[int] = set()
        for where, candidate in self.objects(message.get("candidates"), f"{prefix}/candidates"):
            # The index 0 is often left out, as protobuf's JSON form may do with zeros.
            number = count_of(candidate.get("index"))
            if number is None:
                number = int(where.rpartition("/")[2])
            if number in taken:
                # Two of one number in one message are two all the same: SDKs tell them by their place.
                number = max(self.candidates) + 1
            taken.add(number)
            into = self.candidates.get(number)
            if into is None:
                into = self.candidates[number] = Candidate(number=number, deltas=self.deltas)
            into.take(candidate, where, event)

    def first(self) -> Candidate:
        """Return the candidate that the reply is made of; a block is its stop reason."""
        numbers = self.candidates.keys()
        first = self.candidates[min(numbers)] if numbers else Candidate(deltas=self.deltas)
        first.settle()
        if first.stop is None and self.block is not None:
            first.stops(*self.block)
        first.usage, first.id, first.model = self.usage, self.id, self.model
        first.error = self.error
        first.unread = [*self.unread, *first.unread]
        return first


def read_stream(frames: Frames) -> Fold:
    """Fold the messages of a stream; it ends with a finish reason, a block or an error."""
    state = _EVENTS.fold(MessagesFold(), frames)
    first = state.first()
    first.complete = frames.whole and (first.stop is not None or first.error is not None)
    content = first.content()
    first.echo = None if content is None else dumped(content)
    return first


def _message(state: MessagesFold, event: Event, data: JsonObject) -> None:
    state.take(data, f"event[{event.number}]", event.number)


def _odd(state: MessagesFold, event: Event) -> None:
    # Google's stacks wrap errors in an array.
    if isinstance(event.json, list) and len(event.json) == 1 and isinstance(event.json[0], dict):
        state.take(event.json[0], f"event[{event.number}]/0", event.number)
    else:
        state.no_object(event)


_EVENTS: EventTable[MessagesFold] = EventTable(other=_message, odd=_odd)
