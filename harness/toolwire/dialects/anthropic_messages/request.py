"""Request to conversation: ours or a stranger's, read without judging it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from toolwire.dialects.anthropic_messages.tools import offered
from toolwire.dialects.body import sent_of
from toolwire.dialects.definition import tools_in
from toolwire.dialects.history import joined, names_of, turns_of_parts
from toolwire.dialects.invoke import INVOKE_STREAM
from toolwire.dialects.thinking import asks_to_think
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import (
    AssistantTurn,
    ChoiceMode,
    Conversation,
    Json,
    JsonObject,
    Tool,
    ToolCall,
    ToolChoice,
    ToolResult,
    Turn,
    UserTurn,
)
from toolwire.model.exchange import Request

_MODES: Mapping[str, ChoiceMode] = {
    "auto": ChoiceMode.AUTO,
    "none": ChoiceMode.NONE,
    "any": ChoiceMode.REQUIRED,
    "tool": ChoiceMode.NAMED,
}
# Types of tools that the service runs, as they begin; the client runs the others.
_SERVED = (
    *("advisor_", "code_execution_", "mcp_toolset"),
    *("tool_search_tool_", "web_fetch_", "web_search_"),
)
# Bedrock says by its path what `stream: true` says elsewhere, and Vertex by another.
_STREAM_PATHS = (INVOKE_STREAM, ":streamRawPredict")


def read_request(request: Request) -> Conversation | None:
    """Read a Messages request; None when its body is not one.

    Blocks that are neither text, `tool_use` nor `tool_result` (images, documents, server
    tools' results) are left out. Server tools are kept as tools without parameters.
    """
    return conversation_of(sent_of(request), request)


def wants_stream(body: Json, request: Request) -> bool:
    """Return whether the request asks for a streamed response, by body or by path."""
    if object_of(body).get("stream") is True:
        return True
    return request.url.partition("?")[0].endswith(_STREAM_PATHS)


def conversation_of(body: Json, request: Request) -> Conversation | None:
    """Read a request whose body has already been parsed; None when it is not Messages."""
    if not isinstance(body, dict) or not isinstance(body.get("messages"), list):
        return None
    choice, parallel = _choice(object_of(body.get("tool_choice")))
    return Conversation(
        # Messages of one role in a row are one turn
        # (anthropic 2.12.0 `types/message_create_params.py`, read 2026-11-23).
        turns=tuple(joined(_turns(items_of(body["messages"])))),
        tools=tuple(_tools(offered(body))),
        choice=choice,
        parallel=parallel,
        system=_system(body),
        stream=wants_stream(body, request),
        thinks=asks_to_think(body.get("thinking")),
    )


def _system(body: JsonObject) -> str | None:
    """Return what the system says, before the messages and in later ones of its own."""
    later = [
        one for one in map(object_of, items_of(body["messages"])) if one.get("role") == "system"
    ]
    said = (body.get("system"), *(one.get("content") for one in later))
    texts = [_text(one) for one in said if one is not None]
    return "\n".join(texts) if texts else None


def _tools(entries: list[Json]) -> Iterator[Tool]:
    for entry in entries:
        kind = string_of(object_of(entry).get("type")) or ""
        for tool in tools_in([entry], schema="input_schema"):
            yield replace(tool, builtin=True) if kind.startswith(_SERVED) else tool


def _choice(member: JsonObject) -> tuple[ToolChoice | None, bool | None]:
    off = member.get("disable_parallel_tool_use")
    parallel = not off if isinstance(off, bool) else None
    kind, name = member.get("type"), string_of(member.get("name"))
    mode = _MODES.get(kind) if isinstance(kind, str) else None
    if mode is None or (mode is ChoiceMode.NAMED and name is None):
        return None, parallel
    return ToolChoice(mode, name if mode is ChoiceMode.NAMED else None), parallel


def _turns(messages: list[Json]) -> Iterator[Turn]:
    # The wire's results carry no tool name; the calls they answer do.
    names: dict[str, str] = {}
    for number, item in enumerate(messages):
        message = object_of(item)
        role, content = message.get("role"), message.get("content")
        if role == "assistant":
            turn = _assistant_turn(content, f"/messages/{number}/content/")
            names.update(names_of(turn))
            yield turn
        elif role == "user" and isinstance(content, str):
            yield UserTurn(content)
        elif role == "user":
            read = partial(_result, names=names)
            yield from turns_of_parts(items_of(content), _is_result, read, _text)


def _assistant_turn(content: Json, pointer: str) -> AssistantTurn:
    if isinstance(content, str):
        return AssistantTurn(content)
    texts, calls = [], []
    for number, item in enumerate(items_of(content)):
        block = object_of(item)
        kind = block.get("type")
        if kind == "text" and isinstance(text := block.get("text"), str):
            texts.append(text)
        elif kind == "tool_use":
            calls.append(call_of(block, f"{pointer}{number}"))
    return AssistantTurn("".join(texts) if texts else None, tuple(calls))


def call_of(block: JsonObject, pointer: str) -> ToolCall:
    """Read a complete `tool_use` block."""
    return ToolCall(
        name=string_of(block.get("name")),
        id=string_of(block.get("id")),
        arguments=block.get("input"),
        pointer=pointer,
    )


def _is_result(item: Json) -> bool:
    return isinstance(item, dict) and item.get("type") == "tool_result"


def _result(item: Json, names: Mapping[str, str]) -> ToolResult:
    block = object_of(item)
    call_id = string_of(block.get("tool_use_id"))
    return ToolResult(
        call_id=call_id,
        name=names.get(call_id) if call_id is not None else None,
        content=_text(block.get("content")),
        error=block.get("is_error") is True,
    )


def _text(content: Json) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(
        text
        for block in items_of(content)
        if isinstance(block, dict)
        and block.get("type") == "text"
        and isinstance(text := block.get("text"), str)
    )
