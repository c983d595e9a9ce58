"""Conversation to request.

Source: anthropic 2.11.0 `types/message_create_params.py`, `tool_param.py`,
`tool_choice_*_param.py`, `tool_result_block_param.py`, read 2026-11-21.
"""

from __future__ import annotations

import msgspec

from toolwire.dialects.definition import NO_PARAMETERS
from toolwire.dialects.request import Members, request_of, url_of
from toolwire.model.conversation import (
    AssistantTurn,
    ChoiceMode,
    Conversation,
    ResultsTurn,
    Tool,
    ToolChoice,
    ToolResult,
    Turn,
    UserTurn,
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
    body["messages"] = _messages(conversation.turns)
    if conversation.tools:
        body["tools"] = [_tool(tool) for tool in conversation.tools]
    choice = _choice(conversation)
    if choice is not None:
        body["tool_choice"] = choice
    if conversation.stream:
        body["stream"] = True
    url = url_of(endpoint, DEFAULT_PATH, stream=conversation.stream, safe=":@")
    return request_of(endpoint, url, {"anthropic-version": DEFAULT_VERSION}, body)


def _tool(tool: Tool) -> Members:
    out: Members = {"name": tool.name}
    if tool.description is not None:
        out["description"] = tool.description
    out["input_schema"] = NO_PARAMETERS if tool.parameters is None else tool.parameters
    if tool.strict is not None:
        out["strict"] = tool.strict
    return out


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


def _messages(turns: tuple[Turn, ...]) -> list[Members]:
    out: list[Members] = []
    before: Turn | None = None
    for turn in turns:
        if isinstance(before, ResultsTurn) and isinstance(turn, UserTurn):
            # Words after results belong into the same user message, after its results.
            out[-1]["content"] = [*_results(before), {"type": "text", "text": turn.text}]
        elif isinstance(turn, UserTurn):
            out.append({"role": "user", "content": turn.text})
        elif isinstance(turn, ResultsTurn):
            out.append({"role": "user", "content": _results(turn)})
        else:
            out.append({"role": "assistant", "content": _said(turn)})
        before = turn
    return out


def _results(turn: ResultsTurn) -> list[object]:
    return [_result(result) for result in turn.results]


def _result(result: ToolResult) -> Members:
    out: Members = {
        "type": "tool_result",
        "tool_use_id": result.call_id,
        "content": result.content,
    }
    if result.error:
        out["is_error"] = True
    return out


def _said(turn: AssistantTurn) -> object:
    if turn.echo is not None:
        return msgspec.Raw(turn.echo)
    # An empty text block is refused by the API ("text content blocks must be non-empty").
    blocks: list[object] = [{"type": "text", "text": turn.text}] if turn.text else []
    blocks.extend(
        {"type": "tool_use", "id": call.id, "name": call.name, "input": call.arguments}
        for call in turn.calls
    )
    return blocks
