"""Requests, ours or a stranger's, to the neutral conversation."""

from __future__ import annotations

from collections.abc import Mapping

from toolwire.dialects.body import sent_of
from toolwire.dialects.definition import tools_in
from toolwire.dialects.history import ChatForm, MessageForm, read_chat
from toolwire.dialects.ollama_chat.message import call_of
from toolwire.dialects.result import result_of
from toolwire.io.json_text import items_of, string_of
from toolwire.model.conversation import Conversation, Json, JsonObject, ToolCall, ToolResult
from toolwire.model.exchange import Request


def read_request(request: Request) -> Conversation | None:
    """Read a chat request; None when its body is not a JSON object with messages.

    A `tool_choice` is left out as the server leaves it out; images are, too.
    """
    return conversation_of(sent_of(request))


def conversation_of(body: Json) -> Conversation | None:
    """Read a parsed request body; None when it is not an object with a `messages` array."""
    return read_chat(body, _FORM)


def _calls(message: JsonObject, pointer: str) -> tuple[ToolCall, ...]:
    return tuple(
        call_of(entry, f"{pointer}/tool_calls/{position}")
        for position, entry in enumerate(items_of(message.get("tool_calls")))
        if isinstance(entry, dict)
    )


def _result(message: JsonObject, names: Mapping[str, str | None]) -> ToolResult:
    """Read a result; the tool's name is taken from its call where the message has none.

    An id that no call had says nothing: requests with such ids were answered with success
    (tests/corpus/test_reference.py plays them).
    """
    identity = string_of(message.get("tool_call_id"))
    if identity not in names:
        identity = None
    called = names.get(identity) if identity else None
    name = string_of(message.get("tool_name")) or called or None
    return result_of(identity, name, string_of(message.get("content")) or "")


_FORM = ChatForm(
    messages=MessageForm(string_of, _calls, _result),
    # The server passes over `strict`.
    tools=lambda body: tools_in(body.get("tools"), "function", switch=None),
    choice=lambda _body, _tools: None,
    parallel=None,
    legacy=lambda _: False,
    # The server streams unless it is told not to.
    stream=lambda body: body.get("stream") is not False,
    thinks=lambda body: body.get("think") not in (None, False),
)
