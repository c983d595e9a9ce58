"""Results in one step of use: the user's words stand beside them, and no call is made any more.

In several steps, which is the default, Cohere refuses both together: "invalid request: cannot specify both message and
tool_results in multistep mode" (cohere-ai/cohere-python#525, 2024-06; sigoden/aichat#605). Its guide to one step
sends the words, the results, no history of the calls, and this member (docs.cohere.com/v1/docs/tool-use); the
reference of its API says that it then is as a tool choice of `NONE` (`tool_choice` of v2; all read 2026-12-01).
"""

from __future__ import annotations

from typing import Final

from toolwire.dialects.known_refusal import KnownRefusal
from toolwire.dialects.wrong_body import refused
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.topic import Topic

#: The member that asks for it.
MEMBER: Final = "force_single_step"


def in_one_step(body: JsonObject) -> JsonObject:
    """Return a request with results at its end as one of one step; as it is where nobody asked before."""
    history = items_of(body.get("chat_history"))
    place = _asked(history)
    if not body.get("tool_results") or place is None:
        return body
    others = {key: value for key, value in body.items() if key != "chat_history"}
    before: JsonObject = {"chat_history": history[:place]} if place else {}
    message = object_of(history[place]).get("message")
    return {**others, **before, "message": message, MEMBER: True}


def _asked(history: list[Json]) -> int | None:
    """Return where the last words of the user stand in a history; None where there are none."""
    places = range(len(history) - 1, -1, -1)
    return next((n for n in places if object_of(history[n]).get("role") == "USER"), None)


def _beside_results(body: JsonObject) -> JsonObject | None:
    """Return a request with results as one that has the words of the user beside them; None where it has none."""
    history = items_of(body.get("chat_history"))
    place = _asked(history)
    if not body.get("tool_results") or place is None:
        return None
    return {**body, "message": object_of(history[place]).get("message")}


def _is_beside_results(body: JsonObject) -> bool:
    both = bool(body.get("message")) and bool(body.get("tool_results"))
    return both and body.get(MEMBER) is not True


BESIDE_RESULTS: Final[KnownRefusal] = refused(
    "message_beside_results",
    f"a message beside tool_results, without {MEMBER}",
    _beside_results,
    topic=Topic.ROUND,
    said="invalid request: cannot specify both message and tool_results in multistep mode",
    source="https://github.com/cohere-ai/cohere-python/issues/525",
    is_wrong=_is_beside_results,
)
