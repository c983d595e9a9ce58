"""The messages of a choice, where the server ran tools of its own and let the model go on.

Mistral's connectors have several messages in the place of one: those of the model, and the results of
its calls between them (mistralai 3.7.0 `ChatCompletionChoice`: message and messages are both optional;
recorded in mistralai-workflows-plugins-mistralai 3.16.0, test_agent_with_connector; read 2026-11-29).
"""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects.openai_chat.message import calls_of
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import JsonObject, ToolCall

__all__ = ["calls_for_clients", "messages_of"]


def messages_of(choice: JsonObject, pointer: str) -> Iterator[tuple[JsonObject, str]]:
    """Yield each message of the model in a choice at `pointer`, and where it stands."""
    rounds = items_of(choice.get("messages"))
    if "message" in choice or not rounds:
        yield object_of(choice.get("message")), f"{pointer}/message"
        return
    for place, one in enumerate(rounds):
        message = object_of(one)
        if message.get("role") == "assistant":
            yield message, f"{pointer}/messages/{place}"


def calls_for_clients(choice: JsonObject, pointer: str) -> Iterator[ToolCall]:
    """Yield the calls of a choice that have no result in it."""
    answered = {
        string_of(object_of(one).get("tool_call_id")) for one in items_of(choice.get("messages"))
    }
    for message, where in messages_of(choice, pointer):
        for call in calls_of(message, where):
            if call.id is None or call.id not in answered:
                yield call
