"""The reference responder: what api.cohere.com/v1/chat documents, deterministic.

Sources: cohere 7.3.1 `types/non_streamed_chat_response.py`, `types/chat_stream_*event.py`,
`types/chat_tool_calls_*_event.py`; docs.cohere.com v1 "Multi-step Tool Use". Read 2026-11-21.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects.answering import events, lines
from toolwire.dialects.body import sent_of
from toolwire.dialects.cohere import answer_id, counted, refused
from toolwire.dialects.dialect import Answer
from toolwire.dialects.responder import pieces
from toolwire.io.json_text import dump, items_of, object_of, string_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Request, Response

_SSE = "text/event-stream"
_LINES = "application/stream+json"
#: Members of a request that a model reads, whose tokens are counted.
_READ = ("preamble", "chat_history", "message", "tools", "tool_results")


def respond(request: Request, answer: Answer) -> Response:
    """Write an answer as the documented response, in the mode and framing that is asked for.

    Calls have no ids. The history that comes back ends in the reply, and is what the next
    request sends. A refusal is a JSON error with its status in both modes.
    """
    if answer.refusal is not None:
        return refused(answer.refusal)
    body = object_of(sent_of(request))
    whole = _response(body, answer)
    if body.get("stream") is not True:
        return Response(200, (("content-type", "application/json"),), dump(whole))
    write, media = (events, _SSE) if _wants_sse(request) else (lines, _LINES)
    return Response(200, (("content-type", media),), write(_events(whole)))


def _wants_sse(request: Request) -> bool:
    # The specification names the header `Accepts`; pages and clients also say `Accept`.
    return any(_SSE in (request.header(name) or "") for name in ("accepts", "accept"))


def _response(request: JsonObject, answer: Answer) -> JsonObject:
    calls: list[Json] = [{"name": call.name, "parameters": call.arguments} for call in answer.calls]
    message: JsonObject = {"role": "CHATBOT", "message": answer.text or ""}
    size = len(dump(request))
    response: JsonObject = {
        "response_id": answer_id(f"response {answer.turn} {size}"),
        "text": answer.text or "",
        "generation_id": answer_id(f"generation {answer.turn} {size}"),
        "chat_history": [
            *_history(request),
            {**message, "tool_calls": calls} if calls else message,
        ],
        "finish_reason": "MAX_TOKENS" if answer.cut else "COMPLETE",
        "meta": {
            "api_version": {"version": "1"},
            **counted([request.get(member) for member in _READ], [answer.text, calls]),
        },
    }
    return {**response, "tool_calls": calls} if calls else response


def _history(request: JsonObject) -> Iterator[Json]:
    yield from items_of(request.get("chat_history"))
    message, results = string_of(request.get("message")), items_of(request.get("tool_results"))
    if results:
        yield {"role": "TOOL", "tool_results": results}
    if message or not results:
        yield {"role": "USER", "message": message or ""}


def _events(whole: JsonObject) -> Iterator[JsonObject]:
    yield _event("stream-start", {"generation_id": whole["generation_id"]})
    text, calls = str(whole["text"]), items_of(whole.get("tool_calls"))
    # Words before calls come as chunks of the calls' own event.
    kind = "tool-calls-chunk" if calls else "text-generation"
    for piece in pieces(text):
        yield _event(kind, {"text": piece})
    for index, call in enumerate(calls):
        yield _delta({"index": index, "name": object_of(call)["name"]})
        for piece in pieces(dump(object_of(call)["parameters"]).decode()):
            yield _delta({"index": index, "parameters": piece})
    if calls:
        members: JsonObject = {"text": text} if text else {}
        yield _event("tool-calls-generation", {**members, "tool_calls": calls})
    yield {
        "is_finished": True,
        "event_type": "stream-end",
        "response": whole,
        "finish_reason": whole["finish_reason"],
    }


def _event(kind: str, members: JsonObject) -> JsonObject:
    return {"is_finished": False, "event_type": kind, **members}


def _delta(delta: JsonObject) -> JsonObject:
    return _event("tool-calls-chunk", {"tool_call_delta": delta})
