"""Several candidates of one answer, where a request wants more than one."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.body import sent_of
from toolwire.dialects.count import count_of
from toolwire.dialects.request_form import ChoiceCount
from toolwire.dialects.responder import drawn
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Request

#: Google makes as many, or refuses: "Multiple candidates is not enabled for this model"
#: (googleapis/js-genai#1609). A stream has one (router-for-me/CLIProxyAPI#961); both read
#: 2026-11-30.
CANDIDATES: Final = ChoiceCount(
    path=("generationConfig", "candidateCount"), holder="candidates", streamed=False
)
#: What Google makes at most.
_MOST: Final = 8
_COUNTS: Final = ("candidatesTokenCount", "thoughtsTokenCount")
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_ID_LENGTH: Final = 8


def several(message: JsonObject, request: Request) -> JsonObject:
    """Return a message with as many candidates as are wanted, whose calls have ids of their own,
    and each is counted.
    """
    (first,) = map(object_of, items_of(message["candidates"]))
    wanted = min(CANDIDATES.wanted(object_of(sent_of(request))), _MOST)
    if wanted == 1:
        return message
    usage = object_of(message["usageMetadata"])
    counts = {name: count_of(usage.get(name)) or 0 for name in _COUNTS}
    more = {name: count * wanted for name, count in counts.items() if name in usage}
    total = (count_of(usage["totalTokenCount"]) or 0) + sum(counts.values()) * (wanted - 1)
    return {
        **message,
        "candidates": [_numbered(first, number) for number in range(wanted)],
        "usageMetadata": {**usage, **more, "totalTokenCount": total},
    }


def _numbered(candidate: JsonObject, number: int) -> JsonObject:
    content = object_of(candidate["content"])
    parts: list[Json] = [_own(object_of(one), number) for one in items_of(content["parts"])]
    return {**candidate, "content": {**content, "parts": parts}, "index": number}


def _own(part: JsonObject, number: int) -> JsonObject:
    call = object_of(part.get("functionCall"))
    if not number or "id" not in call:
        return part
    own = drawn(f"{call['id']} of candidate {number}", _DIGITS, _ID_LENGTH)
    return {**part, "functionCall": {**call, "id": own}}
