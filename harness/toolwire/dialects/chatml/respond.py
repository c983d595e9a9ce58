"""The reference responder: text completions with Hermes calls.

Shapes after openai 3.52.0 `types/completion.py`, read 2026-11-21. Times are fixed, ids follow
from the number of the call in the conversation.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects.body import sent_of
from toolwire.dialects.dialect import Answer
from toolwire.dialects.events import DONE
from toolwire.dialects.openai import refused
from toolwire.dialects.responder import pieces, token
from toolwire.dialects.text_families.tagged import HERMES
from toolwire.io.framing import sse
from toolwire.io.json_text import dump, object_of, string_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Headers, Request, Response

_CREATED: Final = 1_763_683_200


def respond(request: Request, answer: Answer) -> Response:
    """Write what a server sends, blocking or streamed as the request asks; calls end in `stop`.

    A refusal is OpenAI's JSON error with its status in both modes. Reasoning is left out: the
    models of this format have none.
    """
    if answer.refusal is not None:
        return refused(answer.refusal, _headers("application/json"))
    body = object_of(sent_of(request))
    draft = _TextDraft(body, answer, len(request.body))
    if body.get("stream") is not True:
        return Response(200, _headers("application/json"), dump(draft.completion()))
    data = b"".join(sse.encode(dump(chunk).decode()) for chunk in draft.chunks())
    headers = _headers("text/event-stream; charset=utf-8")
    return Response(200, headers, data + sse.encode(DONE))


def _headers(content_type: str) -> Headers:
    return (("content-type", content_type), ("x-request-id", f"req_{token('request', 32)}"))


class _TextDraft:
    """One answer on its way to bytes."""

    def __init__(self, body: JsonObject, answer: Answer, size: int) -> None:
        calls = HERMES.encode([(call.name, call.arguments) for call in answer.calls])
        self._text = "\n".join(part for part in (answer.text or "", calls) if part)
        self._stop = "length" if answer.cut else "stop"
        self._model = string_of(body.get("model")) or "reference-model"
        options = object_of(body.get("stream_options"))
        self._counted = options.get("include_usage") is True
        self._size = size
        self._id = f"cmpl-{token(f'completion {answer.turn} {size}', 29)}"

    def completion(self) -> JsonObject:
        """Return the blocking body."""
        return {**self._envelope([_choice(self._text, self._stop)]), "usage": self._usage()}

    def chunks(self) -> Iterator[JsonObject]:
        """Yield the payloads of the stream, without the end marker."""
        for piece in pieces(self._text):
            yield self._chunk(_choice(piece, None))
        yield self._chunk(_choice("", self._stop))
        if self._counted:
            yield {**self._envelope([]), "usage": self._usage()}

    def _chunk(self, choice: JsonObject) -> JsonObject:
        chunk = self._envelope([choice])
        return {**chunk, "usage": None} if self._counted else chunk

    def _envelope(self, choices: list[Json]) -> JsonObject:
        return {
            "id": self._id,
            "object": "text_completion",
            "created": _CREATED,
            "model": self._model,
            "choices": choices,
        }

    def _usage(self) -> Json:
        """Count as if a token were four bytes."""
        tokens_in, tokens_out = self._size // 4 + 1, len(self._text) // 4 + 1
        return {
            "prompt_tokens": tokens_in,
            "completion_tokens": tokens_out,
            "total_tokens": tokens_in + tokens_out,
        }


def _choice(text: str, stop: str | None) -> JsonObject:
    return {"index": 0, "text": text, "logprobs": None, "finish_reason": stop}
