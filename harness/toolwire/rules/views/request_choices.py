"""The names in a request's tool choice, as they stand on each wire."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import Reading
from toolwire.rules.views.dialect_paths import ANTHROPIC, BEDROCK, CHAT, GEMINI, RESPONSES

#: A name and where it stands.
Chosen = tuple[str, Json]

#: Types of tools that a client names; the others are the server's own.
_NAMED: Final = ("custom", "function")


def chosen_names(reading: Reading) -> Iterator[Chosen]:
    """Yield the tool names a request's choice mentions; nothing for choices by mode."""
    request = reading.request
    read = _READERS.get(reading.dialect)
    return read(request) if read is not None and isinstance(request, dict) else iter(())


def _chat(request: JsonObject) -> Iterator[Chosen]:
    choice = object_of(request.get("tool_choice"))
    if choice:
        yield from _nested(choice, "request/tool_choice")
        allowed = object_of(choice.get("allowed_tools"))
        for place, entry in enumerate(items_of(allowed.get("tools"))):
            pointer = f"request/tool_choice/allowed_tools/tools/{place}"
            yield from _nested(object_of(entry), pointer)
    legacy = object_of(request.get("function_call"))
    if "name" in legacy:
        yield "request/function_call/name", legacy["name"]


def _nested(choice: JsonObject, pointer: str) -> Iterator[Chosen]:
    for kind in _NAMED:
        inner = object_of(choice.get(kind))
        if "name" in inner:
            yield f"{pointer}/{kind}/name", inner["name"]


def _responses(request: JsonObject) -> Iterator[Chosen]:
    choice = object_of(request.get("tool_choice"))
    if choice.get("type") in _NAMED and "name" in choice:
        yield "request/tool_choice/name", choice["name"]
    elif choice.get("type") == "allowed_tools":
        for place, entry in enumerate(items_of(choice.get("tools"))):
            allowed = object_of(entry)
            if allowed.get("type") in _NAMED and "name" in allowed:
                yield f"request/tool_choice/tools/{place}/name", allowed["name"]


def _anthropic(request: JsonObject) -> Iterator[Chosen]:
    choice = object_of(request.get("tool_choice"))
    if choice.get("type") == "tool":
        yield "request/tool_choice/name", choice.get("name")


def _bedrock(request: JsonObject) -> Iterator[Chosen]:
    choice = object_of(object_of(request.get("toolConfig")).get("toolChoice"))
    if "tool" in choice:
        yield "request/toolConfig/toolChoice/tool/name", object_of(choice["tool"]).get("name")


def _gemini(request: JsonObject) -> Iterator[Chosen]:
    for outer, inner, member in _SPELLINGS:
        config = object_of(object_of(request.get(outer)).get(inner))
        for place, name in enumerate(items_of(config.get(member))):
            yield f"request/{outer}/{inner}/{member}/{place}", name


#: Protobuf's JSON form takes both spellings.
_SPELLINGS: Final = (
    ("toolConfig", "functionCallingConfig", "allowedFunctionNames"),
    ("tool_config", "function_calling_config", "allowed_function_names"),
)

_READERS: Final[Mapping[str, Callable[[JsonObject], Iterator[Chosen]]]] = {
    ANTHROPIC: _anthropic,
    BEDROCK: _bedrock,
    CHAT: _chat,
    GEMINI: _gemini,
    RESPONSES: _responses,
}
