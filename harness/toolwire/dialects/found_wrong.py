"""Ways to find what is wrong in a request body, for a dialect's table of known refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject


def messages_of(body: JsonObject) -> Iterator[JsonObject]:
    """Yield the messages of a body that holds them in a list of this name."""
    return map(object_of, items_of(body.get("messages")))


def blocks_of(body: JsonObject) -> Iterator[JsonObject]:
    """Yield the content blocks of all messages."""
    for message in messages_of(body):
        yield from map(object_of, items_of(message.get("content")))


def is_list_of_nothing(schema: JsonObject) -> bool:
    """Return whether the schema of a list does not say of what; Gemini's types are in capitals."""
    kind = schema.get("type")
    kinds = kind if isinstance(kind, list) else [kind]
    a_list = any(isinstance(one, str) and one.lower() == "array" for one in kinds)
    return a_list and "items" not in schema


def outside(name: str, least: float, most: float) -> Callable[[JsonObject], bool]:
    """Return what says whether a number is not between two others; it may be one of them."""

    def is_outside(body: JsonObject) -> bool:
        value = body.get(name)
        return isinstance(value, int | float) and not least <= value <= most

    return is_outside
