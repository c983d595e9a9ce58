"""The reference responder: what a correct server sends for an answer.

Shapes after google-genai 3.4.0 types and the function calling and thought signatures
guides, read 2026-11-21: ids on calls and a signature on the first call, as Gemini 3 sends
them; no ids where a model of the generations before is asked for; errors of a streamed request
are JSON, in an array where the stream would be one.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Mapping
from hashlib import sha256

from toolwire.dialects.answering import events, identified
from toolwire.dialects.dialect import Answer, Refusal
from toolwire.dialects.gemini_generate.candidates import several
from toolwire.dialects.gemini_generate.request import model_of, wants_stream
from toolwire.dialects.responder import drawn, size_of
from toolwire.io.framing import json_array
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Headers, Request, Response

_JSON: Headers = (("content-type", "application/json; charset=UTF-8"),)
_SSE: Headers = (("content-type", "text/event-stream"),)
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_ID_LENGTH = 8
_MODEL = "reference-model"
# Base64, as bytes members are in protobuf's JSON form; opaque to every client.
_SIGNATURE = "dG9vbHdpcmUgcmVmZXJlbmNlIHRob3VnaHQgc2lnbmF0dXJl"
# Generations whose calls have no ids: 343 of 344 recorded answers of 2.0 and 2.5 with calls, at both
# hosts of Google's, have none, and 65 of 69 of the generation after have one (the others are of
# previews); read 2026-11-23.
_OLDER = ("gemini-1", "gemini-2")
_WORDS: Mapping[str, str] = {
    "invalid_request": "INVALID_ARGUMENT",
    "authentication": "UNAUTHENTICATED",
    "not_found": "NOT_FOUND",
    "rate_limit": "RESOURCE_EXHAUSTED",
    "server_error": "INTERNAL",
}
# Statuses whose word is narrower than their kind.
_STATUS_WORDS: Mapping[int, str] = {403: "PERMISSION_DENIED", 503: "UNAVAILABLE"}


def respond(request: Request, answer: Answer) -> Response:
    """Write an answer as the vendor documents it, blocking or streamed as the URL asks."""
    streamed = wants_stream(request)
    array = streamed and "alt=sse" not in request.url.partition("?")[2].split("&")
    if answer.refusal is not None:
        body = _error(answer.refusal)
        return Response(answer.refusal.status, _JSON, dump([body] if array else body))
    parts = _parts(answer, ids=answer.voice.has_ids and not _without_ids(request))
    if not streamed:
        return Response(200, _JSON, dump(several(_messages(request, answer, [parts])[0], request)))
    messages = _messages(request, answer, _cut(parts))
    if array:
        return Response(200, _JSON, json_array.encode(dump(m).decode() for m in messages))
    # As all 147 recorded streams of Google's endpoints end their lines (two stored without are
    # their recorder's), read 2026-11-23.
    return Response(200, _SSE, events(messages, "\r\n"))


def _error(refusal: Refusal) -> JsonObject:
    return {
        "error": {
            "code": refusal.status,
            "message": refusal.message,
            "status": _STATUS_WORDS.get(refusal.status) or _WORDS.get(refusal.kind, "UNKNOWN"),
        }
    }


def _without_ids(request: Request) -> bool:
    return (model_of(request) or "").startswith(_OLDER)


def _parts(answer: Answer, *, ids: bool) -> list[JsonObject]:
    parts: list[JsonObject] = []
    if answer.reasoning is not None:
        parts.append({"text": answer.reasoning, "thought": True})
    if answer.text is not None:
        parts.append({"text": answer.text})
    for number, (call, known) in enumerate(identified(answer, _id)):
        part: JsonObject = {
            "functionCall": {
                **({"id": known} if ids else {}),
                "name": call.name,
                "args": call.arguments,
            }
        }
        if number == 0:
            part["thoughtSignature"] = _SIGNATURE
        parts.append(part)
    return parts


def _id(number: int) -> str:
    return drawn(f"gemini-generate call {number}", _DIGITS, _ID_LENGTH)


def _cut(parts: list[JsonObject]) -> list[list[JsonObject]]:
    """Cut a message as a stream would: text in pieces, every call whole in its own."""
    pieces: list[list[JsonObject]] = []
    for part in parts:
        text = part.get("text")
        if isinstance(text, str) and len(text) > 1:
            middle = text.find(" ", len(text) // 2)
            middle = middle if middle > 0 else len(text) // 2
            pieces += [[{**part, "text": text[:middle]}], [{**part, "text": text[middle:]}]]
        else:
            pieces.append([part])
    return pieces or [[]]


def _joined(parts: list[JsonObject]) -> list[JsonObject]:
    """Put pieces of a text together again: a stream counts as many tokens as a whole reply."""
    joined: list[JsonObject] = []
    for part in parts:
        last = joined[-1] if joined else {}
        text, more = last.get("text"), part.get("text")
        alike = ("thought" in last) == ("thought" in part)
        if isinstance(text, str) and isinstance(more, str) and alike:
            joined[-1] = {**last, "text": text + more}
        else:
            joined.append(part)
    return joined


def _messages(request: Request, answer: Answer, pieces: list[list[JsonObject]]) -> list[JsonObject]:
    tokens_in = size_of(request) // 4
    seed = sha256(request.url.encode() + request.body).digest()
    response_id = urlsafe_b64encode(seed[:16]).decode().rstrip("=")
    messages: list[JsonObject] = []
    sent: list[JsonObject] = []
    for number, parts in enumerate(pieces):
        sent = _joined([*sent, *parts])
        thoughts = sum(len(dump(part)) // 4 for part in sent if "thought" in part)
        tokens_out = sum(len(dump(part)) // 4 for part in sent if "thought" not in part)
        candidate: JsonObject = {"content": {"parts": [*parts], "role": "model"}, "index": 0}
        if number == len(pieces) - 1:
            candidate["finishReason"] = "MAX_TOKENS" if answer.cut else "STOP"
        candidates: list[Json] = [candidate]
        messages.append(
            {
                "candidates": candidates,
                "usageMetadata": {
                    "promptTokenCount": tokens_in,
                    "candidatesTokenCount": tokens_out,
                    **({"thoughtsTokenCount": thoughts} if thoughts else {}),
                    "totalTokenCount": tokens_in + tokens_out + thoughts,
                },
                "modelVersion": model_of(request) or _MODEL,
                "responseId": response_id,
            }
        )
    return messages
