"""Conversation to request.

Source: botocore 1.44.5 service model `bedrock-runtime`, `ConverseRequest`, read 2026-11-21.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

from toolwire.dialects.bedrock_converse.request import STREAM_SUFFIX
from toolwire.dialects.definition import definition_of, with_schema
from toolwire.dialects.events import AWS_EVENT_STREAM
from toolwire.dialects.history import BlockForm, block_messages
from toolwire.dialects.request import Members, address, request_of
from toolwire.model.conversation import (
    AssistantTurn,
    ChoiceMode,
    Conversation,
    ResultsTurn,
    Tool,
    ToolCall,
    ToolChoice,
    ToolResult,
    Turn,
)
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Endpoint, Request

DEFAULT_PATH = "/model/{model}/converse"

_CHOICES: Mapping[ChoiceMode, str] = {ChoiceMode.AUTO: "auto", ChoiceMode.REQUIRED: "any"}


def encode(conversation: Conversation, endpoint: Endpoint) -> Request:
    """Write a conversation as a Converse request, unsigned.

    An assistant turn with an `echo` (the JSON of its `content` array) goes back byte for
    byte. Results are text blocks, all of a turn in one user message. A parallel switch does
    not exist and is not sent. Streaming is said by the path: the endpoint's `stream_path`, or
    its `path` (else the dialect's) with `-stream` behind. Members of `endpoint.extra` are
    merged into the body last, where null takes a member out.

    Raises:
        ToolwireError: the API cannot say it: it has no choice of `none`, and refuses a
            history with calls or results when no tools are offered, and two messages in a row of one role.
    """
    body: Members = {}
    if conversation.system is not None:
        body["system"] = [{"text": conversation.system}]
    body["messages"] = messages = block_messages(conversation.turns, _FORM)
    if any(one["role"] == other["role"] for one, other in pairwise(messages)):
        raise ToolwireError(
            "bedrock-converse cannot carry two messages in a row of one role",
            hint="put both into one message",
        )
    config = _config(conversation)
    if config is not None:
        body["toolConfig"] = config
    accept = AWS_EVENT_STREAM if conversation.stream else "application/json"
    url = _url(endpoint, stream=conversation.stream)
    return request_of(endpoint, url, {"accept": accept}, body)


def _url(endpoint: Endpoint, *, stream: bool) -> str:
    path = endpoint.path or DEFAULT_PATH
    if stream:
        path = endpoint.stream_path or path + STREAM_SUFFIX
    # Model ids have colons, ARNs slashes too: botocore writes both as percent codes.
    return address(endpoint, path)


def _config(conversation: Conversation) -> Members | None:
    choice = conversation.choice
    if choice is not None and choice.mode is ChoiceMode.NONE:
        raise ToolwireError(
            "bedrock-converse cannot carry a tool choice of 'none'",
            hint="it is auto, any or tool; offer no tools in a conversation without calls",
        )
    if not conversation.tools:
        if choice is not None or any(_has_tools(turn) for turn in conversation.turns):
            raise ToolwireError(
                "toolConfig needs at least one tool, and is needed for a tool choice and for a"
                " history with calls or results",
                hint="offer the tools of the history again",
            )
        return None
    config: Members = {"tools": [_tool(tool) for tool in conversation.tools]}
    if choice is not None:
        config["toolChoice"] = _choice(choice)
    return config


def _has_tools(turn: Turn) -> bool:
    return isinstance(turn, ResultsTurn) or (isinstance(turn, AssistantTurn) and bool(turn.calls))


def _choice(choice: ToolChoice) -> Members:
    if choice.mode is ChoiceMode.NAMED:
        return {"tool": {"name": choice.name}}
    return {_CHOICES[choice.mode]: {}}


def _tool(tool: Tool) -> Members:
    wrapped = replace(tool, parameters={"json": with_schema(tool).parameters})
    return {"toolSpec": definition_of(wrapped, "inputSchema")}


def _text(text: str) -> Members:
    return {"text": text}


def _result(result: ToolResult) -> Members:
    out: Members = {"toolUseId": result.call_id, "content": [_text(result.content)]}
    if result.error:
        out["status"] = "error"
    return {"toolResult": out}


def _call(call: ToolCall) -> Members:
    # Arguments that are no object are refused; text that did not parse cannot be said here.
    arguments = call.arguments if isinstance(call.arguments, dict) else {}
    return {"toolUse": {"toolUseId": call.id, "name": call.name, "input": arguments}}


# The API's words for an empty text: "The text field ... is blank".
_FORM = BlockForm(lambda text: [_text(text)], _text, _call, _result)
