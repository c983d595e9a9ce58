"""Conversations to requests.

Source: openai 3.52.0 `types/responses/response_create_params.py`, `function_tool_param.py`,
`tool_choice_function_param.py`, `response_input_item_param.py`, read 2026-11-21.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from toolwire.dialects.arguments import text_of
from toolwire.dialects.definition import definition_of
from toolwire.dialects.openai_responses.raw import array_of
from toolwire.dialects.request import Members, accept_of, request_to
from toolwire.dialects.result import content_of
from toolwire.model.conversation import (
    AssistantTurn,
    ChoiceMode,
    Conversation,
    ResultsTurn,
    ToolCall,
    ToolChoice,
    ToolResult,
    Turn,
    UserTurn,
)
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Endpoint, Request

PATH = "/responses"


def encode(conversation: Conversation, endpoint: Endpoint) -> Request:
    """Write the request that asks a server for the next reply of a conversation.

    `endpoint.base_url` is what the official SDKs take, for example
    `https://api.openai.com/v1`. The whole conversation is sent every time and the server is
    told not to keep it (`store: false`); of one that it keeps, the last answer is named, and what came
    since is sent. The items of an assistant turn's `echo` (a JSON
    array) go into the input one by one, each byte for byte. A failed tool has no flag of its
    own here: its output becomes `{"error": content}`. Members of `endpoint.extra` are merged
    into the body last, as a JSON merge patch does (RFC 7396): null takes a member out.

    Raises:
        ToolwireError: an echo is not a JSON array.
    """
    body: Members = {"model": endpoint.model}
    if conversation.system is not None:
        body["instructions"] = conversation.system
    known, turns = _continued(conversation)
    body["input"] = _input(conversation, turns)
    if known is not None:
        body["previous_response_id"] = known
    if conversation.tools:
        body["tools"] = [{"type": "function", **definition_of(tool)} for tool in conversation.tools]
    if conversation.choice is not None:
        body["tool_choice"] = _choice(conversation.choice)
    if conversation.parallel is not None:
        body["parallel_tool_calls"] = conversation.parallel
    if conversation.stream:
        body["stream"] = True
    body["store"] = False
    stream = conversation.stream
    return request_to(endpoint, PATH, accept_of(stream=stream), body, stream=stream)


def _choice(choice: ToolChoice) -> object:
    if choice.mode is ChoiceMode.NAMED:
        return {"type": "function", "name": choice.name}
    return str(choice.mode)


def _continued(conversation: Conversation) -> tuple[str | None, tuple[Turn, ...]]:
    """Return the id of the last answer and what came since, where the server keeps the history."""
    turns = conversation.turns
    for place in range(len(turns) - 1, -1, -1) if conversation.continued else ():
        turn = turns[place]
        if isinstance(turn, AssistantTurn) and turn.answer is not None:
            return turn.answer, turns[place + 1 :]
    return None, turns


def _input(conversation: Conversation, turns: tuple[Turn, ...]) -> list[object]:
    # The output of a free text tool has an item type of its own.
    custom = frozenset(call.id for call in conversation.calls() if call.kind == "custom")
    return [item for turn in turns for item in _written(turn, custom)]


def _written(turn: Turn, custom: frozenset[str | None]) -> Iterator[object]:
    if isinstance(turn, UserTurn):
        yield {"role": "user", "content": turn.text}
    elif isinstance(turn, ResultsTurn):
        for result in turn.results:
            yield _output(result, custom=result.call_id in custom)
    elif turn.echo is not None:
        yield from _echoed(turn.echo)
    else:
        yield from _items(turn)


def _echoed(echo: bytes) -> list[msgspec.Raw]:
    items = array_of(echo)
    if items is None:
        raise ToolwireError(
            "the echo of an assistant turn is not a JSON array of items",
            hint="send back what decode gave",
        )
    return items


def _items(turn: AssistantTurn) -> Iterator[Members]:
    if turn.text is not None:
        yield {"role": "assistant", "content": turn.text}
    for call in turn.calls:
        yield _call(call)


def _call(call: ToolCall) -> Members:
    if call.kind == "custom":
        return {
            "type": "custom_tool_call",
            "call_id": call.id,
            "name": call.name,
            "input": call.raw or "",
        }
    return {
        "type": "function_call",
        "call_id": call.id,
        "name": call.name,
        "arguments": text_of(call),
    }


def _output(result: ToolResult, *, custom: bool) -> Members:
    return {
        "type": "custom_tool_call_output" if custom else "function_call_output",
        "call_id": result.call_id,
        "output": content_of(result),
    }
