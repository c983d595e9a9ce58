"""How much an exchange looks like Converse: path first, then bytes, parsing last."""

from __future__ import annotations

from toolwire.dialects.bedrock_converse.frames import EVENT_STARTS
from toolwire.dialects.body import json_of, sent_of
from toolwire.dialects.dialect import Recognition
from toolwire.dialects.sighting import at_end, recognised
from toolwire.io.framing.kind import is_messages
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange

_NO = Recognition(0.0, "nothing of Bedrock Converse")
_AT_PATH = Recognition(0.97, "Bedrock path ending in converse")
_AT_END = Recognition(0.6, "path ending in converse")
_HEAD = 2048
PATHS = ("/converse", "/converse-stream")
_OTHERS = ("/count-tokens", "/invoke", "/invoke-with-response-stream")
#: The header of an event of InvokeModel: its name and length, and those of its value.
_CHUNK = b"\x0b:event-type\x07\x00\x05chunk"
#: A count of Nova's own answers, which Converse has beside its newer ones.
_COUNT = "cacheReadInputTokenCount"
#: Event types of a stream's first messages.
_OPENINGS = (b"messageStart", b"contentBlockStart", b"contentBlockDelta")


def recognise(exchange: Exchange) -> Recognition:
    """Say how sure it is, 0.0 to 1.0, that an exchange speaks this dialect, and why."""
    return (
        _NO
        if _invoked(exchange)
        else recognised(exchange, _at_path, _shown, most=None, asked=_asked)
    )


def _at_path(exchange: Exchange) -> Recognition | None:
    if exchange.request is None:
        return None
    if not at_end(exchange, PATHS):
        # Another operation of the same host: InvokeModel (Nova's own body is much like
        # Converse's), CountTokens, InvokeAgent.
        return _NO if at_end(exchange, _OTHERS) else None
    return _AT_PATH if "/model/" in exchange.request.url else _AT_END


def _shown(exchange: Exchange) -> Recognition:
    seen = _by_response(exchange.response.body)
    request = exchange.request
    if seen is _NO and request is not None and b'"toolSpec"' in request.body:
        return Recognition(0.6, "toolSpec in the request body")
    return seen


def _asked(body: JsonObject) -> Recognition | None:
    if "model" in body:
        return None
    # Its blocks say their kind by their one member.
    blocks = [
        object_of(block)
        for message in items_of(body.get("messages"))
        for block in items_of(object_of(message).get("content"))
    ]
    bare = bool(blocks) and not any("type" in block for block in blocks)
    return Recognition(0.8, "request body has blocks without a type") if bare else None


def _invoked(exchange: Exchange) -> bool:
    """Return whether bodies alone are InvokeModel's: a stream whose events are all `chunk`, or Nova's own.

    That is Converse's without the metrics, asked for by members that Converse does not have.
    """
    request, body = exchange.request, exchange.response.body
    if request is not None and request.url:
        return False
    if is_messages(body) and _CHUNK in body[:_HEAD]:
        return True
    asked = object_of(sent_of(request))
    return "schemaVersion" in asked or "max_new_tokens" in object_of(asked.get("inferenceConfig"))


def _by_response(body: bytes) -> Recognition:
    start = body[:_HEAD].lstrip(b"\xef\xbb\xbf \t\r\n")
    if is_messages(start):
        opened = b":event-type" in start and any(word in start for word in _OPENINGS)
        return Recognition(0.95, "event stream of Converse events") if opened else _NO
    if start.startswith(EVENT_STARTS):
        return Recognition(0.95, "lines of Converse events")
    # Both are in every answer; most other bodies are sent away here without being parsed.
    if start.startswith(b"{") and b'"stopReason"' in body and b'"output"' in body:
        return _by_json(body)
    return _NO


def _by_json(body: bytes) -> Recognition:
    value = json_of(body)
    members = value if isinstance(value, dict) else {}
    message = object_of(object_of(members.get("output")).get("message"))
    known = "stopReason" in members and isinstance(message.get("content"), list)
    usage = object_of(members.get("usage"))
    if "metrics" not in members and _COUNT in usage and "cacheReadInputTokens" not in usage:
        return _NO  # Nova's own body, of InvokeModel
    return Recognition(0.95, "body with output.message and stopReason") if known else _NO
