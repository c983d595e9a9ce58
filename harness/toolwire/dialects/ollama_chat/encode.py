"""Conversations to requests.

Source: ollama/ollama `docs/openapi.yaml` (`ChatRequest`, `ChatMessage`, `ToolDefinition`)
and `docs/capabilities/tool-calling.mdx`, read 2026-11-21.
"""

from __future__ import annotations

from collections.abc import Mapping

from toolwire.dialects.definition import nested_with_schema
from toolwire.dialects.history import chat_messages
from toolwire.dialects.request import Members, request_to
from toolwire.dialects.result import content_of
from toolwire.model.conversation import (
    AssistantTurn,
    ChoiceMode,
    Conversation,
    ToolCall,
    ToolResult,
)
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Endpoint, Request

DEFAULT_PATH = "/api/chat"


def encode(conversation: Conversation, endpoint: Endpoint) -> Request:
    """Write a conversation as a chat request.

    `stream` is always said, since the server streams when it is left out. An assistant turn
    with an `echo` (the JSON of a `message`) goes back byte for byte. A result goes by the
    name of its tool, and by the id of its call where that had one. A failed tool has no flag
    of its own: its content becomes `{"error": content}`. `parallel` and `strict` have no
    switch in this format and are not sent. Members of `endpoint.extra` are merged into the body
    last, as a JSON merge patch (RFC 7396).

    Raises:
        ToolwireError: the conversation has a tool choice other than `auto`, which is what
            the server always does. It passes over a `tool_choice`, so sending one would
            look like asking for it.
    """
    choice = conversation.choice
    if choice is not None and choice.mode is not ChoiceMode.AUTO:
        raise ToolwireError(
            f"ollama-chat cannot carry a tool choice of {str(choice.mode)!r}",
            hint="the model always decides; offer only the tools it may call",
        )
    messages = list(chat_messages(conversation, _assistant, _result))
    body: Members = {"model": endpoint.model, "messages": messages}
    if conversation.tools:
        body["tools"] = [nested_with_schema(tool) for tool in conversation.tools]
    body["stream"] = conversation.stream
    stream = conversation.stream
    return request_to(endpoint, DEFAULT_PATH, {}, body, stream=stream, safe=":@")


def _assistant(turn: AssistantTurn) -> Members:
    message: Members = {"role": "assistant", "content": turn.text or ""}
    if turn.calls:
        message["tool_calls"] = [_call(call) for call in turn.calls]
    return message


def _call(call: ToolCall) -> Members:
    out: Members = {} if call.id is None else {"id": call.id}
    # The server refuses arguments that are no object; text that did not parse cannot be
    # said in this format.
    arguments = call.arguments if isinstance(call.arguments, dict) else {}
    return {**out, "function": {"name": call.name or "", "arguments": arguments}}


def _result(result: ToolResult, names: Mapping[str, str]) -> Members:
    message: Members = {"role": "tool", "content": content_of(result)}
    name = result.name or names.get(result.call_id or "")
    if name is not None:
        message["tool_name"] = name
    if result.call_id is not None:
        message["tool_call_id"] = result.call_id
    return message
