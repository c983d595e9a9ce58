"""What a reply of Cohere's v2 says beside its calls: a plan, in a member of its own."""

from __future__ import annotations

from typing import Final

from toolwire.io.json_text import object_of, string_of
from toolwire.model.exchange import Mode
from toolwire.model.reply import Reading

#: What a message says beside its calls.
PLAN: Final = "tool_plan"


def told_plan(reading: Reading) -> tuple[str, str]:
    """Return where a reply says what it will do, and what; "" for nothing."""
    if reading.mode is Mode.BLOCKING:
        body = reading.body if isinstance(reading.body, dict) else {}
        return f"/message/{PLAN}", string_of(object_of(body.get("message")).get(PLAN)) or ""
    at, pieces = "", []
    for event in reading.events:
        data = event.json if isinstance(event.json, dict) else {}
        piece = string_of(object_of(object_of(data.get("delta")).get("message")).get(PLAN))
        if piece:
            at = at or f"event[{event.number}]/delta/message/{PLAN}"
            pieces.append(piece)
    return at, "".join(pieces)


def thought_or_plan(thought: str, *readings: Reading) -> str:
    """Return how a sentence begins that is about what a reply says beside its text: as a plan, or as reasoning."""
    plan = thought in (told_plan(one)[1] for one in readings)
    return "A plan" if plan else "Reasoning"
