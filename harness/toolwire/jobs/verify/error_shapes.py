"""Whose error body it is.

Shapes as the dialects' `problem` and `failure` modules cite them (read 2026-11-21), and
FastAPI's, which many servers answer with whatever they speak.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from toolwire.dialects.body import json_of
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Response
from toolwire.model.reply import Absent


def _openai(_response: Response, body: JsonObject) -> bool:
    error = object_of(body.get("error"))
    own = "type" not in body and bool({"type", "param", "code"} & error.keys())
    return own and isinstance(error.get("message"), str) and not _is_google(error)


def _anthropic(_response: Response, body: JsonObject) -> bool:
    error = object_of(body.get("error"))
    return body.get("type") == "error" and isinstance(error.get("message"), str)


def _google(_response: Response, body: JsonObject) -> bool:
    return _is_google(object_of(body.get("error")))


def _is_google(error: JsonObject) -> bool:
    status = error.get("status")
    return isinstance(error.get("code"), int) and isinstance(status, str) and status.isupper()


def _aws(response: Response, body: JsonObject) -> bool:
    return bool(response.header("x-amzn-errortype")) or "__type" in body


def _cohere(_response: Response, body: JsonObject) -> bool:
    return isinstance(body.get("message"), str) and body.keys() <= {"id", "message"}


def _ollama(_response: Response, body: JsonObject) -> bool:
    return isinstance(body.get("error"), str) and len(body) == 1


#: Family -> whether a body is an error of it, and how much that alone tells.
_SHAPES: Final[Mapping[str, tuple[Callable[[Response, JsonObject], bool], float]]] = {
    "aws": (_aws, 0.85),
    "anthropic": (_anthropic, 0.8),
    "google": (_google, 0.75),
    "openai": (_openai, 0.6),
    "cohere": (_cohere, 0.5),
    "ollama": (_ollama, 0.5),
}


def shape_of(response: Response) -> tuple[str, float]:
    """Return the family whose error body a response has, and how much that tells."""
    body = _object(response)
    for family, (is_it, weight) in _SHAPES.items():
        if is_it(response, body):
            return family, weight
    return "", 0.0


def validates(response: Response) -> bool:
    """Say whether a body is FastAPI's list of what is wrong with a request it has read."""
    detail = _object(response).get("detail")
    return isinstance(detail, list) and bool(detail) and "loc" in object_of(detail[0])


def message_of(response: Response) -> str:
    """Return what an error says, in whatever shape; "" when it says nothing. Hostile."""
    body = _object(response)
    error = body.get("error")
    detail = body.get("detail")
    first = object_of(items_of(detail)[0]) if isinstance(detail, list) and detail else {}
    candidates = (
        object_of(error).get("message"),
        error,
        body.get("message"),
        body.get("Message"),
        first.get("msg"),
        detail,
    )
    return next((text for text in candidates if isinstance(text, str) and text), "")


def _object(response: Response) -> JsonObject:
    value: Json | Absent = json_of(response.body)
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    return value if isinstance(value, dict) else {}
