"""Wrong Converse requests: how one is made of a right one, and how one is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from toolwire.dialects.known_refusal import NO_MODEL, WrongBody
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Request

_MODEL_IN_URL: Final = "/model/"
#: As some models write the ids of their calls, with a bar and a slash.
_FOREIGN_ID: Final = "call|0/1"


def other_model(request: Request) -> Request | None:
    """Return a request that asks a model that there is not."""
    before, step, rest = request.url.partition(_MODEL_IN_URL)
    _, slash, operation = rest.partition("/")
    url = f"{before}{step}{NO_MODEL}/{operation}"
    return replace(request, url=url) if slash else None


def asks_no_model(request: Request) -> bool:
    """Return whether a request asks the model that there is not."""
    return f"{_MODEL_IN_URL}{NO_MODEL}/" in request.url


def in_message(number: int, change: Callable[[list[Json]], Json]) -> WrongBody:
    """Return what changes the content of a message; nothing where it has none."""

    def wrong(body: JsonObject) -> JsonObject | None:
        messages = items_of(body.get("messages"))
        message = object_of(messages[number]) if len(messages) > number else {}
        blocks = items_of(message.get("content"))
        if not blocks:
            return None
        changed = {**message, "content": change(blocks)}
        return {**body, "messages": [*messages[:number], changed, *messages[number + 1 :]]}

    return wrong


def in_block(number: int, member: str, **members: Json) -> WrongBody:
    """Return what changes the call or the result that a message begins with."""

    def changed(blocks: list[Json]) -> Json:
        first = object_of(blocks[0])
        inner = {**object_of(first.get(member)), **members}
        return [{**first, member: inner}, *blocks[1:]]

    return in_message(number, changed)


def renamed(body: JsonObject) -> JsonObject | None:
    """Return a request whose call has an id of another vendor's."""
    changed = in_block(1, "toolUse", toolUseId=_FOREIGN_ID)(body)
    return None if changed is None else in_block(2, "toolResult", toolUseId=_FOREIGN_ID)(changed)


def in_config(**members: Json) -> WrongBody:
    """Return what sets members of the inference."""
    return lambda body: {**body, "inferenceConfig": members}


def in_tool(change: Callable[[JsonObject], JsonObject]) -> WrongBody:
    """Return what changes the first tool of a request."""

    def wrong(body: JsonObject) -> JsonObject | None:
        config = object_of(body.get("toolConfig"))
        tools = items_of(config.get("tools"))
        if not tools:
            return None
        changed = change(object_of(tools[0]))
        return {**body, "toolConfig": {**config, "tools": [changed, *tools[1:]]}}

    return wrong


def of_spec(**members: Json) -> WrongBody:
    """Return what changes members of the first tool's specification."""
    return in_tool(lambda tool: {"toolSpec": {**object_of(tool.get("toolSpec")), **members}})


def unwrapped(tool: JsonObject) -> JsonObject:
    """Return a tool whose schema stands without `json` around it."""
    spec = object_of(tool.get("toolSpec"))
    bare = object_of(spec.get("inputSchema")).get("json")
    return {"toolSpec": {**spec, "inputSchema": bare}}


def chosen_twice(body: JsonObject) -> JsonObject | None:
    """Return a request with two choices of tools at once."""
    config = object_of(body.get("toolConfig"))
    names = [object_of(object_of(one).get("toolSpec")) for one in items_of(config.get("tools"))]
    if not names:
        return None
    choice: JsonObject = {"any": {}, "tool": {"name": names[0].get("name")}}
    return {**body, "toolConfig": {**config, "toolChoice": choice}}


def turned(body: JsonObject, *roles: str) -> JsonObject | None:
    """Return a request whose messages of words have these roles, before those that it has."""
    messages = items_of(body.get("messages"))
    said: list[Json] = [{"role": role, "content": [{"text": "Hello."}]} for role in roles]
    return {**body, "messages": [*said, *messages]} if messages else None


def with_orphan(blocks: list[Json]) -> Json:
    """Return blocks with a result that no call has."""
    orphan: JsonObject = {"toolUseId": "tooluse_nobody", "content": [{"text": "17 C"}]}
    return [*blocks, {"toolResult": orphan}]


def answered_half(body: JsonObject) -> JsonObject | None:
    """Return a request whose call is there once more, under an id that no result has."""

    def twice(blocks: list[Json]) -> Json:
        called = object_of(object_of(blocks[-1]).get("toolUse"))
        return [*blocks, {"toolUse": {**called, "toolUseId": "tooluse_unanswered"}}]

    return in_message(1, twice)(body)


def untold(blocks: list[Json]) -> Json:
    """Return a result that failed and says nothing of it."""
    first = object_of(blocks[0])
    result = object_of(first.get("toolResult"))
    failed = {"toolUseId": result.get("toolUseId"), "content": [], "status": "error"}
    return [{"toolResult": failed}]


def blocks_of(body: JsonObject) -> Iterator[JsonObject]:
    """Yield the blocks of every message."""
    for message in items_of(body.get("messages")):
        for block in items_of(object_of(message).get("content")):
            yield object_of(block)


def has_blank(body: JsonObject) -> bool:
    """Return whether a block's text is blank."""
    texts = (one.get("text") for one in blocks_of(body))
    return any(isinstance(text, str) and not text.strip() for text in texts)


def is_untold(body: JsonObject) -> bool:
    """Return whether a result failed and says nothing of it."""
    results = (object_of(one.get("toolResult")) for one in blocks_of(body))
    return any(one.get("status") == "error" and one.get("content") == [] for one in results)


def has_empty_message(body: JsonObject) -> bool:
    """Return whether a message has no blocks."""
    return any(object_of(one).get("content") == [] for one in items_of(body.get("messages")))
