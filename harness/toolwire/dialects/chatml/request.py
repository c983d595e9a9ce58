"""Prompts, ours or a stranger's, to the neutral conversation."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects.body import json_of, sent_of
from toolwire.dialects.chatml.template import DEFAULT_SYSTEM, END, HEADING, START
from toolwire.dialects.chatml.text import read_text
from toolwire.dialects.choice_text import read_choice_text
from toolwire.dialects.definition import tool_of
from toolwire.dialects.result import result_of
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import (
    AssistantTurn,
    Conversation,
    Json,
    ResultsTurn,
    Tool,
    ToolCall,
    ToolResult,
    Turn,
    UserTurn,
)
from toolwire.model.exchange import Request
from toolwire.model.reply import Absent

_OPEN = "<tool_response>\n"
_CLOSE = "\n</tool_response>"


def read_request(request: Request) -> Conversation | None:
    """Read a request; None when its body has no prompt in ChatML."""
    return conversation_of(sent_of(request))


def prompt_of(body: Json) -> str | None:
    """Return the prompt of a request body, of several the first; None when there is none."""
    prompt = object_of(body).get("prompt")
    return string_of(next(iter(items_of(prompt)), None) if isinstance(prompt, list) else prompt)


def conversation_of(body: Json) -> Conversation | None:
    """Read a parsed request body; None when it has no prompt in ChatML."""
    prompt = prompt_of(body)
    if prompt is None or START not in prompt:
        return None
    texts: list[str] = []
    turns: list[Turn] = []
    for role, text in _sections(prompt):
        if role == "system":
            texts.append(text)
        else:
            _take(turns, role, text)
    system = "\n".join(texts) if texts else None
    before, tools = _tools(system) if system is not None else (None, ())
    choice, parallel, left = read_choice_text(before.split("\n")) if before else (None, None, 0)
    if before is not None and (choice is not None or parallel is not None):
        before = "\n".join(before.split("\n")[:left]).removesuffix("\n")
    return Conversation(
        turns=tuple(turns),
        tools=tools,
        choice=choice,
        parallel=parallel,
        system=None if before == DEFAULT_SYSTEM else before,
        stream=object_of(body).get("stream") is True,
    )


def _sections(prompt: str) -> Iterator[tuple[str, str]]:
    """Yield role and text of every finished turn; the one the model is to write is not."""
    for section in prompt.split(START)[1:]:
        text, end, _ = section.partition(END)
        if end:
            role, _, content = text.partition("\n")
            yield role, content


def _take(turns: list[Turn], role: str, text: str) -> None:
    if role == "assistant":
        words, calls, _ = read_text(text, "request/prompt")
        turns.append(AssistantTurn(words, calls) if calls else AssistantTurn(text))
    elif role in ("user", "tool"):
        contents = list(_responses(text))
        last = turns[-1] if turns else None
        calls = last.calls if isinstance(last, AssistantTurn) else ()
        turns.append(ResultsTurn(tuple(_results(contents, calls))) if contents else UserTurn(text))


def _responses(text: str) -> Iterator[str]:
    if not (text.startswith(_OPEN) and text.endswith(_CLOSE)):
        return
    yield from text.removeprefix(_OPEN).removesuffix(_CLOSE).split(f"{_CLOSE}\n{_OPEN}")


def _results(contents: list[str], calls: tuple[ToolCall, ...]) -> Iterator[ToolResult]:
    """Give each result the name of the call in its place, since it has none of its own."""
    for place, content in enumerate(contents):
        yield result_of(None, calls[place].name if place < len(calls) else None, content)


def _tools(system: str) -> tuple[str, tuple[Tool, ...]]:
    """Split a system text into what it says and the tools it lists, one JSON object a line."""
    before, heading, after = system.rpartition(HEADING)
    listed = after.partition("<tools>\n")[2].partition("\n</tools>")[0]
    if not heading or not listed:
        return system, ()
    return before.removesuffix("\n\n"), tuple(_defined(listed.split("\n")))


def _defined(lines: list[str]) -> Iterator[Tool]:
    for line in lines:
        value = json_of(line)
        members = object_of(None if isinstance(value, Absent) else value)
        tool = tool_of(members.get("function") or members)
        if tool is not None:
            yield tool
