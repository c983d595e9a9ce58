"""Conversations to requests: everything into one prompt.

Members after openai 3.52.0 `types/completion_create_params.py`, read 2026-11-21.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from toolwire.dialects.body import json_of
from toolwire.dialects.chatml.template import DEFAULT_SYSTEM, END, START, TemplateTurn, render
from toolwire.dialects.choice_text import choice_text
from toolwire.dialects.definition import nested
from toolwire.dialects.request import Members, accept_of, request_to
from toolwire.dialects.result import content_of
from toolwire.io.json_text import dump, parse
from toolwire.model.conversation import (
    AssistantTurn,
    Conversation,
    Json,
    ResultsTurn,
    Turn,
    UserTurn,
)
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Endpoint, Request

PATH: Final = "/completions"
_RESULT_END: Final = "</tool_response>"
#: Servers stop at 16 tokens when nothing is said, in the middle of a call.
_MOST_TOKENS: Final = 1_024


def encode(conversation: Conversation, endpoint: Endpoint) -> Request:
    """Write the Completions request that asks for the next assistant turn.

    Members of `endpoint.extra` are merged into the body last. Call ids and `strict` are left
    out; a failed tool's content becomes `{"error": content}`.

    Raises:
        ToolwireError: a text has one of the turn tokens in it, or a result the tag that ends
            it: nothing is escaped, so it would become turns of its own.
    """
    body: Members = {
        "model": endpoint.model,
        "prompt": _prompt(conversation),
        "max_tokens": _MOST_TOKENS,
        "stop": [END],
    }
    if conversation.stream:
        body["stream"] = True
        body["stream_options"] = {"include_usage": True}
    stream = conversation.stream
    return request_to(endpoint, PATH, accept_of(stream=stream), body, stream=stream)


def _prompt(conversation: Conversation) -> str:
    messages = [_message(turn) for turn in conversation.turns]
    tools = [parse(dump(nested(replace(tool, strict=None)))) for tool in conversation.tools]
    system = _system(conversation)
    _carry([system or "", *_texts(messages)])
    prompt = render(system, tools, messages)
    if prompt.count(START) != len(messages) + 2 or prompt.count(END) != len(messages) + 1:
        raise ToolwireError("ChatML cannot carry a turn token in a tool or a call")
    return prompt


def _system(conversation: Conversation) -> str | None:
    lines = list(choice_text(conversation.choice, parallel=conversation.parallel))
    if not lines:
        return conversation.system
    system = DEFAULT_SYSTEM if conversation.system is None else conversation.system
    return "\n".join((f"{system}\n", *lines))


def _message(turn: Turn) -> TemplateTurn:
    if isinstance(turn, UserTurn):
        return TemplateTurn("user", turn.text)
    if isinstance(turn, ResultsTurn):
        return TemplateTurn("user", results=[content_of(result) for result in turn.results])
    return _assistant(turn)


def _assistant(turn: AssistantTurn) -> TemplateTurn:
    received: Json = None
    if turn.echo is not None and isinstance(echo := json_of(turn.echo), str):
        received = echo
    if isinstance(received, str):
        return TemplateTurn("assistant", received)
    if not turn.calls:
        return TemplateTurn("assistant", turn.text or "")
    calls = [
        call if call.parse_error is None else replace(call, arguments=call.raw)
        for call in turn.calls
    ]
    return TemplateTurn("assistant", turn.text or None, calls)


def _texts(messages: Iterable[TemplateTurn]) -> Iterator[str]:
    for message in messages:
        yield message.text or ""
        yield from message.results
        if any(_RESULT_END in result for result in message.results):
            raise ToolwireError("ChatML cannot carry the tag that ends a result inside of one")


def _carry(texts: Iterable[str]) -> None:
    if any(START in text or END in text for text in texts):
        raise ToolwireError("ChatML cannot carry a turn token in a text")
