"""What both generations of Cohere's Chat API share: errors, counts, results.

Sources: cohere 7.3.1 `types/usage.py`, `types/api_meta.py`, `types/tool_result.py`,
`types/document.py` and `core/api_error.py`; docs.cohere.com "Errors". Read 2026-11-21.
"""

from __future__ import annotations

import re
from hashlib import sha256
from itertools import pairwise
from typing import Final

from toolwire.dialects.body import json_of
from toolwire.dialects.count import count_of
from toolwire.dialects.dialect import Refusal
from toolwire.dialects.errors import code_of, error_member, status_error
from toolwire.dialects.facet import members_word
from toolwire.dialects.responder import token_count
from toolwire.io.json_text import JsonError, dump, object_of
from toolwire.model.conversation import Json, JsonObject, ToolResult
from toolwire.model.exchange import Response
from toolwire.model.reply import Usage, WireError

#: Members by which a result's text travels inside the object that both formats want; v2's own
#: server names the first so when it turns a plain text into an object.
CONTENT, FAILURE = "content", "error"
#: What a stop word looks like.
STOP: Final = re.compile(r"[A-Z_]{1,24}", re.ASCII)

_CODES = ("code", "type")
_LARGEST_COUNT = 2.0**53


def document_of(result: ToolResult) -> JsonObject:
    """Write a result's text as the object both formats want.

    A text that is a JSON object goes as that object, every other text as `{"content": text}`.
    There is no flag for a failed tool: its text goes as `{"error": text}`.
    """
    if result.error:
        return {FAILURE: result.content}
    members = _own_object(result.content)
    return {CONTENT: result.content} if members is None else members


def _own_object(text: str) -> JsonObject | None:
    """Return the object a text is, if `result_of` would read exactly that text out of it."""
    if not text.startswith("{"):
        return None
    value = json_of(text)
    if not isinstance(value, dict) or value.keys() in ({CONTENT}, {FAILURE}):
        return None
    return value if dump(value).decode() == text else None


def result_of(call_id: str | None, name: str | None, documents: list[Json]) -> ToolResult:
    """Read the objects of one result back; several become one text, a line each."""
    if len(documents) == 1:
        members = object_of(documents[0])
        failure = members.get(FAILURE)
        if members.keys() == {FAILURE} and isinstance(failure, str):
            return ToolResult(call_id, name, failure, error=True)
    return ToolResult(call_id, name, "\n".join(_text_of(document) for document in documents))


def _text_of(document: Json) -> str:
    if isinstance(document, str):
        return document
    members = object_of(document)
    text = members.get(CONTENT)
    if members.keys() == {CONTENT} and isinstance(text, str):
        return text
    try:
        return dump(document).decode()
    except JsonError:
        return ""


def usage_of(holder: Json) -> Usage | None:
    """Read `tokens`, or `billed_units` where there are none, of v2's `usage` or v1's `meta`."""
    members = object_of(holder)
    for key in ("tokens", "billed_units"):
        counts = object_of(members.get(key))
        both = _count(counts.get("input_tokens")), _count(counts.get("output_tokens"))
        if both != (None, None):
            return Usage(*both)
    return None


def _count(value: Json) -> int | None:
    # The types say float, the wire says integers.
    if isinstance(value, float) and value.is_integer() and abs(value) <= _LARGEST_COUNT:
        return int(value)
    return count_of(value)


def error_in(members: JsonObject, prefix: str) -> WireError | None:
    """Read the error of an object that is nothing else; None when it names none.

    Cohere sends `{"message": ...}`, with an `id` of late; gateways before it send `error`.
    """
    message = members.get("message")
    if isinstance(message, str):
        return WireError(message, code_of(members, _CODES), f"{prefix}/message")
    return error_member(members, prefix, _CODES, _CODES)


def error_beside(response: Response, members: JsonObject, *, answered: bool) -> WireError | None:
    """Return the error of a response that is no stream; None when it reports none.

    Args:
        response: with its status.
        members: those of its body; none of a body that is no object.
        answered: whether they are an answer, which below an error status is no error.
    """
    found = None if answered and response.status < 400 else error_in(members, "")
    return found or status_error(response.status)


def error_facet(holder: Json) -> str | None:
    """Return the members of an error body such as `{message,id}`; None when it has none."""
    word = members_word(object_of(holder), ("message",))
    return None if word == "{}" else word


def refused(refusal: Refusal) -> Response:
    """Write a refusal as both generations send it: a flat object with its status."""
    body: JsonObject = {"id": answer_id(refusal.kind), "message": refusal.message}
    return Response(refusal.status, (("content-type", "application/json"),), dump(body))


def answer_id(seed: str) -> str:
    """Return an id that looks like a UUID and follows from a seed."""
    digits = sha256(seed.encode()).hexdigest()
    ends = (0, 8, 12, 16, 20, 32)
    return "-".join(digits[a:b] for a, b in pairwise(ends))


def counted(request: object, reply: object) -> JsonObject:
    """Return token counts as both generations report them, four bytes taken for a token."""
    tokens: JsonObject = {
        "input_tokens": token_count(request),
        "output_tokens": token_count(reply),
    }
    return {"billed_units": dict(tokens), "tokens": tokens}
