"""How much an exchange looks like Responses: path first, then the bytes of the response.

Only a body that may be a response object is parsed, and of it the top-level members only.
"""

from __future__ import annotations

import re
from typing import Final

from toolwire.dialects.dialect import Recognition
from toolwire.dialects.openai_responses.items import kind_of
from toolwire.dialects.sighting import BOM, at_end, members_of, opening_of, recognised
from toolwire.io.json_text import items_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange

PATHS: Final = ("/responses",)
_HEAD: Final = 4096
_NO: Final = Recognition(0.0, "nothing of OpenAI Responses")
_AT_PATH: Final = Recognition(0.97, f"path ends in {PATHS[0]}, input in the body")
#: Members of a request, one of which is always there.
_SIGNS: Final = (b'"input"', b'"previous_response_id"', b'"prompt"', b'"conversation"')
#: Members that only requests of this format have beside an `input`.
_OWN: Final = frozenset(
    {
        "conversation",
        "include",
        "instructions",
        "max_output_tokens",
        "previous_response_id",
        "reasoning",
        "store",
        "text",
        "tool_choice",
        "tools",
    }
)
_ASKED: Final = Recognition(0.8, "request body has an input of items, or members beside it")
#: Events a stream may open with.
_OPENINGS: Final = (
    b'"response.created"',
    b'"response.queued"',
    b'"response.in_progress"',
    b'"response.output_item.added"',
)
#: The kind of an event, each of which has a number, where a stream was resumed in its middle.
_RESUMED: Final = re.compile(rb'data: ?\{[^\n]*?"type": ?"response\.\w')


def recognise(exchange: Exchange) -> Recognition:
    """Say how sure it is, 0.0 to 1.0, that an exchange speaks this dialect, and why."""
    return recognised(exchange, _at_path, _shown, most=0.9, asked=_asked)


def _at_path(exchange: Exchange) -> Recognition | None:
    if exchange.request is None or not at_end(exchange, PATHS):
        return None
    if any(sign in exchange.request.body for sign in _SIGNS):
        return _AT_PATH
    seen = _shown(exchange)
    return seen if seen.confidence else Recognition(0.6, f"path ends in {PATHS[0]}")


def _shown(exchange: Exchange) -> Recognition:
    body = exchange.response.body
    start = opening_of(body, _HEAD)
    if start.startswith(b"{"):
        # Both members are in every response object; other bodies are not parsed.
        return _object(body) if b'"response"' in body and b'"output"' in body else _NO
    # A keep-alive may come before the first event, so the opening is looked for, not at.
    if b"data:" in start and b'"type"' in start:
        if any(word in start for word in _OPENINGS):
            return Recognition(0.95, "stream opens with an event of a response")
        if _RESUMED.search(start) is not None and b'"sequence_number"' in start:
            return Recognition(0.95, "stream goes on with an event of a response")
    return _NO


def _asked(body: JsonObject) -> Recognition | None:
    given = body.get("input")
    if "messages" in body or given is None:
        return None
    # Embeddings and moderations have an `input` too, of texts and of parts.
    items = [item for item in items_of(given) if isinstance(item, dict)]
    if any(
        "role" in item or (item.get("type") and kind_of(item)) for item in items
    ) or not _OWN.isdisjoint(body):
        return _ASKED
    return None


def _object(body: bytes) -> Recognition:
    members = members_of(body.removeprefix(BOM)) or {}
    if bytes(members.get("object", b"")) == b'"response"' and "output" in members:
        return Recognition(0.95, "object is a response with output")
    return _NO
