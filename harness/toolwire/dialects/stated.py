"""What states a call, a text or a result in the bodies and events of several formats."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from toolwire.dialects.id_form import ANY_ID, IdForm
from toolwire.dialects.paths import first_at
from toolwire.dialects.sent import nested_declared, tool_message, user_message
from toolwire.dialects.wire import CallPaths, Find, FindCalls, Holder, NativeCall, RequestParts
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject


def image_by_address(data: str) -> JsonObject:
    """Return the part of a user's message that shows a PNG in base64, as OpenAI and Cohere have it."""
    return {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{data}"}}


#: Requests whose results are messages of the role `tool`.
MESSAGES: Final = RequestParts(
    history="messages",
    words=user_message,
    block=None,
    result=tool_message,
    parts=None,
    content=("content",),
    part=None,
    image=None,
    declared=nested_declared,
    schema=("parameters",),
    instead_of=None,
)


def function_calls(
    *,
    textual: bool,
    find: FindCalls | None,
    id_form: IdForm = ANY_ID,
    own_ids: tuple[str, ...] = (),
    null_fragment: bool = True,
) -> CallPaths:
    """Return where the parts of a call stand that has its name in `function`."""
    return CallPaths(
        id="/id",
        name="/function/name",
        arguments="/function/arguments",
        textual=textual,
        fragment=None,
        find=find,
        optional=False,
        opened_whole=True,
        null_fragment=null_fragment,
        id_form=id_form,
        own_ids=own_ids,
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


def holder_at(path: str, *, kind: str | None = None) -> Find:
    """Return what finds the object whose member stands at a path, as `paths.first_at` has them.

    `kind` is the type of the events that have one; None for any.
    """
    before, _, member = path.rpartition(".")
    first = first_at(before, lambda value: isinstance(value, dict) and member in value)

    def find(payload: JsonObject) -> Holder | None:
        if kind is not None and payload.get("type") != kind:
            return None
        holder = first(payload)
        return (holder, member) if isinstance(holder, dict) else None

    return find


def text_at(path: str) -> Find:
    """Return what finds the object whose member at a path is a text."""
    find = holder_at(path)

    def find_text(payload: JsonObject) -> Holder | None:
        held = find(payload)
        return None if held is None or not isinstance(held[0][held[1]], str) else held

    return find_text


def of_type(kind: str) -> Find:
    """Return what finds `delta` in events of that type."""
    return lambda payload: (payload, "delta") if payload.get("type") == kind else None


def message_calls(root: str, holder: JsonObject) -> Iterator[NativeCall]:
    """Yield the calls in `message.tool_calls`."""
    message = object_of(holder.get("message"))
    for place, call in enumerate(items_of(message.get("tool_calls"))):
        yield NativeCall(f"{root}/message/tool_calls/{place}", call)
