"""The messages of a history: turns to `chat_history` entries and back.

Source: cohere 7.3.1 `types/message.py`, `types/chat_message.py`, `types/tool_call.py`,
`types/tool_result.py`, read 2026-11-21. Calls have no ids: a result repeats the call it
answers, by name and parameters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from toolwire.dialects.body import json_of
from toolwire.dialects.cohere import document_of, result_of
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import (
    AssistantTurn,
    Json,
    JsonObject,
    ResultsTurn,
    ToolCall,
    ToolResult,
    Turn,
    UserTurn,
)


def calls_of(entries: Json, pointer: str) -> tuple[ToolCall, ...]:
    """Read a `tool_calls` array at `pointer`; entries that are no objects are left out."""
    return tuple(
        call_of(entry, f"{pointer}/{position}")
        for position, entry in enumerate(items_of(entries))
        if isinstance(entry, dict)
    )


def call_of(entry: JsonObject, pointer: str) -> ToolCall:
    """Read one call; `parameters` are an object on the wire, never text."""
    name, identity = string_of(entry.get("name")), string_of(entry.get("id"))
    return ToolCall(name, identity, entry.get("parameters"), pointer=pointer)


def entries_of(turns: Iterable[Turn]) -> Iterator[object]:
    """Write turns as entries of a history; an assistant turn's echo stays byte for byte."""
    before: Turn | None = None
    for turn in turns:
        if isinstance(turn, UserTurn):
            yield {"role": "USER", "message": turn.text}
        elif isinstance(turn, ResultsTurn):
            yield {"role": "TOOL", "tool_results": answered(turn, before)}
        elif turn.echo is not None:
            yield msgspec.Raw(turn.echo)
        else:
            yield _entry(turn)
        before = turn


def _entry(turn: AssistantTurn) -> dict[str, object]:
    entry: dict[str, object] = {"role": "CHATBOT", "message": turn.text or ""}
    if turn.calls:
        entry["tool_calls"] = [_call(call.name, call.arguments) for call in turn.calls]
    return entry


def _call(name: str | None, parameters: Json) -> JsonObject:
    return {"name": name, "parameters": object_of(parameters)}


def answered(turn: ResultsTurn, before: Turn | None) -> list[Json]:
    """Write the results of a turn, each with the call it answers.

    The call is found in the turn before by its id, else it is the first one of that name, or
    of any name where the result has none, that is not answered yet.
    """
    waiting = list(_made(before)) if isinstance(before, AssistantTurn) else []
    return [_result(result, waiting) for result in turn.results]


def _made(turn: AssistantTurn) -> tuple[ToolCall, ...]:
    if turn.calls or turn.echo is None:
        return turn.calls
    message = json_of(turn.echo)
    return calls_of(message.get("tool_calls"), "") if isinstance(message, dict) else ()


def _result(result: ToolResult, waiting: list[ToolCall]) -> Json:
    call = next((c for c in waiting if c.id is not None and c.id == result.call_id), None)
    if call is None:
        call = next((c for c in waiting if result.name in (None, c.name)), None)
    if call is not None:
        # By identity: two equal calls are two calls.
        waiting[:] = [c for c in waiting if c is not call]
    answered_call = _call(result.name, {}) if call is None else _call(call.name, call.arguments)
    return {"call": answered_call, "outputs": [document_of(result)]}


def turns_of(entries: Json, pointer: str) -> Iterator[Turn]:
    """Read a history; `SYSTEM` entries are no turns and unknown roles are left out."""
    for position, item in enumerate(items_of(entries)):
        entry = object_of(item)
        role = entry.get("role")
        if role == "USER":
            yield UserTurn(string_of(entry.get("message")) or "")
        elif role == "CHATBOT":
            yield _assistant(entry, f"{pointer}/{position}")
        elif role == "TOOL":
            yield ResultsTurn(results_of(entry.get("tool_results")))


def _assistant(entry: JsonObject, pointer: str) -> AssistantTurn:
    """Read a `CHATBOT` entry; an empty message beside calls is how it says nothing."""
    calls = calls_of(entry.get("tool_calls"), f"{pointer}/tool_calls")
    message = string_of(entry.get("message"))
    return AssistantTurn((message or None) if calls else message, calls)


def results_of(entries: Json) -> tuple[ToolResult, ...]:
    """Read a `tool_results` array."""
    return tuple(
        result_of(
            string_of(object_of(entry.get("call")).get("id")),
            string_of(object_of(entry.get("call")).get("name")),
            items_of(entry.get("outputs")),
        )
        for entry in items_of(entries)
        if isinstance(entry, dict)
    )
