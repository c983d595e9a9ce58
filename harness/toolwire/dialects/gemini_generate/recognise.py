"""How much an exchange looks like Gemini generateContent.

The URL's method name is the surest sign and costs a comparison; bodies are looked into only
where the URL says nothing.
"""

from __future__ import annotations

from toolwire.dialects.body import json_of, sent_of
from toolwire.dialects.dialect import Recognition
from toolwire.dialects.gemini_generate.encode import METHOD
from toolwire.dialects.gemini_generate.frames import framing_of
from toolwire.dialects.gemini_generate.request import STREAM_METHOD
from toolwire.dialects.sighting import path_of, recognised
from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange, Response

PATHS = (METHOD, STREAM_METHOD)
_PEEK = 4096
_MARKS = (b'"candidates"', b'"usageMetadata"', b'"promptFeedback"', b'"error"')
_NOTHING = Recognition(0.0, "nothing of Gemini generateContent")
_AT_METHOD = Recognition(1.0, f"URL ends in {METHOD} or {STREAM_METHOD}")


def recognise(exchange: Exchange) -> Recognition:
    """Say how sure it is, 0.0 to 1.0, that an exchange speaks this dialect, and why."""
    return recognised(exchange, _at_path, _shown, asked=_asked)


def _at_path(exchange: Exchange) -> Recognition | None:
    request = exchange.request
    if request is None or request.url.partition("?")[0].endswith(PATHS):
        return _AT_METHOD
    # A URL that is none of these is another format's, unless the request says more. Other
    # methods (:countTokens, :embedContent) and caches have contents too.
    path = path_of(request.url)
    other = ":" in path.rpartition("/")[2] or "/cachedContents" in path
    if other or b'"contents"' not in request.body:
        return _NOTHING
    return _asked(object_of(sent_of(request))) or _NOTHING


def _asked(body: JsonObject) -> Recognition | None:
    contents = body.get("contents")
    first = contents[0] if isinstance(contents, list) and contents else contents
    known = "parts" in object_of(first)
    return Recognition(0.8, "request body has contents[].parts") if known else None


def _shown(exchange: Exchange) -> Recognition:
    response = exchange.response
    # A reply may be long and its marks may come late in it, but a stream's come in each event.
    body = response.body
    head = body[:_PEEK] if framing_of(response) else body
    if not any(mark in head for mark in _MARKS):
        return _NOTHING
    value = json_of(_first_message(response))
    message = value[0] if isinstance(value, list) and value else value
    members = message if isinstance(message, dict) else {}
    for key, confidence, reason in (
        ("candidates", 0.9, "response body has candidates[]"),
        ("promptFeedback", 0.9, "response body has promptFeedback"),
        ("usageMetadata", 0.7, "response body has usageMetadata"),
    ):
        if key in members:
            return Recognition(confidence, reason)
    error = object_of(members.get("error"))
    # In an array it is that of the OpenAI-compatible route as well.
    if message is not value:
        return _NOTHING
    is_error = isinstance(error.get("code"), int) and isinstance(error.get("status"), str)
    # Every API of Google has that form: what was asked of another one (:predict) is not ours.
    if is_error and not _asks_another(exchange):
        return Recognition(0.5, "error body of a Google API")
    return _NOTHING


def _asks_another(exchange: Exchange) -> bool:
    """Return whether the request is an object that has no contents; False where it was not kept or is broken."""
    request = exchange.request
    body = {} if request is None else object_of(sent_of(request))
    return bool(body) and "contents" not in body


def _first_message(response: Response) -> bytes:
    body = response.body
    start = body.find(b"data:")
    if start < 0 or body.lstrip()[:1] in (b"{", b"["):
        return body
    line = body[start + len(b"data:") :].lstrip()
    return line.partition(b"\n")[0]
