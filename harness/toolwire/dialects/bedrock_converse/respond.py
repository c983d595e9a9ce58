"""The reference responder: what bedrock-runtime sends, deterministic.

Sources: botocore 1.44.5 service model `bedrock-runtime` (`ConverseResponse`,
`ConverseStreamOutput`, the exceptions and their statuses) and `parsers.py`; Amazon Bedrock API
reference, pages "Converse" and "ConverseStream". Read 2026-11-21. The padding member `p` that
recorded events carry is not documented and not sent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from uuid import UUID

from toolwire.dialects.answering import identified
from toolwire.dialects.bedrock_converse.errors import ERROR_HEADER
from toolwire.dialects.bedrock_converse.request import wants_stream
from toolwire.dialects.body import sent_of
from toolwire.dialects.dialect import Answer, Refusal
from toolwire.dialects.events import AWS_EVENT_STREAM
from toolwire.dialects.responder import pieces, token, token_count
from toolwire.io.framing import eventstream
from toolwire.io.json_text import dump, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Headers, Request, Response

_ID_LENGTH = 22
_SIGNATURE_LENGTH = 64
_FRAGMENT = 12
_LATENCY = 250
_ERROR_TYPES: Mapping[str, str] = {
    "authentication": "AccessDeniedException",
    "invalid_request": "ValidationException",
    "not_found": "ResourceNotFoundException",
    "rate_limit": "ThrottlingException",
    "server_error": "InternalServerException",
}
# Statuses whose exception is narrower than their kind.
_STATUS_TYPES: Mapping[int, str] = {
    403: "AccessDeniedException",
    408: "ModelTimeoutException",
    424: "ModelErrorException",
    503: "ServiceUnavailableException",
}


def respond(request: Request, answer: Answer) -> Response:
    """Write an answer as the documented response, in the mode the request's path asks for.

    Ids depend on the position in the conversation only: call `n` of a conversation has the
    same id in every run, and no two calls of one conversation share one. A refusal is JSON
    in both modes.
    """
    digest = sha256(f"request:{answer.turn}:{len(request.body)}".encode()).digest()
    identity = ("x-amzn-requestid", str(UUID(bytes=digest[:16], version=4)))
    if answer.refusal is not None:
        return _refused(answer.refusal, identity)
    whole = _whole(object_of(sent_of(request)), answer)
    if not wants_stream(request):
        return Response(200, (("content-type", "application/json"), identity), dump(whole))
    headers: Headers = (("content-type", AWS_EVENT_STREAM), identity)
    return Response(200, headers, b"".join(_frame(name, data) for name, data in _events(whole)))


def _refused(refusal: Refusal, identity: tuple[str, str]) -> Response:
    known = _ERROR_TYPES.get(refusal.kind, "InternalServerException")
    kind = _STATUS_TYPES.get(refusal.status, known)
    headers: Headers = (("content-type", "application/json"), (ERROR_HEADER, kind), identity)
    return Response(refusal.status, headers, dump({"message": refusal.message}))


def _whole(request: JsonObject, answer: Answer) -> JsonObject:
    content: list[Json] = []
    if answer.reasoning is not None:
        signature = token(f"thought:{answer.turn}", _SIGNATURE_LENGTH)
        thought: JsonObject = {"text": answer.reasoning, "signature": signature}
        content.append({"reasoningContent": {"reasoningText": thought}})
    if answer.text is not None:
        content.append({"text": answer.text})
    calls = identified(answer, lambda number: f"tooluse_{token(f'call:{number}', _ID_LENGTH)}")
    for call, known in calls:
        use: JsonObject = {"toolUseId": known, "name": call.name, "input": call.arguments}
        content.append({"toolUse": use})
    tokens_in = token_count([request.get(one) for one in ("system", "messages", "toolConfig")])
    tokens_out = token_count(content)
    return {
        "metrics": {"latencyMs": _LATENCY},
        "output": {"message": {"content": content, "role": "assistant"}},
        "stopReason": _stop(answer),
        "usage": {
            "inputTokens": tokens_in,
            "outputTokens": tokens_out,
            "totalTokens": tokens_in + tokens_out,
        },
    }


def _stop(answer: Answer) -> str:
    if answer.cut:
        return "max_tokens"
    if answer.ended_at:
        return "stop_sequence"
    return "tool_use" if answer.calls else "end_turn"


def _frame(name: str, data: JsonObject) -> bytes:
    headers = {":event-type": name, ":content-type": "application/json", ":message-type": "event"}
    return eventstream.encode(headers, dump(data))


def _events(whole: JsonObject) -> Iterator[tuple[str, JsonObject]]:
    yield "messageStart", {"role": "assistant"}
    content = object_of(object_of(whole["output"])["message"])["content"]
    for index, block in enumerate(content if isinstance(content, list) else ()):
        for name, member in _pieces_of(object_of(block)):
            yield name, {"contentBlockIndex": index, **member}
        yield "contentBlockStop", {"contentBlockIndex": index}
    yield "messageStop", {"stopReason": whole["stopReason"]}
    yield "metadata", {"usage": whole["usage"], "metrics": whole["metrics"]}


def _pieces_of(block: JsonObject) -> Iterator[tuple[str, JsonObject]]:
    ((kind, value),) = block.items()
    if kind == "toolUse":
        use = object_of(value)
        start: JsonObject = {"toolUseId": use["toolUseId"], "name": use["name"]}
        yield "contentBlockStart", {"start": {"toolUse": start}}
    for delta in _deltas(kind, value):
        yield "contentBlockDelta", {"delta": delta}


def _deltas(kind: str, value: Json) -> Iterator[JsonObject]:
    if kind == "toolUse":
        for piece in _cut(dump(object_of(value)["input"]).decode()):
            yield {"toolUse": {"input": piece}}
    elif kind == "text":
        for piece in _cut(str(value)):
            yield {"text": piece}
    else:
        thought = object_of(object_of(value)["reasoningText"])
        for piece in _cut(str(thought["text"])):
            yield {"reasoningContent": {"text": piece}}
        yield {"reasoningContent": {"signature": thought["signature"]}}


def _cut(text: str) -> Iterator[str]:
    # An empty text is one empty piece: without a delta its block would not exist.
    return pieces(text, _FRAGMENT) if text else iter(("",))
