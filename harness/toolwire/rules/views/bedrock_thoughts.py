"""Thoughts of a Converse reply, with the signatures that they go back with."""

from __future__ import annotations

from toolwire.io.json_text import JsonError, items_of, object_of, parse
from toolwire.model.reply import Reading

THOUGHT = "reasoningContent"


def whole_thoughts(reading: Reading) -> dict[int, bool]:
    """Return the places of thoughts in words that were not cut, and whether each has its signature.

    The last block may have been cut before it.
    """
    reply = reading.reply
    if not (reply.reasoning and reply.complete):
        return {}
    try:
        blocks = items_of(parse(reply.echo or b"[]"))
    except JsonError:
        return {}
    thoughts = (
        (place, object_of(object_of(object_of(block).get(THOUGHT)).get("reasoningText")))
        for place, block in enumerate(blocks[:-1])
    )
    return {place: bool(one.get("signature")) for place, one in thoughts if one.get("text")}


def thoughts_at(reading: Reading, place: int) -> str:
    """Return where a stream has its last piece of a thought; in a whole answer, where it stands."""
    for event in reversed(reading.events):
        data = event.json if isinstance(event.json, dict) else {}
        if THOUGHT in object_of(data.get("delta")):
            return f"event[{event.number}]/delta/{THOUGHT}"
    return f"/output/message/content/{place}/{THOUGHT}"
