"""The reference responder: answers as OpenAI documents, the same bytes for the same request.

Source: openai 3.52.0 `types/responses/response.py`, the events of
`response_stream_event.py` and `types/shared/error_object.py`, read 2026-11-21. Times are
fixed, ids follow from the number of the call in the conversation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from typing import Final

from toolwire.dialects.answering import identified, named_events
from toolwire.dialects.body import sent_of
from toolwire.dialects.dialect import Answer, PlannedCall
from toolwire.dialects.free_text import custom_names, free_text
from toolwire.dialects.openai import refused
from toolwire.dialects.openai_responses.message import CUSTOM
from toolwire.dialects.responder import pieces, size_of, token
from toolwire.io.json_text import dump, items_of, object_of, string_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Headers, Request, Response

_CREATED: Final = 1_763_683_200
#: Settings a response repeats, and what they are when the request does not say.
_SETTINGS: Final[JsonObject] = {
    "background": False,
    "instructions": None,
    "max_output_tokens": None,
    "max_tool_calls": None,
    "metadata": {},
    "parallel_tool_calls": True,
    "previous_response_id": None,
    "prompt_cache_key": None,
    "safety_identifier": None,
    "service_tier": "default",
    "store": True,
    "temperature": 1.0,
    "tool_choice": "auto",
    "top_logprobs": 0,
    "top_p": 1.0,
    "truncation": "disabled",
    "user": None,
}


def respond(request: Request, answer: Answer) -> Response:
    """Write the response of a correct server, blocking or streamed as the request asks.

    A refusal is a JSON error with its status in both modes. A reply with calls ends in
    `completed` like any other; one that is cut ends in `incomplete`. Reasoning is an item of
    its own, as a summary with the encrypted content that has to come back.
    """
    if answer.refusal is not None:
        return refused(answer.refusal, _headers("application/json"), answer.voice)
    body = object_of(sent_of(request))
    draft = _ResponsesDraft(body, answer, size_of(request))
    if body.get("stream") is not True:
        return Response(200, _headers("application/json"), dump(draft.finished()))
    data = named_events(draft.events())
    return Response(200, _headers("text/event-stream; charset=utf-8"), data)


def _headers(content_type: str) -> Headers:
    return (("content-type", content_type), ("x-request-id", f"req_{_hex('request', 32)}"))


def _hex(seed: str, length: int) -> str:
    return sha256(seed.encode()).hexdigest()[:length]


class _ResponsesDraft:
    """One answer on its way to bytes."""

    def __init__(self, body: JsonObject, answer: Answer, size: int) -> None:
        self._body = body
        self._answer = answer
        self._size = size
        self._seed = f"{answer.turn} {size}"
        self._status = "incomplete" if answer.cut else "completed"

    def finished(self) -> JsonObject:
        """Return the finished response, which is also the blocking body."""
        return self._response(self._status, [item for item, _ in self._items()])

    def events(self) -> Iterator[JsonObject]:
        """Yield the payloads of the stream, numbered."""
        for number, event in enumerate(self._events()):
            yield {"type": event["type"], "sequence_number": number, **event}

    def _events(self) -> Iterator[JsonObject]:
        for kind in ("response.created", "response.in_progress"):
            yield {"type": kind, "response": self._response("in_progress", [])}
        for index, (item, opening) in enumerate(self._items()):
            yield {"type": "response.output_item.added", "output_index": index, "item": opening}
            place: JsonObject = {"item_id": item["id"], "output_index": index}
            for event in _GROWTH[str(item["type"])](item):
                yield {"type": event["type"], **place, **event}
            yield {"type": "response.output_item.done", "output_index": index, "item": item}
        yield {"type": f"response.{self._status}", "response": self.finished()}

    def _items(self) -> Iterator[tuple[JsonObject, JsonObject]]:
        """Yield every output item, finished and as it is opened."""
        if self._answer.reasoning is not None:
            yield self._thought(self._answer.reasoning)
        if self._answer.text is not None:
            yield self._message(self._answer.text)
        calls = identified(self._answer, lambda number: f"call_{token(f'call {number}', 24)}")
        customs = custom_names(self._body)
        for number, (call, known) in enumerate(calls, start=self._answer.turn):
            seed = _hex(f"item {number}", 50)
            if call.name in customs:
                yield _custom(call, known, seed)
            else:
                yield _function(call, known, seed)

    def _thought(self, text: str) -> tuple[JsonObject, JsonObject]:
        item: JsonObject = {
            "id": f"rs_{_hex(f'reasoning {self._seed}', 50)}",
            "type": "reasoning",
            "encrypted_content": f"gAAAAA{token(f'reasoning {self._seed} {text}', 58)}",
            "summary": [{"type": "summary_text", "text": text}],
        }
        # What is encrypted grows with the reasoning, so an opened item has only its head.
        return item, {**item, "encrypted_content": "gAAAAA", "summary": []}

    def _message(self, text: str) -> tuple[JsonObject, JsonObject]:
        item: JsonObject = {
            "id": f"msg_{_hex(f'message {self._seed}', 50)}",
            "type": "message",
            "status": self._status,
            "content": [_part(text)],
            "role": "assistant",
        }
        return item, {**item, "status": "in_progress", "content": []}

    def _response(self, status: str, output: list[JsonObject]) -> JsonObject:
        ended = status != "in_progress"
        cut = status == "incomplete"
        return {
            "id": f"resp_{_hex(f'response {self._seed}', 50)}",
            "object": "response",
            "created_at": _CREATED,
            "status": status,
            "error": None,
            "incomplete_details": {"reason": "max_output_tokens"} if cut else None,
            "model": string_of(self._body.get("model")) or "reference-model",
            "output": [*output],
            **{key: self._body.get(key, usual) for key, usual in _SETTINGS.items()},
            "completed_at": _CREATED + 1 if status == "completed" else None,
            "reasoning": {"effort": None, "summary": None},
            "text": {"format": self._format(), "verbosity": "medium"},
            "tools": [_tool(object_of(tool)) for tool in items_of(self._body.get("tools"))],
            "usage": self._usage() if ended else None,
        }

    def _format(self) -> Json:
        """Return the form of the text that was asked for, or the usual one."""
        return object_of(self._body.get("text")).get("format") or {"type": "text"}

    def _usage(self) -> JsonObject:
        """Count as if a token were four bytes.

        What the request goes on from is counted with it: "Even when using `previous_response_id`, all
        previous input tokens for responses in the chain are billed as input tokens" (OpenAI, conversation
        state, read 2026-12-01), and each of 18 recorded answers that go on counts more than the one before
        it (../shared/corpus and corpus2: 108 tokens behind 73 and 16, say).
        """
        thought = (len(self._answer.reasoning or "") + 3) // 4
        length = len(self._answer.text or "") + sum(map(_size, self._answer.calls))
        tokens_in = (self._size + self._answer.kept) // 4 + 1
        tokens_out = thought + length // 4 + 1
        return {
            "input_tokens": tokens_in,
            "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
            "output_tokens": tokens_out,
            "output_tokens_details": {"reasoning_tokens": thought},
            "total_tokens": tokens_in + tokens_out,
        }


def _function(call: PlannedCall, known: str, seed: str) -> tuple[JsonObject, JsonObject]:
    item: JsonObject = {
        "id": f"fc_{seed}",
        "type": "function_call",
        "status": "completed",
        "arguments": dump(call.arguments).decode(),
        "call_id": known,
        "name": call.name,
    }
    return item, {**item, "status": "in_progress", "arguments": ""}


def _custom(call: PlannedCall, known: str, seed: str) -> tuple[JsonObject, JsonObject]:
    item: JsonObject = {
        "id": f"ctc_{seed}",
        "type": CUSTOM,
        "status": "completed",
        "call_id": known,
        "input": free_text(call),
        "name": call.name,
    }
    return item, {**item, "status": "in_progress", "input": ""}


def _size(call: PlannedCall) -> int:
    return len(call.name) + len(dump(call.arguments))


def _tool(tool: JsonObject) -> JsonObject:
    """Return a tool as a response repeats it: what the request left out is null."""
    if tool.get("type") != "function":
        return tool
    return {"description": None, "parameters": None, "strict": None, **tool}


def _part(text: str) -> JsonObject:
    return {"type": "output_text", "annotations": [], "logprobs": [], "text": text}


def _text_events(item: JsonObject) -> Iterator[JsonObject]:
    part = object_of(items_of(item["content"])[0])
    place: JsonObject = {"content_index": 0}
    yield {"type": "response.content_part.added", **place, "part": _part("")}
    for piece in pieces(str(part["text"])):
        yield {"type": "response.output_text.delta", **place, "delta": piece, "logprobs": []}
    yield {"type": "response.output_text.done", **place, "text": part["text"], "logprobs": []}
    yield {"type": "response.content_part.done", **place, "part": part}


def _summary_events(item: JsonObject) -> Iterator[JsonObject]:
    part = object_of(items_of(item["summary"])[0])
    place: JsonObject = {"summary_index": 0}
    yield {"type": "response.reasoning_summary_part.added", **place, "part": {**part, "text": ""}}
    for piece in pieces(str(part["text"])):
        yield {"type": "response.reasoning_summary_text.delta", **place, "delta": piece}
    yield {"type": "response.reasoning_summary_text.done", **place, "text": part["text"]}
    yield {"type": "response.reasoning_summary_part.done", **place, "part": part}


def _argument_events(item: JsonObject) -> Iterator[JsonObject]:
    arguments = str(item["arguments"])
    for piece in pieces(arguments):
        yield {"type": "response.function_call_arguments.delta", "delta": piece}
    yield {"type": "response.function_call_arguments.done", "arguments": arguments}


def _input_events(item: JsonObject) -> Iterator[JsonObject]:
    text = str(item["input"])
    for piece in pieces(text):
        yield {"type": "response.custom_tool_call_input.delta", "delta": piece}
    yield {"type": "response.custom_tool_call_input.done", "input": text}


#: Item type -> the events between its opening and its finish.
_GROWTH: Final[Mapping[str, Callable[[JsonObject], Iterator[JsonObject]]]] = {
    CUSTOM: _input_events,
    "function_call": _argument_events,
    "message": _text_events,
    "reasoning": _summary_events,
}
