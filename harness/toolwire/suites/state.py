"""Reasoning state: the opaque tokens by which a provider knows its own thoughts again.

Providers that reason between tool calls want these back unchanged and refuse or forget
otherwise. Members after anthropic 2.11.0 (`signature`), google-genai 3.4.0
(`thoughtSignature`), openai 3.52.0 (`encrypted_content`), botocore (`redactedContent`) and
gateways that carry Google's inside OpenAI's form (`thought_signature`), read 2026-11-21.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import Absent, Reading

_MEMBERS = (
    "encrypted_content",
    "redactedContent",
    "signature",
    "thoughtSignature",
    "thought_signature",
)
_MARKS = tuple(f'"{member}"'.encode() for member in _MEMBERS)
#: What is below these was made up by the model and may use any member name.
_ARGUMENTS = frozenset(("args", "arguments", "input"))


def shows_state(reading: Reading) -> bool:
    """Return whether a reply reasoned: in words kept apart, or in an opaque token."""
    if reading.reply.reasoning:
        return True
    body = reading.exchange.response.body
    return any(mark in body for mark in _MARKS) and bool(state_of(reading))


def state_of(reading: Reading) -> tuple[str, ...]:
    """Return the opaque tokens of a reply in wire order.

    A stream may send the token of one item twice, the first time unfinished; the last one
    counts.
    """
    found: dict[str | int, str] = {}
    for owner in _objects(reading):
        for member in _MEMBERS:
            value = owner.get(member)
            if isinstance(value, str) and value:
                item = owner.get("id")
                found[item if isinstance(item, str) else len(found)] = value
    return tuple(found.values())


def texts_of(value: Json) -> Iterator[str]:
    """Yield every string of a JSON value."""
    waiting = [value]
    while waiting:
        here = waiting.pop()
        if isinstance(here, str):
            yield here
        elif isinstance(here, list):
            waiting.extend(here)
        elif isinstance(here, dict):
            waiting.extend(here.values())


def _objects(reading: Reading) -> Iterator[JsonObject]:
    body = None if isinstance(reading.body, Absent) else reading.body
    documents = [body, *(e.json for e in reading.events if not isinstance(e.json, Absent))]
    for document in documents:
        waiting: list[Json] = [document]
        while waiting:
            here = waiting.pop()
            if isinstance(here, list):
                waiting.extend(reversed(here))
            elif isinstance(here, dict):
                yield here
                waiting.extend(v for k, v in reversed(here.items()) if k not in _ARGUMENTS)
