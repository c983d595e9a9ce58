"""The reference responder: answers as OpenAI documents, the same bytes for the same request.

Shapes after openai 3.52.0 `types/chat/chat_completion.py`, `chat_completion_chunk.py` and
`types/shared/error_object.py`, read 2026-11-21. Times and fingerprints are fixed, ids follow
from the number of the call in the conversation.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects.body import sent_of
from toolwire.dialects.dialect import Answer, PlannedCall
from toolwire.dialects.events import DONE
from toolwire.dialects.openai import refused
from toolwire.dialects.openai_chat.request import conversation_of
from toolwire.dialects.responder import pieces, token
from toolwire.io.framing import sse
from toolwire.io.json_text import dump, object_of, string_of
from toolwire.model.conversation import ChoiceMode, Conversation, Json, JsonObject
from toolwire.model.exchange import Headers, Request, Response

_CREATED = 1_763_683_200
_FINGERPRINT = "fp_5b1c0a9d3e"
_TIER = "default"
_DONE = sse.encode(DONE)
_EMPTY: Final = Conversation(())

#: Open models are served by many, and their templates want ids of a form of their own:
#: `functions.<name>:<number>` (vllm 0.33.0, parser kimi_k2), nine letters or digits (Mistral's
#: API, code 3280). Both read 2026-11-21.
_KIMI = "kimi-k2"
_MISTRAL = ("codestral", "devstral", "magistral", "ministral", "mistral", "mixtral", "pixtral")


def respond(request: Request, answer: Answer) -> Response:
    """Write the response of a correct server, blocking or streamed as the request asks.

    A refusal is a JSON error with its status in both modes. A named tool choice ends in
    `stop`, every other call in `tool_calls` (`function_call` in the deprecated API). Reasoning
    goes where DeepSeek documents it (`reasoning_content`); OpenAI itself sends none here. The
    answer's voice says it otherwise where its vendor does.
    """
    if answer.refusal is not None:
        return refused(answer.refusal, _headers("application/json"), answer.voice)
    body = object_of(sent_of(request))
    conversation = conversation_of(body) or _EMPTY
    draft = _ChatDraft(body, conversation, answer, len(request.body))
    if not conversation.stream:
        return Response(200, _headers("application/json"), dump(draft.completion()))
    data = b"".join(sse.encode(dump(chunk).decode()) for chunk in draft.chunks())
    return Response(200, _headers("text/event-stream; charset=utf-8"), data + _DONE)


def _headers(content_type: str) -> Headers:
    return (("content-type", content_type), ("x-request-id", f"req_{token('request', 32)}"))


class _ChatDraft:
    """One answer on its way to bytes."""

    def __init__(
        self, body: JsonObject, conversation: Conversation, answer: Answer, size: int
    ) -> None:
        self._answer = answer
        self._voice = answer.voice
        self._reasoning = answer.voice.word("reasoning_field", "reasoning_content")
        self._legacy = conversation.legacy
        self._named = (
            conversation.choice is not None and conversation.choice.mode is ChoiceMode.NAMED
        )
        self._model = string_of(body.get("model")) or "reference-model"
        options = object_of(body.get("stream_options"))
        self._counted = options.get("include_usage") is True
        self._size = size
        self._id = f"chatcmpl-{token(f'completion {answer.turn} {size}', 29)}"

    def completion(self) -> JsonObject:
        """Return the blocking body."""
        choice: JsonObject = {
            "index": 0,
            "message": self._message(),
            "logprobs": None,
            "finish_reason": self._stop(),
        }
        return {
            "id": self._id,
            "object": "chat.completion",
            "created": _CREATED,
            "model": self._model,
            "choices": [choice],
            "usage": self._usage(),
            "service_tier": _TIER,
            "system_fingerprint": _FINGERPRINT,
        }

    def chunks(self) -> Iterator[JsonObject]:
        """Yield the payloads of the stream, without the end marker."""
        text = self._answer.text
        first = self._content("" if text is not None else None)
        yield self._chunk({"role": "assistant", **first, "refusal": None})
        for piece in pieces(self._answer.reasoning or ""):
            yield self._chunk({self._reasoning: piece})
        for piece in pieces(text or ""):
            yield self._chunk({"content": piece})
        for delta in self._call_deltas():
            yield self._chunk(delta)
        yield self._chunk({}, self._stop())
        if self._counted:
            yield {**self._envelope(), "choices": [], "usage": self._usage()}

    def _message(self) -> JsonObject:
        content = self._content(self._answer.text)
        message: JsonObject = {"role": "assistant", **content, "refusal": None}
        if self._answer.reasoning is not None:
            message[self._reasoning] = self._answer.reasoning
        if self._answer.calls and self._legacy:
            message["function_call"] = _function(self._answer.calls[0])
        elif self._answer.calls:
            message["tool_calls"] = [
                {"id": self._call_id(index), "type": "function", "function": _function(call)}
                for index, call in enumerate(self._answer.calls)
            ]
        message["annotations"] = []
        return message

    def _content(self, text: str | None) -> JsonObject:
        """Return the content member: of a reply that is nothing but calls, as is documented."""
        if text is not None or not self._answer.calls:
            return {"content": text}
        beside = self._voice.word("text_beside_call", "null")
        return {} if beside == "absent" else {"content": "" if beside == '""' else None}

    def _call_deltas(self) -> Iterator[JsonObject]:
        if self._legacy:
            for call in self._answer.calls[:1]:
                yield {"function_call": {"name": call.name, "arguments": ""}}
                for piece in pieces(_arguments(call)):
                    yield {"function_call": {"arguments": piece}}
            return
        for index, call in enumerate(self._answer.calls):
            opening: JsonObject = {
                "index": index,
                "id": self._call_id(index),
                "type": "function",
                "function": {"name": call.name, "arguments": ""},
            }
            yield {"tool_calls": [opening]}
            for piece in pieces(_arguments(call)):
                yield {"tool_calls": [{"index": index, "function": {"arguments": piece}}]}

    def _chunk(self, delta: JsonObject, stop: str | None = None) -> JsonObject:
        choice: JsonObject = {
            "index": 0,
            "delta": delta,
            "logprobs": None,
            "finish_reason": stop,
        }
        chunk: JsonObject = {**self._envelope(), "choices": [choice]}
        return {**chunk, "usage": None} if self._counted else chunk

    def _envelope(self) -> JsonObject:
        return {
            "id": self._id,
            "object": "chat.completion.chunk",
            "created": _CREATED,
            "model": self._model,
            "service_tier": _TIER,
            "system_fingerprint": _FINGERPRINT,
        }

    def _call_id(self, index: int) -> str:
        number = self._answer.turn + index
        return self._voice.id_of(number, self._answer.calls[index].name, self._usual_id(index))

    def _usual_id(self, index: int) -> str:
        number = self._answer.turn + index
        family = self._model.rpartition("/")[2].lower()
        if family.startswith(_KIMI):
            return f"functions.{self._answer.calls[index].name}:{number}"
        if family.startswith(_MISTRAL):
            return token(f"call {number}", 9)
        return f"call_{token(f'call {number}', 24)}"

    def _stop(self) -> str:
        if self._answer.cut:
            return "length"
        if not self._answer.calls:
            return "stop"
        if self._named:
            return self._voice.stop_of("stop")
        return self._voice.stop_of("function_call" if self._legacy else "tool_calls")

    def _usage(self) -> Json:
        """Count as if a token were four bytes."""
        length = len(self._answer.text or "") + sum(
            len(call.name) + len(_arguments(call)) for call in self._answer.calls
        )
        tokens_in, tokens_out = self._size // 4 + 1, length // 4 + 1
        return {
            "prompt_tokens": tokens_in,
            "completion_tokens": tokens_out,
            "total_tokens": tokens_in + tokens_out,
            "prompt_tokens_details": {"cached_tokens": 0, "audio_tokens": 0},
            "completion_tokens_details": {
                "reasoning_tokens": 0,
                "audio_tokens": 0,
                "accepted_prediction_tokens": 0,
                "rejected_prediction_tokens": 0,
            },
        }


def _arguments(call: PlannedCall) -> str:
    return dump(call.arguments).decode()


def _function(call: PlannedCall) -> JsonObject:
    return {"name": call.name, "arguments": _arguments(call)}
