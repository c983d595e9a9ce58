"""The reference responder: what api.anthropic.com sends, deterministic.

Sources: anthropic 2.11.0 `types/message.py`, `types/raw_*_event.py`, `_exceptions.py`; API
documentation, pages "Streaming" and "Errors". Read 2026-11-21.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import unquote

from toolwire.dialects.answering import identified, named_events
from toolwire.dialects.anthropic_messages.request import wants_stream
from toolwire.dialects.anthropic_messages.seal import sealed
from toolwire.dialects.body import sent_of
from toolwire.dialects.dialect import Answer, Refusal
from toolwire.dialects.events import AWS_EVENT_STREAM
from toolwire.dialects.invoke import invoked_events, is_invoked_stream
from toolwire.dialects.responder import drawn, pieces, token_count
from toolwire.dialects.sighting import path_of
from toolwire.io.json_text import dump, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Request, Response

_ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_ID_LENGTH = 22
#: The beginning of a path of Bedrock or Vertex -> what its ids have behind their kind.
_CLOUDS: Mapping[str, str] = {"/model/": "bdrk_", "/v1/projects/": "vrtx_", "/v1beta1/": "vrtx_"}
#: A model between what Bedrock writes before it and its version, or Vertex' method.
_IN_PATH = re.compile(r"/models?/(?:[a-z0-9-]+\.)*(claude[^/:]*?)(?:-v[0-9]+)?(?::|/)")
_FRAGMENT = 12
_ERROR_TYPES: Mapping[str, str] = {
    "authentication": "authentication_error",
    "invalid_request": "invalid_request_error",
    "not_found": "not_found_error",
    "rate_limit": "rate_limit_error",
    "server_error": "api_error",
}
# Block type -> what its members are before their first delta.
_EMPTY: Mapping[str, JsonObject] = {
    "text": {"text": ""},
    "thinking": {"thinking": "", "signature": ""},
    "tool_use": {"input": {}},
}
# Statuses whose type is narrower than their kind.
_STATUS_TYPES: Mapping[int, str] = {
    402: "billing_error",
    403: "permission_error",
    413: "request_too_large",
    504: "timeout_error",
    529: "overloaded_error",
}


@dataclass(frozen=True, slots=True)
class _Message:
    """The message a request is answered with, before it is written blocking or streamed."""

    id: str
    model: str
    content: tuple[JsonObject, ...]
    stop: str
    ended_at: str | None
    input_tokens: int
    output_tokens: int

    def written(self, content: list[Json], stop: str | None, output_tokens: int) -> JsonObject:
        return {
            "model": self.model,
            "id": self.id,
            "type": "message",
            "role": "assistant",
            "content": content,
            "stop_reason": stop,
            "stop_sequence": None if stop is None else self.ended_at,
            "usage": {
                "input_tokens": self.input_tokens,
                "cache_creation_input_tokens": 0,
                "cache_read_input_tokens": 0,
                "output_tokens": output_tokens,
                "service_tier": "standard",
            },
        }


def respond(request: Request, answer: Answer) -> Response:
    """Write an answer as the documented response, in the mode the request asks for.

    Ids depend on the position in the conversation only: call `n` of a conversation has the
    same id in every run, and no two calls of one conversation share one. Of the same request a
    stream is another answer than a whole reply, and has an id of its own.
    """
    identity = ("request-id", _id("req", f"{answer.turn}:{len(request.body)}"))
    if answer.refusal is not None:
        return _refused(answer.refusal, identity)
    body = sent_of(request)
    streamed = wants_stream(body, request)
    message = _message(object_of(body), answer, path_of(request.url), "stream" * streamed)
    if not streamed:
        whole = message.written(list(message.content), message.stop, message.output_tokens)
        return Response(200, (("content-type", "application/json"), identity), dump(whole))
    if is_invoked_stream(request.url):
        packed = invoked_events(_events(message))
        return Response(200, (("content-type", AWS_EVENT_STREAM), identity), packed)
    return Response(
        200,
        (
            ("content-type", "text/event-stream; charset=utf-8"),
            ("cache-control", "no-cache"),
            identity,
        ),
        named_events(_events(message)),
    )


def _refused(refusal: Refusal, identity: tuple[str, str]) -> Response:
    kind = _STATUS_TYPES.get(refusal.status) or _ERROR_TYPES.get(refusal.kind, "api_error")
    body: JsonObject = {
        "type": "error",
        "error": {"type": kind, "message": refusal.message},
        "request_id": identity[1],
    }
    wait = (("retry-after", "1"),) if refusal.kind == "rate_limit" else ()
    headers = (("content-type", "application/json"), identity, *wait)
    return Response(refusal.status, headers, dump(body))


def _cloud(path: str) -> str:
    """Return what ids begin with where a cloud serves: Claude Code knows replies by it."""
    return next((mark for begin, mark in _CLOUDS.items() if path.startswith(begin)), "")


def _model(path: str) -> str:
    """Return the model that Bedrock's and Vertex' paths name, as their answers name it."""
    found = _IN_PATH.search(unquote(path))
    return found.group(1).replace("@", "-") if found else "reference-model"


def _message(request: JsonObject, answer: Answer, path: str, mode: str) -> _Message:
    content: list[JsonObject] = []
    if answer.reasoning is not None:
        seal = sealed(answer.turn, answer.reasoning)
        content.append({"type": "thinking", "thinking": answer.reasoning, "signature": seal})
    if answer.text is not None:
        content.append({"type": "text", "text": answer.text})
    cloud = _cloud(path)
    for call, known in identified(answer, lambda number: _id("toolu", f"call:{number}", cloud)):
        content.append(
            {"type": "tool_use", "id": known, "name": call.name, "input": call.arguments}
        )
    model = request.get("model")
    return _Message(
        id=_id("msg", f"message:{answer.turn}{mode}", cloud),
        model=model if isinstance(model, str) else _model(path),
        content=tuple(content),
        stop=_stop(answer),
        ended_at=answer.ended_at or None,
        input_tokens=token_count([request.get(one) for one in ("system", "messages", "tools")]),
        output_tokens=token_count(content),
    )


def _stop(answer: Answer) -> str:
    if answer.cut:
        return "max_tokens"
    if answer.ended_at:
        return "stop_sequence"
    return "tool_use" if answer.calls else "end_turn"


def _id(kind: str, seed: str, cloud: str = "") -> str:
    return f"{kind}_{cloud}01{drawn(f'{kind}:{seed}', _ALPHABET, _ID_LENGTH)}"


def _events(message: _Message) -> Iterator[JsonObject]:
    yield {"type": "message_start", "message": message.written([], None, 1)}
    if not message.content:
        yield {"type": "ping"}
    for index, block in enumerate(message.content):
        yield {"type": "content_block_start", "index": index, "content_block": _opening(block)}
        if index == 0:
            yield {"type": "ping"}
        for delta in _deltas(block):
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    yield {
        "type": "message_delta",
        "delta": {"stop_reason": message.stop, "stop_sequence": message.ended_at},
        "usage": {"output_tokens": message.output_tokens},
    }
    yield {"type": "message_stop"}


def _opening(block: JsonObject) -> JsonObject:
    return {**block, **_EMPTY[str(block["type"])]}


def _deltas(block: JsonObject) -> Iterator[JsonObject]:
    if block["type"] != "tool_use":
        member = str(block["type"])
        for piece in pieces(str(block[member]), _FRAGMENT):
            yield {"type": f"{member}_delta", member: piece}
        if "signature" in block:
            yield {"type": "signature_delta", "signature": block["signature"]}
        return
    # The first fragment is always empty, and for a call without arguments the only one.
    yield {"type": "input_json_delta", "partial_json": ""}
    if block["input"]:
        for piece in pieces(dump(block["input"]).decode(), _FRAGMENT):
            yield {"type": "input_json_delta", "partial_json": piece}
