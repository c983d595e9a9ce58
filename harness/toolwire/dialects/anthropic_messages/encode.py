"""Conversation to request.

Source: anthropic 2.11.0 `types/message_create_params.py`, `tool_param.py`,
`tool_choice_*_param.py`, `tool_result_block_param.py`, read 2026-11-21.
"""

from __future__ import annotations

from toolwire.dialects.definition import definition_of, with_schema
from toolwire.dialects.history import BlockForm, block_messages
from toolwire.dialects.request import Members, request_to
from toolwire.model.conversation import (
    ChoiceMode,
    Conversation,
    ToolCall,
    ToolChoice,
    ToolResult,
)
from toolwire.model.exchange import Endpoint, Request

DEFAULT_PATH = "/v1/messages"
DEFAULT_VERSION = "2023-06-01"
_MAX_TOKENS = 1024
_CHOICES = {
    ChoiceMode.AUTO: "auto",
    ChoiceMode.NONE: "none",
    ChoiceMode.REQUIRED: "any",
    ChoiceMode.NAMED: "tool",
}


def encode(conversation: Conversation, endpoint: Endpoint) -> Request:
    """Write a conversation as a Messages request.

    An assistant turn with an `echo` (the JSON of its `content` array) goes back byte for
    byte. Members of `endpoint.extra` are merged into the body last, as a JSON merge patch
    does (RFC 7396): null takes a member out, which is how hosts that carry the model or the
    mode in the path (Bedrock, Vertex) say so.
    """
    body: Members = {"model": endpoint.model, "max_tokens": _MAX_TOKENS}
    if conversation.system is not None:
        body["system"] = conversation.system
    body["messages"] = block_messages(conversation.turns, _FORM)
    if conversation.tools:
        body["tools"] = [
            definition_of(with_schema(tool), "input_schema") for tool in conversation.tools
        ]
    choice = _choice(conversation)
    if choice is not None:
        body["tool_choice"] = choice
    if conversation.stream:
        body["stream"] = True
    own, stream = {"anthropic-version": DEFAULT_VERSION}, conversation.stream
    return request_to(endpoint, DEFAULT_PATH, own, body, stream=stream, safe=":@")


def _choice(conversation: Conversation) -> Members | None:
    # The parallel switch lives inside tool_choice, and `none` has no such member.
    choice, parallel = conversation.choice, conversation.parallel
    if choice is None:
        if parallel is None or not conversation.tools:
            return None
        choice = ToolChoice(ChoiceMode.AUTO)
    out: Members = {"type": _CHOICES[choice.mode]}
    if choice.mode is ChoiceMode.NAMED:
        out["name"] = choice.name
    if parallel is not None and choice.mode is not ChoiceMode.NONE:
        out["disable_parallel_tool_use"] = not parallel
    return out


def _text(text: str) -> Members:
    return {"type": "text", "text": text}


def _call(call: ToolCall) -> Members:
    return {"type": "tool_use", "id": call.id, "name": call.name, "input": call.arguments}


def _result(result: ToolResult) -> Members:
    out: Members = {
        "type": "tool_result",
        "tool_use_id": result.call_id,
        "content": result.content,
    }
    if result.error:
        out["is_error"] = True
    return out


# The API's words for an empty text: "text content blocks must be non-empty".
_FORM = BlockForm(str, _text, _call, _result)
