"""Lines of the files in which vendors hand back what a batch of requests was answered.

OpenAI's, and of those who took its form (Azure, Groq, Mistral, Together): {id, custom_id, response
{status_code, request_id, body}, error}. Anthropic's: {custom_id, result {type, message}}. Gemini's:
{key, response}; Vertex's: {request, response, status, processed_time}. Bedrock's: {recordId,
modelInput, modelOutput}. (OpenAI's and Anthropic's references of their batch APIs; Google's and AWS's
pages of batch inference; read 2026-11-24.) A request that was not asked before its batch ended
(expired, canceled), or that was refused without an answer, has nothing to judge.
"""

from __future__ import annotations

import msgspec

from toolwire.io.json_text import JsonError, dump, object_of
from toolwire.io.json_text import parse as parse_json
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import (
    Evidence,
    EvidenceLevel,
    Exchange,
    Fidelity,
    Request,
    Response,
)
from toolwire.traffic.value_count import refuse_too_many

_MEMBERS = msgspec.json.Decoder(dict[str, msgspec.Raw])
_JSON = (("content-type", "application/json"),)
_SUCCESS = 200
#: Members that a line of each kind has.
_KINDS = (
    frozenset({"custom_id", "response"}),
    frozenset({"custom_id", "result"}),
    frozenset({"key", "response"}),
    frozenset({"key", "error"}),
    frozenset({"request", "response", "processed_time"}),
    frozenset({"recordId", "modelInput"}),
)


def is_line(text: bytes) -> bool:
    """Return whether a line is of a batch's results; of an exchange it never is."""
    try:
        members = _MEMBERS.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return False
    # What a recorder writes says the method and the status.
    return "method" not in members and any(kind <= members.keys() for kind in _KINDS)


def from_line(text: bytes, place: str) -> Exchange | None:
    """Return the exchange of a line of a batch's results; None where nothing was answered.

    Raises:
        RefusedError: it holds too many values.
    """
    refuse_too_many(text, whole=True)
    try:
        line = object_of(parse_json(text))
    except JsonError:
        return None
    answer = _answer(line)
    if answer is None:
        return None
    status, body = answer
    asked = line.get("request", line.get("modelInput"))
    return Exchange(
        request=Request("POST", "", _JSON, dump(asked)) if isinstance(asked, dict) else None,
        response=Response(status, _JSON, dump(body)),
        evidence=Evidence(EvidenceLevel.IMPORTED, place, None),
        fidelity=Fidelity.PARSED,
    )


def _answer(line: JsonObject) -> tuple[int, Json] | None:
    """Return status and body of the answer in a line; None where there is none."""
    for member in ("modelOutput", "result", "response"):
        held = object_of(line.get(member))
        if not held:
            continue
        if member == "response" and "body" in held:
            status = held.get("status_code")
            return (status, held["body"]) if type(status) is int else None
        body = held.get("message") if member == "result" else held
        return (_SUCCESS, body) if isinstance(body, dict) else None
    return None
