"""Requests, ours or a stranger's, to the neutral conversation, read without judging them.

Source: cohere 7.3.1 `v2/raw_client.py` (`chat`), `types/chat_message_v2.py`,
`types/tool_v2.py`, `types/tool_message_v2.py`, read 2026-11-21; a document in a text:
https://docs.cohere.com/docs/tool-use, read 2026-11-29.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from toolwire.dialects.body import json_of, sent_of
from toolwire.dialects.cohere import result_of
from toolwire.dialects.cohere_v2.message import calls_of, text_of
from toolwire.dialects.definition import tools_in
from toolwire.dialects.history import ChatForm, MessageForm, read_chat
from toolwire.dialects.thinking import asks_to_think
from toolwire.io.json_text import items_of, object_of, string_of
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

_CHOICES: Mapping[str, ChoiceMode] = {"REQUIRED": ChoiceMode.REQUIRED, "NONE": ChoiceMode.NONE}


def read_request(request: Request) -> Conversation | None:
    """Read a request; None when its body is not a JSON object with messages."""
    return conversation_of(sent_of(request))


def conversation_of(body: Json) -> Conversation | None:
    """Read a parsed request body; None when it is not an object with a `messages` array."""
    return read_chat(body, _FORM)


def _tools(body: JsonObject) -> Iterator[Tool]:
    switch = body.get("strict_tools")
    return tools_in(
        body.get("tools"), "function", switch=switch if isinstance(switch, bool) else None
    )


def _choice(body: JsonObject, _: tuple[Tool, ...]) -> ToolChoice | None:
    choice = body.get("tool_choice")
    mode = _CHOICES.get(choice) if isinstance(choice, str) else None
    return None if mode is None else ToolChoice(mode)


def _result(message: JsonObject, names: Mapping[str, str | None]) -> ToolResult:
    identity = string_of(message.get("tool_call_id"))
    name = names.get(identity) if identity is not None else None
    content = message.get("content")
    parts = [content] if isinstance(content, str) else items_of(content)
    return result_of(identity, name, [d for part in parts if (d := _document(part)) is not None])


def _document(part: Json) -> Json:
    """Return the data of a document part, or the text of a text part; None for others.

    The examples of Cohere's documentation write an object as the JSON of it in a text.
    """
    if isinstance(part, str):
        return part
    members = object_of(part)
    if members.get("type") == "document":
        data = object_of(members.get("document")).get("data")
        own = json_of(data) if isinstance(data, str) else data
        return own if isinstance(own, dict) else data
    return string_of(members.get("text"))


_FORM = ChatForm(
    messages=MessageForm(text_of, calls_of, _result),
    tools=_tools,
    choice=_choice,
    parallel=None,
    legacy=lambda _: False,
    stream=lambda body: body.get("stream") is True,
    thinks=lambda body: asks_to_think(body.get("thinking")),
)
