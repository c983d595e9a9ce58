"""Conversations to requests.

Source: cohere 7.3.1 `raw_base_client.py` (`chat`), `types/tool.py`; docs.cohere.com v1
"Multi-step Tool Use", read 2026-11-21. Multi-step is the default and the form written here:
everything said so far is history, results stand beside an empty message.
"""

from __future__ import annotations

from toolwire.dialects.cohere_v1.history import answered, entries_of
from toolwire.dialects.cohere_v1.parameters import definitions_of
from toolwire.dialects.request import Members, request_to
from toolwire.model.conversation import ChoiceMode, Conversation, ResultsTurn, Tool, UserTurn
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Endpoint, Request

DEFAULT_PATH = "/v1/chat"


def encode(conversation: Conversation, endpoint: Endpoint) -> Request:
    """Write a conversation as a v1 Chat request.

    An assistant turn with an `echo` (a `CHATBOT` message) goes back byte for byte. Ids of
    calls are not sent: a result repeats the call it answers. `strict` and a parallel switch do
    not exist and are not sent; `parameters` says what a schema loses. A streamed response comes
    as newline-delimited JSON, unless `endpoint.headers` ask for `text/event-stream`. Members of
    `endpoint.extra` are merged into the body last, as a JSON merge patch (RFC 7396).

    Raises:
        ToolwireError: the API cannot say it: it has no tool choice at all, and nothing to ask
            when the assistant spoke last.
    """
    _check(conversation)
    *before, last = conversation.turns
    body: Members = {"model": endpoint.model, "message": ""}
    if isinstance(last, UserTurn):
        body["message"] = last.text
    if conversation.system is not None:
        body["preamble"] = conversation.system
    if before:
        body["chat_history"] = list(entries_of(before))
    if conversation.tools:
        body["tools"] = [_tool(tool) for tool in conversation.tools]
    if isinstance(last, ResultsTurn):
        body["tool_results"] = answered(last, before[-1] if before else None)
    body["stream"] = conversation.stream
    own = {"accept": "application/json"}
    return request_to(endpoint, DEFAULT_PATH, own, body, stream=conversation.stream)


def _check(conversation: Conversation) -> None:
    choice = conversation.choice
    if choice is not None and choice.mode is not ChoiceMode.AUTO:
        raise ToolwireError("v1 has no tool choice", hint="use the dialect cohere-v2")
    last = conversation.turns[-1] if conversation.turns else None
    if not isinstance(last, UserTurn | ResultsTurn):
        raise ToolwireError("v1 asks with a message or with results, and there is neither")


def _tool(tool: Tool) -> Members:
    out: Members = {"name": tool.name, "description": tool.description or ""}
    if tool.parameters is not None:
        out["parameter_definitions"] = definitions_of(tool.parameters)
    return out
