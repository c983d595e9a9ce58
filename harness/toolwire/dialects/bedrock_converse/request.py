"""Request to conversation: ours or a stranger's, read without judging it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from toolwire.dialects.bedrock_converse.message import content_of
from toolwire.dialects.body import sent_of
from toolwire.dialects.definition import tool_of
from toolwire.dialects.history import names_of, turns_of_parts
from toolwire.dialects.sighting import path_of
from toolwire.dialects.thinking import asks_to_think
from toolwire.io.json_text import JsonError, dump, items_of, object_of, string_of
from toolwire.model.conversation import (
    AssistantTurn,
    ChoiceMode,
    Conversation,
    Json,
    JsonObject,
    Tool,
    ToolChoice,
    ToolResult,
    Turn,
)
from toolwire.model.exchange import Request

#: What the path of a streamed request has beyond that of a blocking one.
STREAM_SUFFIX = "-stream"

_MODES: Mapping[str, ChoiceMode] = {"auto": ChoiceMode.AUTO, "any": ChoiceMode.REQUIRED}


def read_request(request: Request) -> Conversation | None:
    """Read a Converse request; None when its body is not one.

    Blocks that are neither text, `toolUse` nor `toolResult` (images, documents, cache points)
    are left out, and so are tools the service runs itself (`systemTool`). Messages of role
    `system` are read as a part of the system prompt.
    """
    return conversation_of(sent_of(request), request)


def wants_stream(request: Request) -> bool:
    """Return whether a request asks for a streamed response, which only its path says."""
    return path_of(request.url).endswith(STREAM_SUFFIX)


def conversation_of(body: Json, request: Request) -> Conversation | None:
    """Read a request whose body has already been parsed; None when it is not Converse."""
    if not isinstance(body, dict) or not isinstance(body.get("messages"), list):
        return None
    messages = [object_of(item) for item in items_of(body["messages"])]
    config = object_of(body.get("toolConfig"))
    return Conversation(
        turns=tuple(_turns(messages)),
        tools=tuple(_tools(items_of(config.get("tools")))),
        choice=_choice(object_of(config.get("toolChoice"))),
        system=_system(body.get("system"), messages),
        stream=wants_stream(request),
        thinks=_thinks(object_of(body.get("additionalModelRequestFields"))),
    )


def _thinks(fields: JsonObject) -> bool:
    """Return whether a model's own fields ask for reasoning: Claude's, and older pages' for it."""
    return asks_to_think(fields.get("thinking")) or asks_to_think(fields.get("reasoning_config"))


def _system(blocks: Json, messages: list[JsonObject]) -> str | None:
    given = [blocks, *(m.get("content") for m in messages if m.get("role") == "system")]
    lists = [items_of(content) for content in given if isinstance(content, list)]
    return _text([block for content in lists for block in content]) if lists else None


def _tools(items: list[Json]) -> Iterator[Tool]:
    for item in items:
        spec = object_of(object_of(item).get("toolSpec"))
        schema = object_of(spec.get("inputSchema")).get("json")
        tool = tool_of({**spec, "inputSchema": schema}, schema="inputSchema")
        if tool is not None:
            yield tool


def _choice(member: JsonObject) -> ToolChoice | None:
    name = object_of(member.get("tool")).get("name")
    if isinstance(name, str):
        return ToolChoice(ChoiceMode.NAMED, name)
    return next((ToolChoice(mode) for word, mode in _MODES.items() if word in member), None)


def _turns(messages: list[JsonObject]) -> Iterator[Turn]:
    # The wire's results carry no tool name; the calls they answer do.
    names: dict[str, str] = {}
    for number, message in enumerate(messages):
        role, blocks = message.get("role"), items_of(message.get("content"))
        if role == "assistant":
            content = content_of(blocks, f"/messages/{number}/content")
            turn = AssistantTurn(content.text(), tuple(content.calls))
            names.update(names_of(turn))
            yield turn
        elif role == "user":
            # Cache points say nothing.
            parts = [object_of(block) for block in blocks if "cachePoint" not in object_of(block)]
            read = partial(_result, names=names)
            yield from turns_of_parts(parts, lambda part: "toolResult" in part, read, _text)


def _result(block: JsonObject, names: Mapping[str, str]) -> ToolResult:
    result = object_of(block["toolResult"])
    call_id = string_of(result.get("toolUseId"))
    return ToolResult(
        call_id=call_id,
        name=names.get(call_id) if call_id is not None else None,
        content=_text(items_of(result.get("content"))),
        error=result.get("status") == "error",
    )


def _json(value: Json) -> str | None:
    try:
        return dump(value).decode()
    except (JsonError, UnicodeError):
        return None


def _found(value: Json) -> str | None:
    return _text(items_of(object_of(value).get("content")))


#: Kind of block -> what of it is text.
_WORDS: Mapping[str, Callable[[Json], str | None]] = {
    "text": string_of,
    "json": _json,
    "searchResult": _found,
}


def _text(blocks: list[Json] | list[JsonObject]) -> str:
    return "\n".join(
        text
        for block in blocks
        if isinstance(block, dict)
        for kind, value in block.items()
        if kind in _WORDS and (text := _WORDS[kind](value)) is not None
    )
