"""Streamed text completions: the text that their chunks add up to, and the calls in it."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.body import dumped
from toolwire.dialects.chatml.text import read_text
from toolwire.dialects.events import Frames
from toolwire.dialects.fold import EventTable, Fold
from toolwire.dialects.openai import usage_of
from toolwire.dialects.openai_chat.errors import error_in
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import JsonObject
from toolwire.model.reply import Event

#: Names of the two counts of a `usage`.
COUNTS: Final = ("prompt_tokens", "completion_tokens")


def read_stream(frames: Frames) -> Fold:
    """Fold the chunks of a stream; of several choices the first is the reply."""
    state = _EVENTS.fold(Fold(), frames)
    state.complete = state.complete or state.stop is not None
    text = state.text()
    state.echo = dumped(text) if text else None
    return read_words(state)


def read_words(state: Fold) -> Fold:
    """Read the calls out of a text that is whole; return `state`."""
    text, calls, unread = read_text(state.text(), state.text_pointer)
    state.texts = [] if text is None else [text]
    state.calls.extend(calls)
    state.unread.extend(unread)
    return state


def _chunk(state: Fold, event: Event, chunk: JsonObject) -> None:
    here = f"event[{event.number}]"
    state.id = state.id or string_of(chunk.get("id"))
    state.model = state.model or string_of(chunk.get("model"))
    state.usage = usage_of(chunk.get("usage"), *COUNTS) or state.usage
    state.error = state.error or error_in(chunk, here)
    for place, entry in enumerate(items_of(chunk.get("choices"))):
        choice = object_of(entry)
        if choice.get("index", place) == 0:
            state.say(choice.get("text"), f"{here}/choices/{place}/text")
            state.stops(choice.get("finish_reason"), f"{here}/choices/{place}/finish_reason")


_EVENTS: EventTable[Fold] = EventTable(other=_chunk, odd=Fold.end)
