"""Messages to a reply: one of them, or all of a stream.

Every event of a stream is a whole `GenerateContentResponse`, so one fold reads both.
Source: google-genai 3.4.0 `types.GenerateContentResponse`, read 2026-11-21.
"""

from __future__ import annotations

from toolwire.dialects.count import count_of
from toolwire.dialects.gemini_generate.assemble import Candidate
from toolwire.dialects.gemini_generate.errors import error_in
from toolwire.io.json_text import JsonError, dump, string_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import CallDelta, Reply, Unread, Usage, WireError


class Messages:
    """Folds `GenerateContentResponse` messages, one or many, into one reply."""

    def __init__(self) -> None:
        self.candidates: dict[int, Candidate] = {}
        self.deltas: list[CallDelta] = []
        self.unread: list[Unread] = []
        self.usage: Usage | None = None
        self.id: str | None = None
        self.model: str | None = None
        self.error: WireError | None = None
        self.block: tuple[str, str] | None = None

    @property
    def ended(self) -> bool:
        """Whether the dialect's own end was seen: a finish reason, a block or an error."""
        first = self.first
        return bool(
            (first is not None and first.stop is not None)
            or self.block is not None
            or self.error is not None
        )

    @property
    def first(self) -> Candidate | None:
        """The candidate the reply is made of."""
        return self.candidates[min(self.candidates)] if self.candidates else None

    def take(self, message: Json, prefix: str, event: int) -> None:
        """Take one message; `prefix` is its pointer."""
        if isinstance(message, list) and len(message) == 1:
            message, prefix = message[0], f"{prefix}/0"
        if not isinstance(message, dict):
            self.unread.append(Unread(prefix, "not an object"))
            return
        if "error" in message and self.error is None:
            self.error = error_in(message, prefix)
        self._facts(message, prefix)
        candidates = message.get("candidates")
        if isinstance(candidates, list):
            for position, candidate in enumerate(candidates):
                where = f"{prefix}/candidates/{position}"
                if isinstance(candidate, dict):
                    into = self._candidate(candidate.get("index"), position)
                    self.deltas += into.take(candidate, where, event)
                else:
                    self.unread.append(Unread(where, "not an object"))
        elif candidates is not None:
            self.unread.append(Unread(f"{prefix}/candidates", "not an array"))

    def _candidate(self, index: Json, position: int) -> Candidate:
        # The index 0 is often left out, as protobuf's JSON form may do with zeros.
        number = index if isinstance(index, int) and not isinstance(index, bool) else position
        found = self.candidates.get(number)
        if found is None:
            found = self.candidates[number] = Candidate(number)
        return found

    def _facts(self, message: JsonObject, prefix: str) -> None:
        usage = message.get("usageMetadata")
        if isinstance(usage, dict):
            self.usage = _usage(usage)
        self.id = string_of(message.get("responseId")) or self.id
        self.model = string_of(message.get("modelVersion")) or self.model
        feedback = message.get("promptFeedback")
        if isinstance(feedback, dict) and isinstance(reason := feedback.get("blockReason"), str):
            self.block = (reason, f"{prefix}/promptFeedback/blockReason")

    def assembled(self) -> bytes | None:
        """Return the assistant message of a stream in the blocking shape."""
        content = None if self.first is None else self.first.content()
        try:
            return None if content is None else dump(content)
        except JsonError:
            return None

    def reply(self, *, whole: bool, echo: bytes | None, error: WireError | None = None) -> Reply:
        """Return what was read; a blocked prompt has its block reason for a stop."""
        first = self.first or Candidate(0)
        first.settle()
        stop, stop_pointer = first.stop, first.stop_pointer
        if stop is None and self.block is not None:
            stop, stop_pointer = self.block
        return Reply(
            text="".join(first.texts) if first.texts else None,
            tool_calls=tuple(first.calls),
            stop=stop,
            usage=self.usage,
            reasoning="".join(first.thoughts) if first.thoughts else None,
            id=self.id,
            model=self.model,
            error=error or self.error,
            echo=echo,
            complete=whole,
            unread=(*self.unread, *first.unread),
            text_pointer=first.text_pointer,
            stop_pointer=stop_pointer,
        )


def _usage(members: JsonObject) -> Usage:
    return Usage(
        count_of(members.get("promptTokenCount")),
        count_of(members.get("candidatesTokenCount")),
        count_of(members.get("totalTokenCount")),
    )
