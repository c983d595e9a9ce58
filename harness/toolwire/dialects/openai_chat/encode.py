"""Conversations to requests.

Shapes after openai 3.52.0 `types/chat/completion_create_params.py` and the deprecated
`functions` API of the same file, read 2026-11-21.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from toolwire.dialects.arguments import text_of
from toolwire.dialects.definition import definition_of, nested
from toolwire.dialects.history import chat_messages
from toolwire.dialects.request import Members, accept_of, request_to
from toolwire.dialects.result import content_of
from toolwire.model.conversation import (
    AssistantTurn,
    ChoiceMode,
    Conversation,
    ToolCall,
    ToolChoice,
    ToolResult,
)
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Endpoint, Request

PATH = "/chat/completions"


def encode(conversation: Conversation, endpoint: Endpoint) -> Request:
    """Write the request that asks a server for the next reply of a conversation.

    `endpoint.base_url` is what the official SDKs take, for example
    `https://api.openai.com/v1`. Members of `endpoint.extra` are merged into the body last, as
    a JSON merge patch (RFC 7396). No key is written. A failed tool has no flag of its own here: its
    content becomes `{"error": content}`.

    Raises:
        ToolwireError: the deprecated API cannot say it: it has no `required` choice and at
            most one call a reply.
    """
    legacy = conversation.legacy
    assistant, result = partial(_assistant, legacy=legacy), partial(_result, legacy=legacy)
    messages = list(chat_messages(conversation, assistant, result))
    body: Members = {"model": endpoint.model, "messages": messages}
    body.update(_legacy_tools(conversation) if legacy else _tools(conversation))
    if conversation.stream:
        body["stream"] = True
        body["stream_options"] = {"include_usage": True}
    stream = conversation.stream
    return request_to(endpoint, PATH, accept_of(stream=stream), body, stream=stream)


def _tools(conversation: Conversation) -> Members:
    members: Members = {}
    if conversation.tools:
        members["tools"] = [nested(tool) for tool in conversation.tools]
    if conversation.choice is not None:
        members["tool_choice"] = _choice(conversation.choice)
    if conversation.parallel is not None:
        members["parallel_tool_calls"] = conversation.parallel
    return members


def _legacy_tools(conversation: Conversation) -> Members:
    members: Members = {}
    if conversation.tools:
        # The deprecated definition has no `strict` member.
        members["functions"] = [
            definition_of(replace(tool, strict=None)) for tool in conversation.tools
        ]
    choice = conversation.choice
    if choice is None:
        return members
    if choice.mode is ChoiceMode.REQUIRED:
        raise ToolwireError(
            "function_call has no 'required'", hint="name the tool, or use the tools API"
        )
    members["function_call"] = {"name": choice.name} if choice.name else str(choice.mode)
    return members


def _choice(choice: ToolChoice) -> object:
    if choice.mode is ChoiceMode.NAMED:
        return {"type": "function", "function": {"name": choice.name}}
    return str(choice.mode)


def _assistant(turn: AssistantTurn, *, legacy: bool) -> Members:
    message: Members = {"role": "assistant", "content": turn.text}
    if not turn.calls:
        return message
    if not legacy:
        message["tool_calls"] = [_call(call) for call in turn.calls]
    elif len(turn.calls) == 1:
        message["function_call"] = _function(turn.calls[0])
    else:
        raise ToolwireError("function_call holds one call a message", hint="use the tools API")
    return message


def _call(call: ToolCall) -> Members:
    if call.kind == "custom":
        custom = {"name": call.name, "input": call.raw or ""}
        return {"id": call.id, "type": "custom", "custom": custom}
    return {"id": call.id, "type": "function", "function": _function(call)}


def _function(call: ToolCall) -> Members:
    return {"name": call.name, "arguments": text_of(call)}


def _result(result: ToolResult, _: Mapping[str, str], *, legacy: bool) -> Members:
    content = content_of(result)
    if legacy:
        return {"role": "function", "name": result.name, "content": content}
    return {"role": "tool", "tool_call_id": result.call_id, "content": content}
