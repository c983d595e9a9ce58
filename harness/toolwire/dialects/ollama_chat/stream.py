"""Response objects to a reply: one of them, or all lines of a stream.

Every line of a stream has the members of a blocking body, so one fold reads both.
Source: ollama/ollama `docs/openapi.yaml` (`ChatResponse`, `ChatStreamEvent`) and
`api/types.go` (`ChatResponse`, `Message`, `ToolCall`), read 2026-11-21.
"""

from __future__ import annotations

from dataclasses import replace

import msgspec
from msgspec import field

from toolwire.dialects.body import dumped, slice_of
from toolwire.dialects.call_again import SENT_BEFORE, joined, left_out
from toolwire.dialects.count import usage_of
from toolwire.dialects.events import Frames
from toolwire.dialects.fold import EventTable, Fold
from toolwire.dialects.ollama_chat.errors import error_in
from toolwire.dialects.ollama_chat.message import call_of
from toolwire.io.json_text import object_of, string_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import ABSENT, CallDelta, Event

_CALLS = "tool_calls"
_TEXTS = ("role", "content", "thinking")


class LinesFold(Fold):
    """What one response object, or several, add up to.

    Attributes:
        role: of the message.
        worded: a piece of text with words in it has come.
        sent: the calls of each line in their own bytes.
        told: the calls by their ids, each with its place among all.
        entries: the calls as objects, the parts of each put together.
        others: members of messages that are neither calls nor text.
    """

    role: str | None = None
    worded: bool = False
    sent: list[bytes] = field(default_factory=list)
    told: dict[str, int] = field(default_factory=dict)
    entries: list[JsonObject] = field(default_factory=list)
    others: JsonObject = field(default_factory=dict)

    def take(self, body: JsonObject, prefix: str, number: int) -> None:
        """Take one object that stands at `prefix`, on the line of that number."""
        self.error = self.error or error_in(body, prefix)
        self.model = string_of(body.get("model")) or self.model
        self.stops(body.get("done_reason"), f"{prefix}/done_reason")
        if body.get("done") is True:
            self.complete = True
        # They stand on the last line; where that does not say that it is, they are told all the same.
        self.usage = usage_of(body, "prompt_eval_count", "eval_count") or self.usage
        message = body.get("message")
        if isinstance(message, dict):
            self._message(message, f"{prefix}/message", number)
        elif "message" in body:
            self.miss(f"{prefix}/message", "not an object")

    def _message(self, message: JsonObject, pointer: str, number: int) -> None:
        content, thought = message.get("content"), message.get("thinking")
        if self.say(content, f"{pointer}/content"):
            # Lines of calls and of thinking come with an empty content: text begins with the
            # first one that has words, and an empty text where the first content stands.
            if content and not self.worded:
                self.text_pointer, self.worded = f"{pointer}/content", True
        elif content is not None:
            self.miss(f"{pointer}/content", "not a string")
        if not self.think(thought) and thought is not None:
            self.miss(f"{pointer}/thinking", "not a string")
        for where, entry in self.objects(message.get(_CALLS), f"{pointer}/{_CALLS}"):
            if self._again(entry, where):
                continue
            self.entries.append(entry)
            self.calls.append(call_of(entry, where))
            function = object_of(entry.get("function"))
            self.deltas.append(
                CallDelta(
                    number,
                    where,
                    0,
                    function.get("index", ABSENT),
                    entry.get("id", ABSENT),
                    function.get("name", ABSENT),
                    entry.get("type", ABSENT),
                    function.get("arguments", ABSENT),
                )
            )

    def _again(self, entry: JsonObject, where: str) -> bool:
        """Return whether a call was sent before under its id, whole or in part; put its part to it."""
        identity = string_of(entry.get("id"))
        at = self.told.setdefault(identity, len(self.calls)) if identity else len(self.calls)
        if at == len(self.calls):
            return False
        call, before = call_of(entry, where), self.calls[at]
        arguments = joined(before.arguments, call.arguments)
        if arguments is None or call.name != before.name:
            return False
        self.unread.append(left_out(before.arguments, call.arguments, where))
        self.calls[at] = replace(before, arguments=arguments)
        function = object_of(self.entries[at].get("function"))
        self.entries[at] = {**self.entries[at], "function": {**function, "arguments": arguments}}
        return True

    def joined_calls(self) -> list[Json] | None:
        """Return the calls where one was sent before, each put together; None where none was."""
        again = any(one.kind in SENT_BEFORE for one in self.unread)
        return [*self.entries] if again else None

    def keep(self, message: JsonObject, line: str) -> None:
        """Keep what the assembled message is going to need: calls as bytes, rare members."""
        self.role = self.role or string_of(message.get("role"))
        if message.get(_CALLS):
            entries = slice_of(line.encode(), ("message", _CALLS))
            # Between its brackets, an array is its items as they were sent.
            self.sent.append(entries[1:-1] if entries else b"")
            self.assembled = self.assembled and entries is not None
        for key, value in message.items():
            if key == _CALLS or key in _TEXTS:
                continue
            held = self.others.get(key)
            if isinstance(held, list) and isinstance(value, list):
                held.extend(value)
            else:
                self.others[key] = [*value] if isinstance(value, list) else value


def read_stream(frames: Frames) -> Fold:
    """Fold the lines of a stream."""
    state = _EVENTS.fold(LinesFold(), frames)
    if state.complete and state.assembled and state.error is None:
        message: dict[str, object] = {
            "role": state.role or "assistant",
            "content": "".join(state.texts),
        }
        if state.thoughts:
            message["thinking"] = "".join(state.thoughts)
        message.update(state.others)
        if state.sent:
            whole = state.joined_calls()
            message[_CALLS] = whole or msgspec.Raw(b"[%b]" % b",".join(state.sent))
        state.echo = dumped(message)
    return state


def _line(state: LinesFold, event: Event, data: JsonObject) -> None:
    pointer = f"event[{event.number}]"
    if state.complete:
        state.miss(pointer, "an object after the final one")
        return
    state.take(data, pointer, event.number)
    message = data.get("message")
    if isinstance(message, dict):
        state.keep(message, event.data)


_EVENTS: EventTable[LinesFold] = EventTable(other=_line)
