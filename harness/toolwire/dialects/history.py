"""Histories of messages with a role: to turns, and turns to messages.

Chat Completions, Cohere v2 and Ollama have a message for each result, with members of their
own. Anthropic and Bedrock have messages of blocks, in which results are the user's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import TypeVar

import msgspec

from toolwire.dialects.request import Members
from toolwire.io.json_text import items_of
from toolwire.model.conversation import (
    AssistantTurn,
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

Part = TypeVar("Part")


@dataclass(frozen=True, slots=True)
class MessageForm:
    """What a format's messages are made of.

    Attributes:
        text: a `content` member to its text; None when it has none.
        calls: an assistant message and its pointer to its calls.
        result: a message with a result, and the names of the calls so far by their ids
            (results seldom carry a tool name), to the result.
        system: roles of what is told before the conversation.
        results: roles of results.
    """

    text: Callable[[Json], str | None]
    calls: Callable[[JsonObject, str], tuple[ToolCall, ...]]
    result: Callable[[JsonObject, Mapping[str, str | None]], ToolResult]
    system: tuple[str, ...] = ("system",)
    results: tuple[str, ...] = ("tool",)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatForm:
    """How a format of such messages states what it asks.

    Attributes:
        messages: what they are made of.
        tools: a body to its tools.
        choice: a body and its tools to the tool choice.
        parallel: the member that switches parallel calls; None where there is none.
        legacy: whether a body uses OpenAI's deprecated API.
        stream: whether a body asks for a stream.
        thinks: whether it asks for reasoning that is shown.
    """

    messages: MessageForm
    tools: Callable[[JsonObject], Iterable[Tool]]
    choice: Callable[[JsonObject, tuple[Tool, ...]], ToolChoice | None]
    parallel: str | None
    legacy: Callable[[JsonObject], bool]
    stream: Callable[[JsonObject], bool]
    thinks: Callable[[JsonObject], bool]


def read_chat(body: Json, form: ChatForm) -> Conversation | None:
    """Read a parsed request body; None when it is not an object with a `messages` array."""
    if not isinstance(body, dict) or not isinstance(body.get("messages"), list):
        return None
    messages, tools = items_of(body["messages"]), tuple(form.tools(body))
    parallel = None if form.parallel is None else body.get(form.parallel)
    return Conversation(
        turns=tuple(turns_of(messages, form.messages)),
        tools=tools,
        choice=form.choice(body, tools),
        parallel=parallel if isinstance(parallel, bool) else None,
        system=system_of(messages, form.messages),
        legacy=form.legacy(body),
        stream=form.stream(body),
        thinks=form.thinks(body),
    )


def system_of(messages: list[Json], form: MessageForm) -> str | None:
    """Return what the system messages say, a line each; None when there are none."""
    texts = [
        text
        for message in messages
        if isinstance(message, dict) and message.get("role") in form.system
        if (text := form.text(message.get("content"))) is not None
    ]
    return "\n".join(texts) if texts else None


def turns_of(messages: list[Json], form: MessageForm) -> Iterator[Turn]:
    """Read a history; results in a row are one turn, and unknown roles are left out."""
    results: list[ToolResult] = []
    names: dict[str, str | None] = {}
    for position, message in enumerate(messages):
        if not isinstance(message, dict):
            continue
        role = message.get("role")
        if role in form.results:
            results.append(form.result(message, names))
            continue
        if results:
            yield ResultsTurn(tuple(results))
            results = []
        if role == "user":
            yield UserTurn(form.text(message.get("content")) or "")
        elif role == "assistant":
            calls = form.calls(message, f"request/messages/{position}")
            names.update((call.id, call.name) for call in calls if call.id is not None)
            yield AssistantTurn(form.text(message.get("content")), calls)
    if results:
        yield ResultsTurn(tuple(results))


def joined(turns: Iterable[Turn]) -> Iterator[Turn]:
    """Join replies in a row, and results in a row, as services do that know no messages apart."""
    waiting: Turn | None = None
    for turn in turns:
        both = _joined(waiting, turn)
        if both is None and waiting is not None:
            yield waiting
        waiting = both or turn
    if waiting is not None:
        yield waiting


def _joined(before: Turn | None, after: Turn) -> Turn | None:
    if isinstance(before, AssistantTurn) and isinstance(after, AssistantTurn):
        texts = [text for text in (before.text, after.text) if text is not None]
        return AssistantTurn("".join(texts) if texts else None, before.calls + after.calls)
    if isinstance(before, ResultsTurn) and isinstance(after, ResultsTurn):
        return ResultsTurn(before.results + after.results)
    return None


def chat_messages(
    conversation: Conversation,
    assistant: Callable[[AssistantTurn], Members],
    result: Callable[[ToolResult, Mapping[str, str]], Members],
) -> Iterator[object]:
    """Write the system prompt and the turns as messages, one for each result.

    Args:
        conversation: what is written; the echo of an assistant turn goes back byte for byte.
        assistant: an assistant turn without one to its message.
        result: a result, and the names of the calls so far by their ids, to its message.
    """
    if conversation.system is not None:
        yield {"role": "system", "content": conversation.system}
    names: dict[str, str] = {}
    for turn in conversation.turns:
        if isinstance(turn, UserTurn):
            yield {"role": "user", "content": turn.text}
        elif isinstance(turn, ResultsTurn):
            yield from (result(one, names) for one in turn.results)
        else:
            names.update(names_of(turn))
            yield assistant(turn) if turn.echo is None else msgspec.Raw(turn.echo)


def names_of(turn: AssistantTurn) -> Iterator[tuple[str, str]]:
    """Yield id and name of the calls of a turn that have both: results seldom carry a name."""
    return ((call.id, call.name) for call in turn.calls if call.id and call.name)


@dataclass(frozen=True, slots=True)
class BlockForm:
    """How a format writes what a message is made of.

    Attributes:
        user: the user's words to the content of a message.
        text: a text to a block; an empty one is none, since the services refuse it.
        call: a call to a block.
        result: a result to a block.
    """

    user: Callable[[str], object]
    text: Callable[[str], Members]
    call: Callable[[ToolCall], Members]
    result: Callable[[ToolResult], Members]


def block_messages(turns: Iterable[Turn], form: BlockForm) -> list[Members]:
    """Write turns as messages of blocks, all results of a turn in one of the user's.

    The echo of an assistant turn is the content of its message, and goes back byte for byte.
    """
    messages: list[Members] = []
    before: list[Members] | None = None
    for turn in turns:
        if isinstance(turn, UserTurn) and before is not None:
            # Words after results belong into the same user message, after its results.
            messages[-1]["content"] = [*before, form.text(turn.text)]
        elif isinstance(turn, AssistantTurn):
            messages.append({"role": "assistant", "content": _blocks(turn, form)})
        elif isinstance(turn, UserTurn):
            messages.append({"role": "user", "content": form.user(turn.text)})
        before = list(map(form.result, turn.results)) if isinstance(turn, ResultsTurn) else None
        if before is not None:
            messages.append({"role": "user", "content": before})
    return messages


def _blocks(turn: AssistantTurn, form: BlockForm) -> object:
    if turn.echo is not None:
        return msgspec.Raw(turn.echo)
    return [*([form.text(turn.text)] if turn.text else []), *map(form.call, turn.calls)]


def turns_of_parts(
    parts: Iterable[Part],
    is_result: Callable[[Part], bool],
    result: Callable[[Part], ToolResult],
    text: Callable[[list[Part]], str],
) -> Iterator[Turn]:
    """Read the parts of a user's message in wire order.

    A run of results is one turn, a run of anything else is another.
    """
    for of_results, run in groupby(parts, is_result):
        if of_results:
            yield ResultsTurn(tuple(map(result, run)))
        else:
            yield UserTurn(text(list(run)))
