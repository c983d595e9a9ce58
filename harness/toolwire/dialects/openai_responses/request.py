"""Requests, ours or a stranger's, to the neutral conversation.

The input is a flat list of items; what the model said in a row (messages of the assistant,
calls, and the reasoning and server tools between them) is one assistant turn, and outputs in
a row are one turn of results. What cannot be read is left out. Tools are read flat only: of
one nested as in Chat Completions OpenAI takes the flat members and passes over `function`
(what its responses repeat as `tools`, seen in recordings of 2025 on 2026-11-21).
Source: openai 3.52.0 `types/responses/response_create_params.py` and
`response_input_item_param.py`, read 2026-11-21.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects.body import sent_of
from toolwire.dialects.definition import tool_of
from toolwire.dialects.openai_responses.message import CALLS, call_of, text_of
from toolwire.dialects.result import named_result
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import (
    AssistantTurn,
    ChoiceMode,
    Conversation,
    Json,
    JsonObject,
    ResultsTurn,
    Tool,
    ToolCall,
    ToolChoice,
    ToolResult,
    Turn,
    UserTurn,
)
from toolwire.model.exchange import Request

_WORDS: Final = {
    "auto": ChoiceMode.AUTO,
    "none": ChoiceMode.NONE,
    "required": ChoiceMode.REQUIRED,
}
_OUTPUTS: Final = ("function_call_output", "custom_tool_call_output")
#: Types of items that bring tools.
_BRINGING: Final = ("additional_tools", "tool_search_output")
_SYSTEM_ROLES: Final = ("system", "developer")
#: Types of tools that have a name of their own; the others are known by their type.
_NAMED: Final = ("function", "custom")
#: Members by which a request is one of this format even without an `input`.
_SIGNS: Final = frozenset({"input", "previous_response_id", "prompt", "conversation"})
_DEEPEST: Final = 4


def read_request(request: Request) -> Conversation | None:
    """Read a request; None when its body is not one of this format.

    Built-in tools are kept as tools without parameters, under the name of their type.
    """
    return conversation_of(sent_of(request))


def conversation_of(body: Json) -> Conversation | None:
    """Read a parsed request body; None when it is not an object that asks for a response."""
    if not isinstance(body, dict) or _SIGNS.isdisjoint(body):
        return None
    given = body.get("input")
    prompt: JsonObject = {"role": "user", "content": given}
    items: list[Json] = [prompt] if isinstance(given, str) else items_of(given)
    parallel = body.get("parallel_tool_calls")
    history = _History()
    for position, item in enumerate(items):
        if isinstance(item, dict):
            history.take(item, position)
    return Conversation(
        turns=history.finished(),
        tools=tuple(_tools([*items_of(body.get("tools")), *_later(items)])),
        choice=_choice(body.get("tool_choice")),
        parallel=parallel if isinstance(parallel, bool) else None,
        system=_system(body.get("instructions"), history.system),
        stream=body.get("stream") is True,
    )


def _tools(entries: list[Json], depth: int = 0) -> Iterator[Tool]:
    for entry in entries:
        members = object_of(entry)
        kind = string_of(members.get("type"))
        if kind == "namespace" and depth < _DEEPEST:
            yield from _tools(items_of(members.get("tools")), depth + 1)
        elif kind in _NAMED:
            tool = tool_of(members)
            if tool is not None:
                yield tool
        elif kind is not None:
            yield Tool(kind)


def _later(items: list[Json]) -> Iterator[Json]:
    """Yield the tools that come with the input: added on the way, or found by a tool search."""
    for item in items:
        if isinstance(item, dict) and item.get("type") in _BRINGING:
            yield from items_of(item.get("tools"))


def _choice(value: Json) -> ToolChoice | None:
    if value is None:
        return None
    if isinstance(value, str):
        return ToolChoice(_WORDS[value]) if value in _WORDS else None
    members = object_of(value)
    kind = string_of(members.get("type"))
    if kind == "allowed_tools":
        mode = members.get("mode")
        return ToolChoice(_WORDS.get(mode, ChoiceMode.AUTO)) if isinstance(mode, str) else None
    name = string_of(members.get("name")) if kind in _NAMED else kind
    return None if name is None else ToolChoice(ChoiceMode.NAMED, name)


def _system(instructions: Json, messages: list[str]) -> str | None:
    texts = [instructions, *messages] if isinstance(instructions, str) else messages
    return "\n".join(texts) if texts else None


class _History:
    """Items of an input on their way to turns."""

    def __init__(self) -> None:
        self.system: list[str] = []
        self._turns: list[Turn] = []
        self._texts: list[str] = []
        self._calls: list[ToolCall] = []
        self._results: list[ToolResult] = []
        # An output carries no tool name; the call it answers does.
        self._names: dict[str, str | None] = {}

    def take(self, item: JsonObject, position: int) -> None:
        """Add the next item; those that say nothing in neutral terms are passed over."""
        kind = item.get("type")
        if kind is None or kind == "message":
            self._message(item)
        elif not isinstance(kind, str):
            return
        elif kind in CALLS:
            self._end_results()
            call = call_of(item, f"request/input/{position}")
            self._calls.append(call)
            if call.id is not None:
                self._names[call.id] = call.name
        elif kind in _OUTPUTS:
            self._end_reply()
            text = text_of(item.get("output"))
            self._results.append(named_result(item, "call_id", text, self._names))

    def finished(self) -> tuple[Turn, ...]:
        """End the input and return its turns."""
        self._end_reply()
        self._end_results()
        return tuple(self._turns)

    def _message(self, item: JsonObject) -> None:
        role, text = item.get("role"), text_of(item.get("content"))
        if role in _SYSTEM_ROLES:
            if text is not None:
                self.system.append(text)
            return
        self._end_results()
        if role == "assistant":
            if text is not None:
                self._texts.append(text)
        elif role == "user":
            self._end_reply()
            self._turns.append(UserTurn(text or ""))

    def _end_reply(self) -> None:
        if self._texts or self._calls:
            text = "".join(self._texts) if self._texts else None
            self._turns.append(AssistantTurn(text, tuple(self._calls)))
            self._texts, self._calls = [], []

    def _end_results(self) -> None:
        if self._results:
            self._turns.append(ResultsTurn(tuple(self._results)))
            self._results = []
