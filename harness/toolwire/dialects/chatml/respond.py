"""The reference responder: text completions with Hermes calls.

Shapes after openai 3.52.0 `types/completion.py`, read 2026-11-21. Times are fixed, ids follow
from the number of the call in the conversation.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects.body import sent_of
from toolwire.dialects.dialect import Answer
from toolwire.dialects.openai import refused
from toolwire.dialects.openai_draft import CompletionDraft, headers
from toolwire.dialects.responder import pieces, size_of
from toolwire.dialects.text_families.tagged import HERMES
from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Request, Response


def respond(request: Request, answer: Answer) -> Response:
    """Write what a server sends, blocking or streamed as the request asks; calls end in `stop`.

    A refusal is OpenAI's JSON error with its status in both modes. Reasoning is left out: the
    models of this format have none.
    """
    if answer.refusal is not None:
        return refused(answer.refusal, headers("application/json"))
    body = object_of(sent_of(request))
    draft = _TextDraft(body, answer, size_of(request), "cmpl")
    return draft.response(stream=body.get("stream") is True)


class _TextDraft(CompletionDraft):
    """One answer on its way to bytes."""

    @property
    def _text(self) -> str:
        calls = HERMES.encode([(call.name, call.arguments) for call in self.answer.calls])
        return "\n".join(part for part in (self.answer.text or "", calls) if part)

    @property
    def _stop(self) -> str:
        return "length" if self.answer.cut else "stop"

    def completion(self) -> JsonObject:
        """Return the blocking body."""
        body = self._with([_choice(self._text, self._stop)])
        return {**body, "usage": self.usage(len(self._text))}

    def chunks(self) -> Iterator[JsonObject]:
        """Yield the payloads of the stream, without the end marker."""
        for piece in pieces(self._text):
            yield self.uncounted(self._with([_choice(piece, None)]))
        yield self.uncounted(self._with([_choice("", self._stop)]))
        if self.counted:
            yield {**self._with([]), "usage": self.usage(len(self._text))}

    def _with(self, choices: list[Json]) -> JsonObject:
        return {**self.head("text_completion"), "choices": choices}


def _choice(text: str, stop: str | None) -> JsonObject:
    return {"index": 0, "text": text, "logprobs": None, "finish_reason": stop}
