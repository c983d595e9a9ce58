"""What states a call, a text or a result in the bodies and events of several formats."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from toolwire.dialects.sent import nested_declared, tool_message, user_message
from toolwire.dialects.wire import Find, NativeCall, RequestParts
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject

__all__ = [
    "MESSAGES",
    "assistant_content",
    "has_function",
    "message_calls",
    "of_type",
    "text_member",
    "text_of",
]


#: Requests whose results are messages of the role `tool`.
MESSAGES: Final = RequestParts(
    history="messages",
    words=user_message,
    block=None,
    result=tool_message,
    parts=None,
    content=("content",),
    declared=nested_declared,
    schema=("parameters",),
    instead_of=None,
)


def has_function(value: JsonObject) -> bool:
    """Return whether an object has its name in `function`, as OpenAI's calls do."""
    return "name" in object_of(value.get("function"))


def assistant_content(value: JsonObject) -> str | None:
    """Return the member that is the text of an assistant's message."""
    return "content" if value.get("role") == "assistant" else None


def text_of(kind: str) -> Callable[[JsonObject], str | None]:
    """Return what finds the text of a part of that type."""
    return lambda value: "text" if value.get("type") == kind and value.get("text") else None


def text_member(value: JsonObject) -> str | None:
    """Return `text` where an object has one."""
    return "text" if isinstance(value.get("text"), str) else None


def of_type(kind: str) -> Find:
    """Return what finds `delta` in events of that type."""
    return lambda payload: (payload, "delta") if payload.get("type") == kind else None


def message_calls(root: str, holder: JsonObject) -> Iterator[NativeCall]:
    """Yield the calls in `message.tool_calls`."""
    message = object_of(holder.get("message"))
    for place, call in enumerate(items_of(message.get("tool_calls"))):
        yield NativeCall(f"{root}/message/tool_calls/{place}", call)
