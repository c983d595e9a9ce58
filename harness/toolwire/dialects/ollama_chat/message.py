"""Response objects to a reply: one of them, or all lines of a stream.

Every line of a stream has the members of a blocking body, so one fold reads both.
Source: ollama/ollama `docs/openapi.yaml` (`ChatResponse`, `ChatStreamEvent`) and
`api/types.go` (`ChatResponse`, `Message`, `ToolCall`), read 2026-11-21.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from toolwire.dialects.body import slice_of
from toolwire.dialects.count import count_of
from toolwire.dialects.ollama_chat.errors import error_in
from toolwire.io.json_text import JsonError, dump, object_of, string_of
from toolwire.model.conversation import Json, JsonObject, ToolCall
from toolwire.model.reply import ABSENT, CallDelta, Event, Reply, Unread, Usage, WireError

_CALLS = "tool_calls"
_TEXTS = ("role", "content", "thinking")


def call_of(entry: JsonObject, pointer: str) -> ToolCall:
    """Read one entry of `tool_calls`; arguments stay what they are, object or not."""
    function = object_of(entry.get("function"))
    return ToolCall(
        name=string_of(function.get("name")),
        id=string_of(entry.get("id")),
        arguments=function.get("arguments"),
        pointer=pointer,
    )


class Folded:
    """Folds response objects, one or many, into one reply."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.thoughts: list[str] = []
        self.calls: list[ToolCall] = []
        self.deltas: list[CallDelta] = []
        self.unread: list[Unread] = []
        self.error: WireError | None = None
        self.done = False
        self.stop: str | None = None
        self.stop_pointer = ""
        self.text_pointer = ""
        self._model: str | None = None
        self._usage: Usage | None = None
        self._role: str | None = None
        self._sent: list[bytes] = []
        self._others: JsonObject = {}
        self._whole = True
        self._worded = False

    def take_line(self, event: Event) -> None:
        """Take one line of a stream; after the final one nothing belongs to the reply."""
        pointer = f"event[{event.number}]"
        if event.json is ABSENT:
            self._whole = False
        elif not isinstance(event.json, dict):
            self._miss(pointer, "not an object")
        elif self.done:
            self._miss(pointer, "an object after the final one")
        else:
            self.deltas += self.take(event.json, pointer, event.number)
            message = event.json.get("message")
            if isinstance(message, dict):
                self._keep(message, event.data)

    def take(self, body: JsonObject, prefix: str, event: int) -> list[CallDelta]:
        """Take one object; return the calls in it as they stand.

        Args:
            body: the object.
            prefix: its pointer.
            event: number of its line.
        """
        if "error" in body and self.error is None:
            self.error = error_in(body, prefix)
        self._model = string_of(body.get("model")) or self._model
        stop = body.get("done_reason")
        if isinstance(stop, str):
            self.stop, self.stop_pointer = stop, f"{prefix}/done_reason"
        if body.get("done") is True:
            self.done = True
            self._usage = _usage(body)
        message = body.get("message")
        if isinstance(message, dict):
            return self._message(message, f"{prefix}/message", event)
        if "message" in body:
            self._miss(f"{prefix}/message", "not an object")
        return []

    def _message(self, message: JsonObject, pointer: str, event: int) -> list[CallDelta]:
        self._text(message.get("content"), f"{pointer}/content")
        thought = message.get("thinking")
        if isinstance(thought, str):
            self.thoughts.append(thought)
        elif thought is not None:
            self._miss(f"{pointer}/thinking", "not a string")
        entries = message.get(_CALLS)
        if isinstance(entries, list):
            return list(self._calls(entries, f"{pointer}/{_CALLS}", event))
        if entries is not None:
            self._miss(f"{pointer}/{_CALLS}", "not an array")
        return []

    def _text(self, content: Json, pointer: str) -> None:
        if isinstance(content, str):
            # Lines of calls and of thinking come with an empty content: text begins with the
            # first one that has words, and an empty text where the first content stands.
            if not self.texts or (content and not self._worded):
                self.text_pointer = pointer
            self._worded = self._worded or bool(content)
            self.texts.append(content)
        elif content is not None:
            self._miss(pointer, "not a string")

    def _calls(self, entries: list[Json], pointer: str, event: int) -> Iterator[CallDelta]:
        for position, entry in enumerate(entries):
            where = f"{pointer}/{position}"
            if not isinstance(entry, dict):
                self._miss(where, "not an object")
                continue
            self.calls.append(call_of(entry, where))
            function = object_of(entry.get("function"))
            yield CallDelta(
                event=event,
                pointer=where,
                choice=0,
                index=function.get("index", ABSENT),
                id=entry.get("id", ABSENT),
                name=function.get("name", ABSENT),
                kind=entry.get("type", ABSENT),
                arguments=function.get("arguments", ABSENT),
            )

    def _miss(self, pointer: str, reason: str) -> None:
        self.unread.append(Unread(pointer, reason))
        self._whole = False

    def _keep(self, message: JsonObject, line: str) -> None:
        """Keep what the assembled message is going to need: calls as bytes, rare members."""
        self._role = self._role or string_of(message.get("role"))
        if message.get(_CALLS):
            entries = slice_of(line.encode(), ("message", _CALLS))
            # Between its brackets, an array is its items as they were sent.
            self._sent.append(b"" if entries is None else entries[1:-1])
            self._whole = self._whole and entries is not None
        for key, value in message.items():
            if key == _CALLS or key in _TEXTS:
                continue
            held = self._others.get(key)
            if isinstance(held, list) and isinstance(value, list):
                held.extend(value)
            else:
                self._others[key] = [*value] if isinstance(value, list) else value

    def assembled(self) -> bytes | None:
        """Return the message of a stream in the blocking shape; None unless it is whole."""
        if not (self.done and self._whole and self.error is None):
            return None
        message: dict[str, object] = {
            "role": self._role or "assistant",
            "content": "".join(self.texts),
        }
        if self.thoughts:
            message["thinking"] = "".join(self.thoughts)
        message.update(self._others)
        if self._sent:
            message[_CALLS] = msgspec.Raw(b"[%b]" % b",".join(self._sent))
        try:
            return dump(message)
        except JsonError:
            return None

    def reply(self, *, echo: bytes | None) -> Reply:
        """Return what was read; a reply is complete once an object said `done`."""
        return Reply(
            text="".join(self.texts) if self.texts else None,
            tool_calls=tuple(self.calls),
            stop=self.stop,
            usage=self._usage,
            reasoning="".join(self.thoughts) if self.thoughts else None,
            model=self._model,
            error=self.error,
            echo=echo,
            complete=self.done,
            unread=tuple(self.unread),
            text_pointer=self.text_pointer,
            stop_pointer=self.stop_pointer,
        )


def _usage(body: JsonObject) -> Usage | None:
    asked, answered = count_of(body.get("prompt_eval_count")), count_of(body.get("eval_count"))
    return None if asked is None and answered is None else Usage(asked, answered)
