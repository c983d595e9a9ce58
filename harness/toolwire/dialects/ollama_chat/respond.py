"""The reference responder: what a correct server sends, the same bytes for the same request.

Shapes after ollama/ollama `docs/openapi.yaml` (`ChatResponse`, `ChatStreamEvent`) and, for
the ids of calls, `server/routes.go`, read 2026-11-21. Times and durations are fixed, ids
follow from the number of the call in the conversation.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects.answering import identified, lines
from toolwire.dialects.body import sent_of
from toolwire.dialects.dialect import Answer
from toolwire.dialects.responder import drawn, pieces, size_of
from toolwire.io.json_text import dump, object_of, string_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Headers, Request, Response

_JSON: Headers = (("content-type", "application/json; charset=utf-8"),)
_LINES: Headers = (("content-type", "application/x-ndjson"),)
_CREATED = "2026-11-21T00:00:00.000000Z"
_MODEL = "reference-model"
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_ID_LENGTH = 8
#: How long a model is kept that is unloaded.
_NO_TIME: tuple[Json, ...] = (0, "0", "0s", "0m", "0h")


def respond(request: Request, answer: Answer) -> Response:
    """Write an answer as the documented response, in the mode the request asks for.

    A refusal is a JSON error with its status in both modes. A reply with calls ends in
    `stop`, and its content is empty where the answer has no text. Without any message the model is
    loaded, or unloaded where it is kept no longer, and said to be in one object in both modes
    (https://github.com/ollama/ollama/blob/main/docs/api.md, Load a model, read 2026-11-29).
    """
    if answer.refusal is not None:
        return Response(answer.refusal.status, _JSON, dump({"error": answer.refusal.message}))
    body = object_of(sent_of(request))
    model = string_of(body.get("model")) or _MODEL
    if body.get("messages") == []:
        return Response(200, _JSON, dump(_object(model, _message(""), _loaded(body))))
    calls = list(_calls(answer))
    end = _end(answer, size_of(request))
    if body.get("stream") is False:
        whole = _message(answer.text or "", answer.reasoning, calls)
        return Response(200, _JSON, dump(_object(model, whole, end)))
    objects = (*_pieces(model, answer, calls), _object(model, _message(""), end))
    return Response(200, _LINES, lines(objects))


def _loaded(body: JsonObject) -> JsonObject:
    """Return the members of what tells that a model was loaded, or unloaded: nothing is counted."""
    kept = body.get("keep_alive")
    at_once = kept in _NO_TIME and not isinstance(kept, bool)
    return {"done": True, "done_reason": "unload" if at_once else "load"}


def _pieces(model: str, answer: Answer, calls: list[JsonObject]) -> Iterator[JsonObject]:
    goes_on: JsonObject = {"done": False}
    for piece in pieces(answer.reasoning or ""):
        yield _object(model, _message("", piece), goes_on)
    for piece in pieces(answer.text or ""):
        yield _object(model, _message(piece), goes_on)
    # Calls are never cut: each comes whole, in an object of its own.
    for call in calls:
        yield _object(model, _message("", calls=[call]), goes_on)


def _object(model: str, message: JsonObject, end: JsonObject) -> JsonObject:
    return {"model": model, "created_at": _CREATED, "message": message, **end}


def _message(
    text: str, thinking: str | None = None, calls: list[JsonObject] | None = None
) -> JsonObject:
    message: JsonObject = {"role": "assistant", "content": text}
    if thinking:
        # Left out when empty, as the server does.
        message["thinking"] = thinking
    if calls:
        message["tool_calls"] = [*calls]
    return message


def _calls(answer: Answer) -> Iterator[JsonObject]:
    for number, (call, known) in enumerate(identified(answer, _id)):
        function: Json = {"index": number, "name": call.name, "arguments": call.arguments}
        yield {**({"id": known} if answer.voice.has_ids else {}), "function": function}


def _id(number: int) -> str:
    return f"call_{drawn(f'ollama-chat call {number}', _DIGITS, _ID_LENGTH)}"


def _end(answer: Answer, size: int) -> JsonObject:
    """Return the members of a final object, counted as if a token were four bytes."""
    length = len((answer.reasoning or "") + (answer.text or "")) + sum(
        len(call.name) + len(dump(call.arguments)) for call in answer.calls
    )
    return {
        "done": True,
        "done_reason": "length" if answer.cut else "stop",
        "total_duration": 1_500_000_000,
        "load_duration": 100_000_000,
        "prompt_eval_count": size // 4 + 1,
        "prompt_eval_duration": 400_000_000,
        "eval_count": length // 4 + 1,
        "eval_duration": 1_000_000_000,
    }
