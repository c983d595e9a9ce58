"""What a request sends of tools and calls, as it stands: the readers that several dialects share.

A reading's `conversation` has the same in neutral terms; rules about requests need to know where each
call, result and definition stands, and what stands beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

import msgspec

from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import ABSENT, Absent

#: A name and where it stands.
Chosen: TypeAlias = tuple[str, Json]


class HistoryPart(msgspec.Struct, frozen=True, gc=False):
    """A call or a result of a history.

    Attributes:
        pointer: where the object stands, beginning with `request/`.
        id: the id of the call; None when absent or not a string.
        name: the tool's name; None when absent or not a string.
        value: the object itself, the envelope of the part around it left out.
        place: its number in its message; 0 where a message is one part.
    """

    pointer: str
    id: str | None
    name: str | None
    value: JsonObject
    place: int = 0


class HistoryStep(msgspec.Struct, frozen=True, gc=False):
    """One message, content or item of a history.

    Attributes:
        pointer: where it stands, beginning with `request/`.
        role: the wire's own role, or the item's type where it has none; "" when absent.
        value: the message itself; empty when it is no object.
        calls, results: what it holds of each, in wire order.
        other: number of its parts that are neither; 0 for a message that is a result.
        asked, answered: what it asks of the client that has no tool's name (a built-in tool, a
            permission), and what answers such a thing, with the kind of it for a name.
    """

    pointer: str
    role: str
    value: JsonObject
    calls: tuple[HistoryPart, ...] = ()
    results: tuple[HistoryPart, ...] = ()
    other: int = 0
    asked: tuple[HistoryPart, ...] = ()
    answered: tuple[HistoryPart, ...] = ()


class Definition(msgspec.Struct, frozen=True, gc=False):
    """One entry of the tools.

    Attributes:
        pointer: where the entry stands, beginning with `request/`.
        entry: the entry itself, whatever it is.
        at: pointer of the object with the name.
        name: the name as it stands; `ABSENT` without one.
        schema_at: pointer of the schema of the arguments.
        schema: the schema as it stands; `ABSENT` without one.
        strict: the promise switch as it stands; None without one.
    """

    pointer: str
    entry: Json
    at: str
    name: Json | Absent
    schema_at: str
    schema: Json | Absent
    strict: Json = None


def role_of(message: JsonObject) -> str:
    """Return the role of a message; "" when absent."""
    role = message.get("role")
    return role if isinstance(role, str) else ""


def messages(name: str) -> Callable[[JsonObject], Iterator[HistoryStep]]:
    """Return a reader of messages: calls are in `tool_calls`, results have the role `tool`.

    `name` is the member of a result that has the tool's name.
    """

    def read(request: JsonObject) -> Iterator[HistoryStep]:
        for number, item in enumerate(items_of(request.get("messages"))):
            message, pointer = object_of(item), f"request/messages/{number}"
            role, calls = role_of(message), message.get("tool_calls")
            if role == "tool":
                known = string_of(message.get("tool_call_id"))
                part = HistoryPart(pointer, known, string_of(message.get(name)), message)
                yield HistoryStep(pointer, role, message, (), (part,))
            else:
                made = tuple(nested_calls(calls, f"{pointer}/tool_calls")) if calls else ()
                yield HistoryStep(pointer, role, message, made, (), 1)

    return read


def nested_calls(entries: Json, pointer: str) -> Iterator[HistoryPart]:
    """Yield calls whose name stands in `function` or `custom`."""
    for place, entry in enumerate(items_of(entries)):
        call = object_of(entry)
        inner = object_of(call.get("function") or call.get("custom"))
        known, name = string_of(call.get("id")), string_of(inner.get("name"))
        yield HistoryPart(f"{pointer}/{place}", known, name, call, place)


def flat(entry: Json, pointer: str, member: str) -> Definition:
    """Read an entry that is the definition, with its schema in a member."""
    return definition(entry, pointer, entry, pointer, member)


def definition(entry: Json, pointer: str, holder: Json, at: str, member: str) -> Definition:
    """Read an entry whose definition is in `holder`, and its schema in a member of that."""
    held = object_of(holder)
    return Definition(
        pointer,
        entry,
        at,
        held.get("name", ABSENT),
        f"{at}/{member}",
        held.get(member, ABSENT),
        held.get("strict"),
    )


def nested_tools(request: JsonObject) -> Iterator[Definition]:
    """Yield tools whose definition stands in `function` or `custom`, and older `functions`."""
    for place, entry in enumerate(items_of(request.get("tools"))):
        yield _nested(entry, f"request/tools/{place}")
    for place, entry in enumerate(items_of(request.get("functions"))):
        yield flat(entry, f"request/functions/{place}", "parameters")


def _nested(entry: Json, pointer: str) -> Definition:
    held = object_of(entry)
    inner = "custom" if "custom" in held and "function" not in held else "function"
    return definition(entry, pointer, held.get(inner), f"{pointer}/{inner}", "parameters")


def flat_tools(member: str) -> Callable[[JsonObject], Iterator[Definition]]:
    """Return a reader of tools whose schema stands in a member of the entry."""

    def read(request: JsonObject) -> Iterator[Definition]:
        for place, entry in enumerate(items_of(request.get("tools"))):
            yield flat(entry, f"request/tools/{place}", member)

    return read


def user_message(text: str) -> JsonObject:
    """Return the user's message of a text, in OpenAI's form."""
    return {"role": "user", "content": text}


def tool_message(item: JsonObject) -> JsonObject:
    """Return a message of the role `tool`; {} for others."""
    return item if item.get("role") == "tool" else {}


def flat_declared(body: JsonObject) -> list[JsonObject]:
    """Return the tools of a body, each its own declaration."""
    return [object_of(tool) for tool in items_of(body.get("tools"))]


def nested_declared(body: JsonObject) -> list[JsonObject]:
    """Return the declarations in the `function` of a body's tools."""
    return [object_of(tool.get("function")) for tool in flat_declared(body)]
