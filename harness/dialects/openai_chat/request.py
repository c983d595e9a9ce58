"""Requests, ours or a stranger's, to the neutral conversation.

Tolerant: it reads the forms seen in recorded traffic besides OpenAI's own (Mistral's `any`,
the `{"type": "tool", "name": ...}` some clients send, TGI's bare tool name) and leaves out
what it cannot read. Shapes after openai 3.52.0 `types/chat/`, read 2026-11-21.
"""

from __future__ import annotations

from collections.abc import Iterator

from harness.conversation import (
    AssistantTurn,
    ChoiceMode,
    Conversation,
    Json,
    JsonObject,
    ResultsTurn,
    Tool,
    ToolChoice,
    ToolResult,
    Turn,
    UserTurn,
)
from harness.dialects.openai_chat.calls import calls_of
from harness.dialects.openai_chat.text import text_of
from harness.exchange import Request
from harness.json_text import JsonError, dump, items_of, object_of, parse, string_of

__all__ = ["conversation_of", "read_request"]

_WORDS = {
    "any": ChoiceMode.REQUIRED,
    "auto": ChoiceMode.AUTO,
    "none": ChoiceMode.NONE,
    "required": ChoiceMode.REQUIRED,
}
_SYSTEM_ROLES = ("system", "developer")
_RESULT_ROLES = ("tool", "function")
_FAILURE = '{"error":'


def read_request(request: Request) -> Conversation | None:
    """Read a request; None when its body is not a JSON object with messages."""
    try:
        return conversation_of(parse(request.body))
    except JsonError:
        return None


def conversation_of(body: Json) -> Conversation | None:
    """Read a parsed request body; None when it is not an object with a `messages` array."""
    if not isinstance(body, dict) or not isinstance(body.get("messages"), list):
        return None
    messages = items_of(body["messages"])
    tools = tuple(_tools(body))
    parallel = body.get("parallel_tool_calls")
    return Conversation(
        turns=_turns(messages),
        tools=tools,
        choice=_choice(body, tools),
        parallel=parallel if isinstance(parallel, bool) else None,
        system=_system(messages),
        legacy=body.get("functions") is not None or body.get("function_call") is not None,
        stream=body.get("stream") is True,
    )


def _tools(body: JsonObject) -> Iterator[Tool]:
    for entry in items_of(body.get("tools")):
        members = object_of(entry)
        tool = _tool(members.get("function") or members.get("custom"))
        if tool is not None:
            yield tool
    for entry in items_of(body.get("functions")):
        tool = _tool(entry)
        if tool is not None:
            yield tool


def _tool(definition: Json) -> Tool | None:
    members = object_of(definition)
    name = string_of(members.get("name"))
    if name is None:
        return None
    parameters, strict = members.get("parameters"), members.get("strict")
    return Tool(
        name,
        string_of(members.get("description")),
        parameters if isinstance(parameters, dict) else None,
        strict if isinstance(strict, bool) else None,
    )


def _choice(body: JsonObject, tools: tuple[Tool, ...]) -> ToolChoice | None:
    value = body.get("tool_choice")
    if value is None:
        value = body.get("function_call")
    if isinstance(value, str):
        if value in _WORDS:
            return ToolChoice(_WORDS[value])
        known = any(tool.name == value for tool in tools)
        return ToolChoice(ChoiceMode.NAMED, value) if known else None
    members = object_of(value)
    allowed = object_of(members.get("allowed_tools"))
    if allowed:
        mode = allowed.get("mode")
        return ToolChoice(
            _WORDS.get(mode, ChoiceMode.AUTO) if isinstance(mode, str) else ChoiceMode.AUTO
        )
    inner = object_of(members.get("function") or members.get("custom")) or members
    name = string_of(inner.get("name"))
    return ToolChoice(ChoiceMode.NAMED, name) if name is not None else None


def _system(messages: list[Json]) -> str | None:
    texts = [
        text
        for message in messages
        if isinstance(message, dict) and message.get("role") in _SYSTEM_ROLES
        if (text := text_of(message.get("content"))) is not None
    ]
    return "\n".join(texts) if texts else None


def _turns(messages: list[Json]) -> tuple[Turn, ...]:
    turns: list[Turn] = []
    results: list[ToolResult] = []
    called: dict[str, str | None] = {}
    for position, message in enumerate(messages):
        if not isinstance(message, dict):
            continue
        role = message.get("role")
        if role in _RESULT_ROLES:
            results.append(_result(message, called))
            continue
        if results:
            turns.append(ResultsTurn(tuple(results)))
            results = []
        if role == "user":
            turns.append(UserTurn(text_of(message.get("content")) or ""))
        elif role == "assistant":
            calls = calls_of(message, f"request/messages/{position}")
            called.update((call.id, call.name) for call in calls if call.id is not None)
            turns.append(AssistantTurn(text_of(message.get("content")), calls))
    if results:
        turns.append(ResultsTurn(tuple(results)))
    return tuple(turns)


def _result(message: JsonObject, called: dict[str, str | None]) -> ToolResult:
    """Read a result; the tool's name is taken from its call where the message has none."""
    identity = string_of(message.get("tool_call_id"))
    name = string_of(message.get("name"))
    if name is None and identity is not None:
        name = called.get(identity)
    content = text_of(message.get("content")) or ""
    failure = _failure(content) if content.startswith(_FAILURE) else None
    if failure is not None:
        return ToolResult(identity, name, failure, error=True)
    return ToolResult(identity, name, content)


def _failure(content: str) -> str | None:
    """Return the text of `{"error": ...}` alone, the usual way to report a failed tool."""
    try:
        members = object_of(parse(content))
        error = members.get("error")
        text = error if isinstance(error, str) else dump(error).decode()
    except JsonError:
        return None
    return text if members.keys() == {"error"} else None
