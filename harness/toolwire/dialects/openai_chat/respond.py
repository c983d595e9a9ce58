"""The reference responder: answers as OpenAI documents, the same bytes for the same request.

Shapes after openai 3.52.0 `types/chat/chat_completion.py`, `chat_completion_chunk.py` and
`types/shared/error_object.py`, read 2026-11-21. Times and fingerprints are fixed, ids follow
from the number of the call in the conversation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from toolwire.dialects.body import sent_of
from toolwire.dialects.dialect import Answer, PlannedCall
from toolwire.dialects.events import AWS_EVENT_STREAM
from toolwire.dialects.free_text import custom_names, free_text
from toolwire.dialects.invoke import invoked_events, invoked_model
from toolwire.dialects.openai import refused
from toolwire.dialects.openai_chat.choices import numbered, wanted
from toolwire.dialects.openai_chat.request import conversation_at
from toolwire.dialects.openai_chat.tokens import tokens_of
from toolwire.dialects.openai_draft import CompletionDraft, headers
from toolwire.dialects.responder import drawn, pieces, size_of, token
from toolwire.io.json_text import dump, items_of, object_of
from toolwire.model.conversation import ChoiceMode, Conversation, Json, JsonObject
from toolwire.model.exchange import Request, Response

_FINGERPRINT = "fp_5b1c0a9d3e"
_TIER = "default"
#: What Bedrock says instead.
_INVOKED_TIER = "auto"
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
        return refused(answer.refusal, headers("application/json"), answer.voice)
    body = object_of(sent_of(request))
    conversation = conversation_at(body, request) or _EMPTY
    invoked = invoked_model(request.url)
    if invoked is None:
        draft = _ChatDraft(body, conversation, answer, size_of(request))
    else:
        body = {**body, "model": invoked}
        draft = _InvokedDraft(body, conversation, _tagged(answer), size_of(request))
    return draft.response(stream=conversation.stream)


class _ChatDraft(CompletionDraft):
    """One answer on its way to bytes."""

    def __init__(
        self, body: JsonObject, conversation: Conversation, answer: Answer, size: int
    ) -> None:
        super().__init__(body, answer, size, "chatcmpl")
        self._voice = answer.voice
        self._reasoning = answer.voice.word("reasoning_field", "reasoning_content")
        self._legacy = conversation.legacy
        self._choices = wanted(body)
        self._tells_tokens = body.get("logprobs") is True
        self._customs = custom_names(body)
        self._named = (
            conversation.choice is not None and conversation.choice.mode is ChoiceMode.NAMED
        )

    def completion(self) -> JsonObject:
        """Return the blocking body."""
        choice: JsonObject = {
            "index": 0,
            "message": self._message(),
            "logprobs": self._tokens(self.answer.text),
            "finish_reason": self._stop(),
        }
        return {
            **self.head("chat.completion"),
            "choices": [numbered(choice, number) for number in range(self._choices)],
            "usage": self._usage(),
            "service_tier": _TIER,
            "system_fingerprint": _FINGERPRINT,
        }

    def chunks(self) -> Iterator[JsonObject]:
        """Yield the payloads of the stream, without the end marker; those of several choices by turns."""
        for chunk in self._pieces():
            (choice,) = map(object_of, items_of(chunk["choices"]))
            for number in range(self._choices):
                yield {**chunk, "choices": [numbered(choice, number)]}
        if self.counted:
            yield {**self._envelope(), "choices": [], "usage": self._usage()}

    def _pieces(self) -> Iterator[JsonObject]:
        text = self.answer.text
        first = self._content("" if text is not None else None)
        yield self._chunk({"role": "assistant", **first, "refusal": None})
        for piece in pieces(self.answer.reasoning or ""):
            yield self._chunk({self._reasoning: piece})
        for piece in pieces(text or ""):
            yield self._chunk({"content": piece})
        for delta in self._call_deltas():
            yield self._chunk(delta)
        yield self._chunk({}, self._stop())

    def _message(self) -> JsonObject:
        content = self._content(self.answer.text)
        message: JsonObject = {"role": "assistant", **content, "refusal": None}
        if self.answer.reasoning is not None:
            message[self._reasoning] = self.answer.reasoning
        if self.answer.calls and self._legacy:
            message["function_call"] = _function(self.answer.calls[0])
        elif self.answer.calls:
            message["tool_calls"] = [
                {"id": self._call_id(index), **self._called(call)}
                for index, call in enumerate(self.answer.calls)
            ]
        message["annotations"] = []
        return message

    def _content(self, text: str | None) -> JsonObject:
        """Return the content member: of a reply that is nothing but calls, as is documented."""
        if text is not None or not self.answer.calls:
            return {"content": text}
        beside = self._voice.word("text_beside_call", "null")
        return {} if beside == "absent" else {"content": "" if beside == '""' else None}

    def _call_deltas(self) -> Iterator[JsonObject]:
        if self._legacy:
            for call in self.answer.calls[:1]:
                yield {"function_call": {"name": call.name, "arguments": ""}}
                for piece in pieces(_arguments(call)):
                    yield {"function_call": {"arguments": piece}}
            return
        for index, call in enumerate(self.answer.calls):
            kind, member, whole = self._written(call)
            opening: JsonObject = {
                "index": index,
                "id": self._call_id(index),
                "type": kind,
                kind: {"name": call.name, member: ""},
            }
            yield {"tool_calls": [opening]}
            for piece in pieces(whole):
                yield {"tool_calls": [{"index": index, kind: {member: piece}}]}

    def _called(self, call: PlannedCall) -> JsonObject:
        kind, member, whole = self._written(call)
        return {"type": kind, kind: {"name": call.name, member: whole}}

    def _written(self, call: PlannedCall) -> tuple[str, str, str]:
        """Return the type of a call, the member that has what it is called with, and that."""
        if call.name in self._customs:
            return "custom", "input", free_text(call)
        return "function", "arguments", _arguments(call)

    def _chunk(self, delta: JsonObject, stop: str | None = None) -> JsonObject:
        choice: JsonObject = {
            "index": 0,
            "delta": delta,
            "logprobs": self._tokens(delta.get("content")),
            "finish_reason": stop,
        }
        return self.uncounted({**self._envelope(), "choices": [choice]})

    def _tokens(self, text: Json) -> Json:
        return tokens_of(text) if self._tells_tokens and isinstance(text, str) else None

    def _envelope(self) -> JsonObject:
        head = self.head("chat.completion.chunk")
        return {**head, "service_tier": _TIER, "system_fingerprint": _FINGERPRINT}

    def _call_id(self, index: int) -> str:
        number = self.answer.turn + index
        return self._voice.id_of(number, self.answer.calls[index].name, self._usual_id(index))

    def _usual_id(self, index: int) -> str:
        number = self.answer.turn + index
        family = self.model.rpartition("/")[2].lower()
        if family.startswith(_KIMI):
            return f"functions.{self.answer.calls[index].name}:{number}"
        if family.startswith(_MISTRAL):
            return token(f"call {number}", 9)
        return f"call_{token(f'call {number}', 24)}"

    def _stop(self) -> str:
        if self.answer.cut:
            return "length"
        if not self.answer.calls:
            return "stop"
        if self._named:
            return self._voice.stop_of("stop")
        return self._voice.stop_of("function_call" if self._legacy else "tool_calls")

    def _usage(self) -> Json:
        thought = len(self.answer.reasoning or "")
        length = len(self.answer.text or "") + sum(
            len(call.name) + len(_arguments(call)) for call in self.answer.calls
        )
        return {
            **self.usage((length + thought) * self._choices),
            "prompt_tokens_details": {"cached_tokens": 0, "audio_tokens": 0},
            "completion_tokens_details": {
                "reasoning_tokens": thought * self._choices // 4,
                "audio_tokens": 0,
                "accepted_prediction_tokens": 0,
                "rejected_prediction_tokens": 0,
            },
        }


class _InvokedDraft(_ChatDraft):
    """What Bedrock's InvokeModel answers for gpt-oss: fewer members, and AWS events without an end.

    Source: six recorded exchanges of 2025-11-01 (agentjido/req_llm at 1c985d8a,
    test/support/fixtures/amazon_bedrock/openai_gpt_oss_*), read 2026-11-23.
    """

    def response(self, *, stream: bool) -> Response:
        """Return the response, blocking or streamed."""
        if not stream:
            return super().response(stream=False)
        return Response(200, headers(AWS_EVENT_STREAM), invoked_events(self.chunks()))

    def completion(self) -> JsonObject:
        """Return the blocking body."""
        body = _without(super().completion(), "system_fingerprint")
        choices: list[Json] = [
            {**choice, "message": _without(object_of(choice["message"]), "annotations")}
            for choice in map(object_of, items_of(body["choices"]))
        ]
        return {**body, "choices": choices, "service_tier": _INVOKED_TIER}

    def chunks(self) -> Iterator[JsonObject]:
        """Yield the payloads of the stream, the last of which tells the usage."""
        for chunk in super().chunks():
            choices: list[Json] = [
                {
                    **_without(choice, "logprobs"),
                    "delta": _without(object_of(choice["delta"]), "refusal"),
                }
                for choice in map(object_of, items_of(chunk["choices"]))
            ]
            left = _without(chunk, "system_fingerprint", *(("usage",) if choices else ()))
            yield {**left, "choices": choices, "service_tier": _INVOKED_TIER}

    def _usual_id(self, index: int) -> str:
        seed = f"call {self.answer.turn + index}"
        return f"chatcmpl-tool-{drawn(seed, '0123456789abcdef', 32)}"

    def _stop(self) -> str:
        return "tool_calls" if self.answer.calls and not self.answer.cut else super()._stop()

    def _usage(self) -> Json:
        counts = object_of(super()._usage())
        return {key: count for key, count in counts.items() if isinstance(count, int)}


def _tagged(answer: Answer) -> Answer:
    """Return an answer with its reasoning in its text, as Bedrock writes it for these models."""
    if answer.reasoning is None:
        return answer
    text = f"<reasoning>{answer.reasoning}</reasoning>{answer.text or ''}"
    return replace(answer, text=text, reasoning=None)


def _without(value: JsonObject, *names: str) -> JsonObject:
    return {key: member for key, member in value.items() if key not in names}


def _arguments(call: PlannedCall) -> str:
    return dump(call.arguments).decode()


def _function(call: PlannedCall) -> JsonObject:
    return {"name": call.name, "arguments": _arguments(call)}
