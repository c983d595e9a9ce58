"""Wrong Messages requests: how one is made of a right one, and how one is told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from toolwire.dialects.known_refusal import WrongBody, in_body
from toolwire.dialects.sighting import path_of
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Request

_VERSION: Final = "anthropic-version"
#: What a request from elsewhere says in a header, Bedrock's and Vertex's says in the body.
_IN_BODY: Final = "anthropic_version"
_INTERLEAVED: Final = "interleaved-thinking"
_IMAGES: Final = ("image/jpeg", "image/png", "image/gif", "image/webp")
_FORCED: Final = ("any", "tool")
#: As Kimi writes the ids of its calls.
_FOREIGN_ID: Final = "functions.get_weather:0"


def _first_message(body: JsonObject) -> JsonObject:
    return object_of(next(iter(items_of(body.get("messages"))), None))


def alone(body: JsonObject, **members: Json) -> JsonObject | None:
    """Return a request with its first message alone: what stands in a history has rules of its own."""
    message = _first_message(body)
    return {**body, "messages": [message], **members} if message else None


def saying(*blocks: JsonObject) -> WrongBody:
    """Return what adds blocks to the words that a request asks with."""

    def wrong(body: JsonObject) -> JsonObject | None:
        words = _first_message(body).get("content")
        if not isinstance(words, str):
            return None
        said: list[Json] = [{"type": "text", "text": words}, *blocks]
        return alone(body, messages=[{"role": "user", "content": said}])

    return wrong


def in_turn(number: int, *, before: JsonObject | None = None, **members: Json) -> WrongBody:
    """Return what changes the first block of a message, or puts one before it."""

    def wrong(body: JsonObject) -> JsonObject | None:
        messages = items_of(body.get("messages"))
        message = object_of(messages[number]) if len(messages) > number else {}
        blocks = items_of(message.get("content"))
        if not blocks:
            return None
        first = {**object_of(blocks[0]), **members}
        content = [first, *blocks[1:]] if before is None else [before, first, *blocks[1:]]
        changed = {**message, "content": content}
        return {**body, "messages": [*messages[:number], changed, *messages[number + 1 :]]}

    return wrong


def without_tools(body: JsonObject) -> JsonObject | None:
    """Return a request that forces a call of no tool."""
    bare = {key: value for key, value in body.items() if key != "tools"}
    return alone(bare, tool_choice={"type": "any"})


def named_message(body: JsonObject) -> JsonObject | None:
    """Return a request whose first message has a name."""
    message = _first_message(body)
    rest = items_of(body.get("messages"))[1:]
    return {**body, "messages": [{**message, "name": "ann"}, *rest]} if message else None


def in_schema(**members: Json) -> WrongBody:
    """Return what puts members into the schema of the first tool."""

    def wrong(body: JsonObject) -> JsonObject | None:
        tools = [object_of(one) for one in items_of(body.get("tools"))]
        if not tools:
            return None
        schema: JsonObject = {**object_of(tools[0].get("input_schema")), **members}
        return {**body, "tools": [{**tools[0], "input_schema": schema}, *tools[1:]]}

    return wrong


def orphan(body: JsonObject) -> JsonObject | None:
    """Return a request with one more result, which answers nothing."""
    messages = items_of(body.get("messages"))
    last = object_of(messages[-1]) if messages else {}
    results = items_of(last.get("content"))
    if not results:
        return None
    orphan: JsonObject = {"type": "tool_result", "tool_use_id": "toolu_nobody", "content": "17 C"}
    return {**body, "messages": [*messages[:-1], {**last, "content": [*results, orphan]}]}


def answered_half(body: JsonObject) -> JsonObject | None:
    """Return a request whose call is there once more, under an id that no result has."""
    messages = items_of(body.get("messages"))
    called = object_of(messages[1]) if len(messages) > 2 else {}
    said = items_of(called.get("content"))
    if not said:
        return None
    both: list[Json] = [*said, {**object_of(said[-1]), "id": "toolu_unanswered"}]
    return {**body, "messages": [messages[0], {**called, "content": both}, *messages[2:]]}


def renamed(body: JsonObject) -> JsonObject | None:
    """Return a request whose call has an id of another vendor's."""
    changed = in_turn(1, id=_FOREIGN_ID)(body)
    return None if changed is None else in_turn(2, tool_use_id=_FOREIGN_ID)(changed)


def empty_message(body: JsonObject) -> JsonObject | None:
    """Return a request in which the assistant said nothing."""
    message = _first_message(body)
    said: list[Json] = [message, {"role": "assistant", "content": ""}, message]
    return {**body, "messages": said} if message else None


def unversioned(request: Request) -> Request:
    """Return a request without the version that it wants."""
    kept = tuple(pair for pair in request.headers if pair[0].lower() != _VERSION)
    return replace(request, headers=kept)


def is_unversioned(request: Request) -> bool:
    """Return whether no version is named; a recording without any headers does not tell."""
    if not path_of(request.url).endswith("/messages") or not request.headers:
        return False
    named = any(name.lower() == _VERSION for name, _ in request.headers)
    return not named and not in_body(lambda body: _IN_BODY in body)(request)


def blocks(body: JsonObject) -> Iterator[JsonObject]:
    """Yield what the messages of a request are made of."""
    for message in items_of(body.get("messages")):
        for block in items_of(object_of(message).get("content")):
            yield object_of(block)


def is_thinking(body: JsonObject) -> bool:
    """Return whether a request has the model think."""
    return object_of(body.get("thinking")).get("type") == "enabled"


def is_forced(body: JsonObject) -> bool:
    """Return whether a request forces a call."""
    return object_of(body.get("tool_choice")).get("type") in _FORCED


def is_over_budget(request: Request) -> bool:
    """Return whether thinking may take all that an answer may; between calls it may take more."""
    beta = next((said for name, said in request.headers if name.lower() == "anthropic-beta"), "")

    def over(body: JsonObject) -> bool:
        budget = object_of(body.get("thinking")).get("budget_tokens")
        limit = body.get("max_tokens")
        if not isinstance(budget, int) or not isinstance(limit, int):
            return False
        return is_thinking(body) and budget >= limit

    return _INTERLEAVED not in beta and in_body(over)(request)


def marks(body: JsonObject) -> int:
    """Return how often a request marks what is to be cached."""
    listed = [*items_of(body.get("tools")), *items_of(body.get("system")), *blocks(body)]
    return sum(object_of(one).get("cache_control") is not None for one in listed)


def is_hot(body: JsonObject) -> bool:
    """Return whether the temperature is out of range."""
    degree = body.get("temperature")
    return isinstance(degree, int | float) and not 0 <= degree <= 1


def has_blank_stop(body: JsonObject) -> bool:
    """Return whether a stop sequence is of white space."""
    words = items_of(body.get("stop_sequences"))
    return any(isinstance(word, str) and not word.strip() for word in words)


def has_unread_image(body: JsonObject) -> bool:
    """Return whether an image is of a type that is not read."""
    sources = [object_of(one.get("source")) for one in blocks(body) if one.get("type") == "image"]
    kinds = [one.get("media_type") for one in sources if one.get("type") == "base64"]
    return any(isinstance(kind, str) and kind not in _IMAGES for kind in kinds)


def has_empty_message(body: JsonObject) -> bool:
    """Return whether a message before the last is empty."""
    messages = items_of(body.get("messages"))[:-1]
    return any(object_of(one).get("content") in ("", []) for one in messages)
