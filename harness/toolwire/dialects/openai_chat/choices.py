"""Several choices of one answer, where a request wants more than one."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.count import count_of
from toolwire.dialects.responder import token
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject

#: What the reference answers at most.
_MOST: Final = 8
#: How many letters of an id tell a call of another choice: as many as the shortest ids have.
_OWN: Final = 9


def wanted(body: JsonObject) -> int:
    """Return how many choices a request wants, 1 where it does not say."""
    return min(max(count_of(body.get("n")) or 1, 1), _MOST)


def numbered(choice: JsonObject, number: int) -> JsonObject:
    """Return a choice as the one of a number, whose calls have ids of their own."""
    if not number:
        return choice
    copy = {**choice, "index": number}
    for holder in ("message", "delta"):
        held = object_of(copy.get(holder))
        if held.get("tool_calls"):
            calls: list[Json] = [
                _own(object_of(one), number) for one in items_of(held["tool_calls"])
            ]
            copy[holder] = {**held, "tool_calls": calls}
    return copy


def _own(call: JsonObject, number: int) -> JsonObject:
    known = call.get("id")
    if not isinstance(known, str):
        return call
    return {**call, "id": f"{known[:-_OWN]}{token(f'{known} of choice {number}', _OWN)}"}
