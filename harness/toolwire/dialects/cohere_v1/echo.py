"""The assistant's message as it goes into the next request's history.

A response has no message object. What the documentation sends back is the `chat_history` that
the response returns, whose last entry is the reply; where a server leaves it out, the entry is
made of the response's text and its calls.
"""

from __future__ import annotations

import msgspec

from toolwire.dialects.body import dumped
from toolwire.io.json_text import JsonError, dump, items_of, object_of, raw_slice
from toolwire.model.conversation import Json, JsonObject


def echo_of(document: bytes, response: JsonObject, path: tuple[str, ...]) -> bytes | None:
    """Return the reply's message with its own bytes.

    Args:
        document: the JSON text that holds the response.
        response: the response, parsed.
        path: where the response stands in the document.

    Returns:
        The last entry of the history if it is the assistant's, else one made of text and calls
        as they stand; None when there is neither.
    """
    history = items_of(response.get("chat_history"))
    try:
        if history and object_of(history[-1]).get("role") == "CHATBOT":
            return raw_slice(document, (*path, "chat_history", len(history) - 1))
        text = raw_slice(document, (*path, "text"))
        if text is None or not isinstance(response.get("text"), str):
            return None
        entry: dict[str, object] = {"role": "CHATBOT", "message": msgspec.Raw(text)}
        if response.get("tool_calls"):
            calls = raw_slice(document, (*path, "tool_calls"))
            entry["tool_calls"] = msgspec.Raw(calls or b"[]")
        return dump(entry)
    except JsonError:
        return None


def composed(text: str | None, calls: list[Json]) -> bytes | None:
    """Return a message made of a stream's text and whole calls; None when it has neither."""
    if text is None and not calls:
        return None
    entry: JsonObject = {"role": "CHATBOT", "message": text or ""}
    return dumped({**entry, "tool_calls": calls} if calls else entry)
