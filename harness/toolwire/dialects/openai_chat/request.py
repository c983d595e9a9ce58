"""Requests, ours or a stranger's, to the neutral conversation.

Tolerant: it reads the forms seen in recorded traffic besides OpenAI's own (Mistral's `any`,
the `{"type": "tool", "name": ...}` some clients send, TGI's bare tool name) and leaves out
what it cannot read. Shapes after openai 3.52.0 `types/chat/`, read 2026-11-21.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from toolwire.dialects.body import sent_of
from toolwire.dialects.definition import tools_in
from toolwire.dialects.history import ChatForm, MessageForm, read_chat
from toolwire.dialects.invoke import invoked_model, is_invoked_stream
from toolwire.dialects.openai_chat.message import calls_of, text_of
from toolwire.dialects.result import named_result
from toolwire.dialects.thinking import asks_to_think
from toolwire.io.json_text import object_of, string_of
from toolwire.model.conversation import (
    ChoiceMode,
    Conversation,
    Json,
    JsonObject,
    Tool,
    ToolChoice,
    ToolResult,
)
from toolwire.model.exchange import Request

_WORDS = {
    "any": ChoiceMode.REQUIRED,
    "auto": ChoiceMode.AUTO,
    "none": ChoiceMode.NONE,
    "required": ChoiceMode.REQUIRED,
}


def read_request(request: Request) -> Conversation | None:
    """Read a request; None when its body is not a JSON object with messages."""
    return conversation_at(sent_of(request), request)


def conversation_at(body: Json, request: Request) -> Conversation | None:
    """Read a parsed body as its request asks it: where Bedrock answers, the path says whether a
    stream is wanted.
    """
    read = conversation_of(body)
    if read is None or invoked_model(request.url) is None:
        return read
    return replace(read, stream=is_invoked_stream(request.url))


def conversation_of(body: Json) -> Conversation | None:
    """Read a parsed request body; None when it is not an object with a `messages` array."""
    return read_chat(body, _FORM)


def _tools(body: JsonObject) -> Iterator[Tool]:
    yield from tools_in(body.get("tools"), "function", "custom")
    yield from tools_in(body.get("functions"))


def _is_legacy(body: JsonObject) -> bool:
    return body.get("functions") is not None or body.get("function_call") is not None


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


def _result(message: JsonObject, called: Mapping[str, str | None]) -> ToolResult:
    return named_result(message, "tool_call_id", text_of(message.get("content")), called)


_FORM = ChatForm(
    messages=MessageForm(text_of, calls_of, _result, ("system", "developer"), ("tool", "function")),
    tools=_tools,
    choice=_choice,
    parallel="parallel_tool_calls",
    legacy=_is_legacy,
    stream=lambda body: body.get("stream") is True,
    # OpenAI shows none; DeepSeek, Z.ai and Moonshot ask in one way, Qwen in another.
    thinks=lambda body: asks_to_think(body.get("thinking")) or body.get("enable_thinking") is True,
)
