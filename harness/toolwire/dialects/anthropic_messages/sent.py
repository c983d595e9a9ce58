"""Where a request states history, tools and choice."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects.anthropic_messages.blocks import BlockKind, kind_of
from toolwire.dialects.sent import Chosen, HistoryPart, HistoryStep, role_of
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import JsonObject


def history(request: JsonObject) -> Iterator[HistoryStep]:
    """Yield the messages of a request; calls and results are blocks of their content."""
    for number, item in enumerate(items_of(request.get("messages"))):
        message, pointer = object_of(item), f"request/messages/{number}"
        content = message.get("content")
        calls: list[HistoryPart] = []
        results: list[HistoryPart] = []
        blocks = items_of(content)
        for place, entry in enumerate(blocks):
            block = object_of(entry)
            kind, at = kind_of(block), f"{pointer}/content/{place}"
            if kind is BlockKind.CALL:
                known, name = string_of(block.get("id")), string_of(block.get("name"))
                calls.append(HistoryPart(at, known, name, block, place))
            elif kind is BlockKind.RESULT:
                known = string_of(block.get("tool_use_id"))
                results.append(HistoryPart(at, known, None, block, place))
        other = len(blocks) - len(calls) - len(results) + isinstance(content, str)
        yield HistoryStep(pointer, role_of(message), message, tuple(calls), tuple(results), other)


def chosen(request: JsonObject) -> Iterator[Chosen]:
    """Yield the tool name that a choice mentions."""
    choice = object_of(request.get("tool_choice"))
    if choice.get("type") == "tool":
        yield "request/tool_choice/name", choice.get("name")
