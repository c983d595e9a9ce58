"""How much an exchange looks like Messages: path first, then bytes, parsing last."""

from __future__ import annotations

from toolwire.dialects.anthropic_messages.blocks import BlockKind, kind_of
from toolwire.dialects.body import json_of
from toolwire.dialects.dialect import Recognition
from toolwire.dialects.sighting import recognised
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange

PATHS = ("/v1/messages",)
_NO = Recognition(0.0, "nothing of Anthropic Messages")
_AT_PATH = Recognition(0.97, "path /v1/messages")
_ASKED = Recognition(0.8, "request body has blocks, tools or a version of this format")
# Blocks that no other format's messages have.
_OWN = (BlockKind.CALL, BlockKind.RESULT, BlockKind.SERVED)
# Members of the errors of OpenAI, which some send in a body of type error as well.
_OTHERS = frozenset({"code", "param"})
_HEAD = 2048
# Base64 of `{"type":"message_start"`, as far as whole groups of three bytes go.
_PACKED_START = b"eyJ0eXBlIjoibWVzc2FnZV9zdGFydCI"


def recognise(exchange: Exchange) -> Recognition:
    """Say how sure it is, 0.0 to 1.0, that an exchange speaks this dialect, and why."""
    return recognised(exchange, _at_path, _shown, most=None, asked=_asked)


def _at_path(exchange: Exchange) -> Recognition | None:
    request = exchange.request
    if request is None:
        return None
    url = request.url.partition("?")[0]
    if url.endswith(PATHS):
        return _AT_PATH
    if "/publishers/anthropic/models/" in url and url.endswith("awPredict"):
        return Recognition(0.97, "Vertex path of a publisher's model")
    if "/model/" in url and "/invoke" in url and b'"anthropic_version"' in request.body:
        return Recognition(0.97, "Bedrock invoke path and anthropic_version in the body")
    if url.endswith("/messages") and b'"max_tokens"' in request.body:
        return Recognition(0.6, "path /messages and max_tokens in the body")
    return None


def _shown(exchange: Exchange) -> Recognition:
    body = exchange.response.body
    start = body[:_HEAD].lstrip(b"\xef\xbb\xbf \t\r\n")
    if start.startswith(b"{"):
        # Both members are in every message and error of this dialect; most other bodies
        # are sent away here without being parsed.
        likely = b'"stop_reason"' in body or b'"error"' in start
        return _by_json(body) if likely else _NO
    if b'"message_start"' in start and b'"type"' in start:
        return Recognition(0.95, "stream opens with message_start")
    if _PACKED_START in start:
        return Recognition(0.95, "event stream opens with a packed message_start")
    return _NO


def _by_json(body: bytes) -> Recognition:
    value = json_of(body)
    members = value if isinstance(value, dict) else {}
    if members.get("type") == "message" and isinstance(members.get("content"), list):
        return Recognition(0.95, "body of type message with content blocks")
    error = members.get("error")
    if members.get("type") == "error" and isinstance(error, dict) and _OTHERS.isdisjoint(error):
        return Recognition(0.6, "body of type error with an error object")
    return _NO


def _asked(body: JsonObject) -> Recognition | None:
    messages = items_of(body.get("messages"))
    if not messages:
        return None
    versioned = "anthropic_version" in body or ("system" in body and "model" in body)
    blocks = (
        object_of(block)
        for message in messages
        for block in items_of(object_of(message).get("content"))
    )
    ours = any(kind_of(block) in _OWN for block in blocks)
    tools = any("input_schema" in object_of(tool) for tool in items_of(body.get("tools")))
    return _ASKED if versioned or tools or ours else None
