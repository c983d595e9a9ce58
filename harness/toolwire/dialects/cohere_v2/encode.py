"""Conversations to requests.

Source: cohere 7.3.1 `v2/raw_client.py` (`chat`), `types/tool_v2.py`,
`types/tool_message_v2.py`, `v2/types/v2chat_request_tool_choice.py`, read 2026-11-21.
"""

from __future__ import annotations

from collections.abc import Mapping

from toolwire.dialects.arguments import text_of
from toolwire.dialects.cohere import document_of
from toolwire.dialects.definition import nested_with_schema
from toolwire.dialects.history import chat_messages
from toolwire.dialects.request import Members, accept_of, request_to
from toolwire.model.conversation import (
    AssistantTurn,
    ChoiceMode,
    Conversation,
    Tool,
    ToolCall,
    ToolChoice,
    ToolResult,
)
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Endpoint, Request

DEFAULT_PATH = "/v2/chat"

_CHOICES: Mapping[ChoiceMode, str] = {ChoiceMode.REQUIRED: "REQUIRED", ChoiceMode.NONE: "NONE"}


def encode(conversation: Conversation, endpoint: Endpoint) -> Request:
    """Write a conversation as a v2 Chat request.

    An assistant turn with an `echo` (the JSON of a response's `message`) goes back byte for
    byte, tool plan included. Results go as documents. `auto` is what the API does when
    `tool_choice` is left out; a parallel switch does not exist and is not sent; `strict` is
    one switch for all tools of a request. Members of `endpoint.extra` are merged into the
    body last, as a JSON merge patch (RFC 7396).

    Raises:
        ToolwireError: the API cannot say it: it has no named tool choice, and no strict tools
            beside others.
    """
    body: Members = {
        "model": endpoint.model,
        "messages": list(chat_messages(conversation, _assistant, _result)),
        "stream": conversation.stream,
    }
    if conversation.tools:
        body["tools"] = [nested_with_schema(tool) for tool in conversation.tools]
        strict = _strict(conversation.tools)
        if strict is not None:
            body["strict_tools"] = strict
    choice = _choice(conversation.choice)
    if choice is not None:
        body["tool_choice"] = choice
    stream = conversation.stream
    return request_to(endpoint, DEFAULT_PATH, accept_of(stream=stream), body, stream=stream)


def _strict(tools: tuple[Tool, ...]) -> bool | None:
    switches = {tool.strict for tool in tools}
    if True not in switches:
        return False if switches == {False} else None
    if len(switches) > 1:
        raise ToolwireError(
            "strict_tools holds for every tool of a request", hint="make all tools strict, or none"
        )
    return True


def _choice(choice: ToolChoice | None) -> str | None:
    if choice is None or choice.mode is ChoiceMode.AUTO:
        return None
    if choice.mode not in _CHOICES:
        raise ToolwireError(
            "tool_choice cannot name a tool", hint="it is REQUIRED or NONE; offer one tool only"
        )
    return _CHOICES[choice.mode]


def _assistant(turn: AssistantTurn) -> Members:
    message: Members = {"role": "assistant"}
    if turn.text is not None or not turn.calls:
        message["content"] = turn.text
    if turn.calls:
        message["tool_calls"] = [_call(call) for call in turn.calls]
    return message


def _call(call: ToolCall) -> Members:
    function = {"name": call.name, "arguments": text_of(call)}
    return {"id": call.id, "type": "function", "function": function}


def _result(result: ToolResult, _: Mapping[str, str]) -> Members:
    document = {"type": "document", "document": {"data": document_of(result)}}
    return {"role": "tool", "tool_call_id": result.call_id, "content": [document]}
