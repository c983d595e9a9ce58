"""The reference responder: what api.cohere.com/v2/chat documents, deterministic.

Sources: cohere 7.3.1 `v2/types/v2chat_response.py`, `types/chat_*_event*.py`; docs.cohere.com
"Streaming for tool use". Read 2026-11-21. What the model says before its calls is its tool
plan, which is how the API says it; what it thinks is a content part of its own. A call without
arguments sends `{}` in both modes (recorded servers leave it out of streams).
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from toolwire.dialects.answering import named_events
from toolwire.dialects.body import sent_of
from toolwire.dialects.cohere import answer_id, counted, refused
from toolwire.dialects.dialect import Answer, PlannedCall
from toolwire.dialects.events import DONE
from toolwire.dialects.responder import pieces
from toolwire.dialects.voice import Voice
from toolwire.io.framing import sse
from toolwire.io.json_text import dump, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Request, Response

_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
_ID_LENGTH = 12


def respond(request: Request, answer: Answer) -> Response:
    """Write an answer as the documented response, in the mode the request asks for.

    Ids are the tool's name and a token that follows from the number of the call in the
    conversation. A refusal is a JSON error with its status in both modes.
    """
    if answer.refusal is not None:
        return refused(answer.refusal)
    body = object_of(sent_of(request))
    whole = _completion(body, answer)
    if body.get("stream") is not True:
        return Response(200, (("content-type", "application/json"),), dump(whole))
    data = named_events(_events(whole)) + sse.encode(DONE)
    return Response(200, (("content-type", "text/event-stream"),), data)


def _completion(request: JsonObject, answer: Answer) -> JsonObject:
    message = _message(answer)
    size = len(dump(request))
    return {
        "id": answer_id(f"message {answer.turn} {size}"),
        "message": message,
        "finish_reason": _stop(answer),
        "usage": counted([request.get("messages"), request.get("tools")], message),
    }


def _message(answer: Answer) -> JsonObject:
    message: JsonObject = {"role": "assistant"}
    content: list[Json] = []
    if answer.reasoning is not None:
        content.append({"type": "thinking", "thinking": answer.reasoning})
    if not answer.calls:
        content.append({"type": "text", "text": answer.text or ""})
    if content:
        message["content"] = content
    if answer.calls and answer.text is not None:
        message["tool_plan"] = answer.text
    if answer.calls:
        message["tool_calls"] = [
            _call(call, answer.turn + number, answer.voice)
            for number, call in enumerate(answer.calls)
        ]
    return message


def _stop(answer: Answer) -> str:
    if answer.cut:
        return "MAX_TOKENS"
    if answer.ended_at:
        return "STOP_SEQUENCE"
    return "TOOL_CALL" if answer.calls else "COMPLETE"


def _call(call: PlannedCall, number: int, voice: Voice) -> JsonObject:
    token = "".join(
        _LETTERS[byte % len(_LETTERS)] for byte in sha256(f"call {number}".encode()).digest()
    )
    return {
        "id": voice.id_of(number, call.name, f"{call.name}_{token[:_ID_LENGTH]}"),
        "type": "function",
        "function": {"name": call.name, "arguments": dump(call.arguments).decode()},
    }


def _events(whole: JsonObject) -> Iterator[JsonObject]:
    message = object_of(whole["message"])
    opening: JsonObject = {
        "role": "assistant",
        "content": [],
        "tool_plan": "",
        "tool_calls": [],
        "citations": [],
    }
    yield {"id": whole["id"], "type": "message-start", "delta": {"message": opening}}
    yield from _parts(message)
    for piece in pieces(str(message.get("tool_plan", ""))):
        yield _event("tool-plan-delta", {"tool_plan": piece})
    yield from _calls(message)
    delta: JsonObject = {"finish_reason": whole["finish_reason"], "usage": whole["usage"]}
    yield {"type": "message-end", "delta": delta}


def _event(kind: str, message: JsonObject, index: int | None = None) -> JsonObject:
    numbered: JsonObject = {} if index is None else {"index": index}
    return {"type": kind, **numbered, "delta": {"message": message}}


def _listed(message: JsonObject, member: str) -> Iterator[tuple[int, JsonObject]]:
    entries: Json = message.get(member)
    for index, entry in enumerate(entries if isinstance(entries, list) else []):
        yield index, object_of(entry)


def _calls(message: JsonObject) -> Iterator[JsonObject]:
    for index, call in _listed(message, "tool_calls"):
        function = object_of(call["function"])
        opened: JsonObject = {**call, "function": {**function, "arguments": ""}}
        yield _event("tool-call-start", {"tool_calls": opened}, index)
        for piece in pieces(str(function["arguments"])):
            fragment: JsonObject = {"function": {"arguments": piece}}
            yield _event("tool-call-delta", {"tool_calls": fragment}, index)
        yield {"type": "tool-call-end", "index": index}


def _parts(message: JsonObject) -> Iterator[JsonObject]:
    for index, part in _listed(message, "content"):
        kind = str(part["type"])
        yield _event("content-start", {"content": {"type": kind, kind: ""}}, index)
        for piece in pieces(str(part[kind])):
            yield _event("content-delta", {"content": {kind: piece}}, index)
        yield {"type": "content-end", "index": index}
