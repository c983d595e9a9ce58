"""What the reference responders of OpenAI's two completions write alike, whole and in chunks.

Shapes after openai 3.52.0 `types/completion.py`, `types/chat/chat_completion.py` and
`chat_completion_chunk.py`, read 2026-11-21. Times are fixed, and four bytes are a token.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Final

from toolwire.dialects.answering import events
from toolwire.dialects.dialect import Answer
from toolwire.dialects.events import DONE
from toolwire.dialects.responder import token
from toolwire.io.framing import sse
from toolwire.io.json_text import dump, object_of, string_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Headers, Response

_CREATED: Final = 1_763_683_200


def headers(content_type: str) -> Headers:
    """Return the headers of a response."""
    return (("content-type", content_type), ("x-request-id", f"req_{token('request', 32)}"))


class CompletionDraft(ABC):
    """One answer on its way to bytes.

    Attributes:
        answer: what is said.
        model: the one that was asked for.
        counted: whether the stream is to tell its usage.
    """

    def __init__(self, body: JsonObject, answer: Answer, size: int, kind: str) -> None:
        self.answer = answer
        self.model = string_of(body.get("model")) or "reference-model"
        options = object_of(body.get("stream_options"))
        self.counted = options.get("include_usage") is True
        self._size = size
        self._id = f"{kind}-{token(f'completion {answer.turn} {size}', 29)}"

    def response(self, *, stream: bool) -> Response:
        """Return the response, blocking or streamed."""
        if not stream:
            return Response(200, headers("application/json"), dump(self.completion()))
        data = events(self.chunks()) + sse.encode(DONE)
        return Response(200, headers("text/event-stream; charset=utf-8"), data)

    @abstractmethod
    def completion(self) -> JsonObject:
        """Return the blocking body."""

    @abstractmethod
    def chunks(self) -> Iterator[JsonObject]:
        """Yield the payloads of the stream, without the end marker."""

    def head(self, kind: str) -> JsonObject:
        """Return the members with which a body or a chunk begins."""
        return {"id": self._id, "object": kind, "created": _CREATED, "model": self.model}

    def uncounted(self, chunk: JsonObject) -> JsonObject:
        """Return a chunk that tells no usage, where the last one will."""
        return {**chunk, "usage": None} if self.counted else chunk

    def usage(self, length: int) -> dict[str, Json]:
        """Return the counts for an answer of that many characters."""
        tokens_in, tokens_out = self._size // 4 + 1, length // 4 + 1
        return {
            "prompt_tokens": tokens_in,
            "completion_tokens": tokens_out,
            "total_tokens": tokens_in + tokens_out,
        }
