"""Conversations to requests.

Shapes after openai 3.52.0 `types/chat/completion_create_params.py` and the deprecated
`functions` lane of the same file, read 2026-11-21.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import quote

import msgspec

from harness.conversation import (
    AssistantTurn,
    ChoiceMode,
    Conversation,
    Json,
    ResultsTurn,
    Tool,
    ToolCall,
    ToolChoice,
    ToolResult,
    Turn,
    UserTurn,
)
from harness.errors import ToolwireError
from harness.exchange import Endpoint, Headers, Request
from harness.json_text import dump

__all__ = ["PATH", "encode"]

PATH = "/chat/completions"

#: A request member before serialisation: JSON, or the bytes of an echoed message.
_Member = dict[str, object]


def encode(conversation: Conversation, endpoint: Endpoint) -> Request:
    """Write the request that asks a server for the next reply of a conversation.

    `endpoint.base_url` is what the official SDKs take, for example
    `https://api.openai.com/v1`. Members of `endpoint.extra` win over the dialect's own. No
    key is written. A failed tool has no flag of its own here: its content becomes
    `{"error": content}`.

    Raises:
        ToolwireError: the deprecated lane cannot say it: it has no `required` choice and at
            most one call a reply.
    """
    body: _Member = {"model": endpoint.model, "messages": _messages(conversation)}
    body.update(_legacy_tools(conversation) if conversation.legacy else _tools(conversation))
    if conversation.stream:
        body["stream"] = True
        body["stream_options"] = {"include_usage": True}
    body.update(endpoint.extra)
    return Request(
        "POST",
        _url(endpoint, stream=conversation.stream),
        _headers(conversation, endpoint),
        dump(body),
    )


def _url(endpoint: Endpoint, *, stream: bool) -> str:
    path = (endpoint.stream_path if stream else None) or endpoint.path or PATH
    return endpoint.base_url + path.replace("{model}", quote(endpoint.model, safe=""))


def _headers(conversation: Conversation, endpoint: Endpoint) -> Headers:
    own = {
        "content-type": "application/json",
        "accept": "text/event-stream" if conversation.stream else "application/json",
    }
    own.update((name.lower(), value) for name, value in endpoint.headers)
    return tuple(own.items())


def _tools(conversation: Conversation) -> _Member:
    members: _Member = {}
    if conversation.tools:
        members["tools"] = [
            {"type": "function", "function": _definition(tool)} for tool in conversation.tools
        ]
    if conversation.choice is not None:
        members["tool_choice"] = _choice(conversation.choice)
    if conversation.parallel is not None:
        members["parallel_tool_calls"] = conversation.parallel
    return members


def _legacy_tools(conversation: Conversation) -> _Member:
    members: _Member = {}
    if conversation.tools:
        # The deprecated definition has no `strict` member.
        members["functions"] = [
            _definition(replace(tool, strict=None)) for tool in conversation.tools
        ]
    choice = conversation.choice
    if choice is None:
        return members
    if choice.mode is ChoiceMode.REQUIRED:
        raise ToolwireError(
            "function_call has no 'required'", hint="name the tool, or use the tools lane"
        )
    members["function_call"] = {"name": choice.name} if choice.name else str(choice.mode)
    return members


def _definition(tool: Tool) -> _Member:
    members = {
        "name": tool.name,
        "description": tool.description,
        "parameters": tool.parameters,
        "strict": tool.strict,
    }
    return {key: value for key, value in members.items() if value is not None}


def _choice(choice: ToolChoice) -> object:
    if choice.mode is ChoiceMode.NAMED:
        return {"type": "function", "function": {"name": choice.name}}
    return str(choice.mode)


def _messages(conversation: Conversation) -> list[object]:
    messages: list[object] = []
    if conversation.system is not None:
        messages.append({"role": "system", "content": conversation.system})
    for turn in conversation.turns:
        messages.extend(_written(turn, legacy=conversation.legacy))
    return messages


def _written(turn: Turn, *, legacy: bool) -> Iterator[object]:
    if isinstance(turn, UserTurn):
        yield {"role": "user", "content": turn.text}
    elif isinstance(turn, ResultsTurn):
        for result in turn.results:
            yield _result(result, legacy=legacy)
    else:
        yield msgspec.Raw(turn.echo) if turn.echo is not None else _said(turn, legacy=legacy)


def _said(turn: AssistantTurn, *, legacy: bool) -> _Member:
    message: _Member = {"role": "assistant", "content": turn.text}
    if not turn.calls:
        return message
    if not legacy:
        message["tool_calls"] = [_call(call) for call in turn.calls]
    elif len(turn.calls) == 1:
        message["function_call"] = _function(turn.calls[0])
    else:
        raise ToolwireError("function_call holds one call a message", hint="use the tools lane")
    return message


def _call(call: ToolCall) -> _Member:
    if call.kind == "custom":
        custom = {"name": call.name, "input": call.raw or ""}
        return {"id": call.id, "type": "custom", "custom": custom}
    return {"id": call.id, "type": "function", "function": _function(call)}


def _function(call: ToolCall) -> _Member:
    raw = call.raw if call.raw is not None else dump(call.arguments).decode()
    return {"name": call.name, "arguments": raw}


def _result(result: ToolResult, *, legacy: bool) -> _Member:
    failure: Json = {"error": result.content}
    content = dump(failure).decode() if result.error else result.content
    if legacy:
        return {"role": "function", "name": result.name, "content": content}
    return {"role": "tool", "tool_call_id": result.call_id, "content": content}
