"""Turns of a conversation as plain messages: calls and results in their text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from toolwire.dialects.text_families import Decoded
from toolwire.dialects.text_families.prompt_json import decode
from toolwire.io.json_text import JsonError, dump, object_of, parse, string_of
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

_RESULTS: Final = "Tool results:\n"
#: As the guide writes the result of its one call.
_GUIDE_HEADS: Final = ("Tool result: ", "Tool execution result:\n")


def written(turn: Turn) -> Turn:
    """Return a turn whose calls and results are text; one that was received stays as it came."""
    if isinstance(turn, ResultsTurn):
        lines = (dump(_result(result)).decode() for result in turn.results)
        return UserTurn(_RESULTS + "\n".join(lines))
    if isinstance(turn, UserTurn) or not turn.calls or turn.echo is not None:
        return turn
    made = (
        (call.name, call.arguments if call.parse_error is None else call.raw) for call in turn.calls
    )
    return AssistantTurn(calls_text(turn.text, made))


def _result(result: ToolResult) -> JsonObject:
    return {"tool_name": result.name, "error" if result.error else "result": result.content}


def calls_text(text: str | None, calls: Iterable[tuple[str | None, Json]]) -> str:
    """Write calls behind a text: one as an object, several as an array."""
    items: list[Json] = [{"tool_name": name, "arguments": given} for name, given in calls]
    body = dump(items[0] if len(items) == 1 else items).decode()
    return f"{text}\n{body}" if text else body


def read_calls(text: str | None, pointer: str) -> tuple[str | None, tuple[ToolCall, ...], Decoded]:
    """Read a reply: (its text, its calls, everything that was decoded).

    A text that was nothing but calls, or that ended in one, is None.
    """
    if not text or ("{" not in text and "[" not in text):
        return text, (), Decoded((), text or "")
    decoded = decode(text)
    calls = tuple(
        ToolCall(call.name, None, call.arguments, pointer=pointer) for call in decoded.calls
    )
    return decoded.text or None, calls, decoded


def read_turns(turns: Iterable[Turn]) -> Iterator[Turn]:
    """Read calls and results out of the text of plain turns."""
    before: Turn | None = None
    for turn in turns:
        before = _read(turn, before)
        yield before


def _read(turn: Turn, before: Turn | None) -> Turn:
    if isinstance(turn, AssistantTurn) and not turn.calls:
        text, calls, _ = read_calls(turn.text, "")
        return AssistantTurn(text, calls) if calls else turn
    if isinstance(turn, UserTurn):
        return _results(turn.text) or _guide_result(turn.text, before) or turn
    return turn


def _results(text: str) -> ResultsTurn | None:
    if not text.startswith(_RESULTS):
        return None
    found = [_read_result(line) for line in text.removeprefix(_RESULTS).split("\n")]
    results = [result for result in found if result is not None]
    return ResultsTurn(tuple(results)) if len(results) == len(found) else None


def _read_result(line: str) -> ToolResult | None:
    try:
        members = object_of(parse(line))
    except JsonError:
        return None
    name = string_of(members.get("tool_name"))
    content, error = string_of(members.get("result")), string_of(members.get("error"))
    if content is not None:
        return ToolResult(None, name, content)
    return None if error is None else ToolResult(None, name, error, error=True)


def _guide_result(text: str, before: Turn | None) -> ResultsTurn | None:
    """Read a result as the guide writes it, which only the call before it tells from prose."""
    if not isinstance(before, AssistantTurn) or len(before.calls) != 1:
        return None
    head = next((head for head in _GUIDE_HEADS if text.startswith(head)), None)
    if head is None:
        return None
    return ResultsTurn((ToolResult(None, before.calls[0].name, text.removeprefix(head)),))
