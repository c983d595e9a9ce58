"""A request whose system prompt is the second of three messages of the system.

Who keeps the first of them, or the last, has nothing of it.
"""

from __future__ import annotations

from typing import Final

from toolwire.dialects import load_dialect
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.errors import ToolwireError
from toolwire.rules.mutate.developer_words import SYSTEM
from toolwire.rules.mutate.probe_edit import in_dialect

#: What the others say, which changes no answer.
_BEFORE: Final = "Be as brief as you can."
_BEHIND: Final = "Be friendly."


@in_dialect
def told_in_messages(name: str, body: JsonObject) -> None:
    """Put a message of the system before the one there is, and one behind it."""
    messages = _history(name, body)
    place = next((n for n, one in enumerate(messages) if _of_system(one)), None)
    if place is None:
        raise ToolwireError(f"no message of the system stands in a request of {name}")
    messages.insert(place, {"role": SYSTEM, "content": _BEFORE})
    messages.insert(place + 2, {"role": SYSTEM, "content": _BEHIND})


def system_messages(name: str, body: JsonObject) -> int:
    """Return how many messages of the system a request has."""
    return sum(map(_of_system, _history(name, body)))


def _history(name: str, body: JsonObject) -> list[Json]:
    form = load_dialect(name).wire.request
    return [] if form is None or form.parts is None else items_of(body.get(form.parts.history))


def _of_system(message: Json) -> bool:
    return object_of(message).get("role") == SYSTEM
