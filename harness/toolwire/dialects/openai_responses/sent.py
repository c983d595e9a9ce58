"""Where a request states history, tools and choice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects.openai_responses.items import ASKING, PAIRS, ItemKind, ids_of, kind_of
from toolwire.dialects.sent import Chosen, Definition, HistoryPart, HistoryStep, flat, role_of
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import Json, JsonObject

_DEEPEST: Final = 4
#: Members of a request by which the server knows items that the input does not repeat.
_ELSEWHERE: Final = ("previous_response_id", "conversation")
#: Types of tools that a client names; the others are the server's own.
_NAMED: Final = ("custom", "function")


def history(request: JsonObject) -> Iterator[HistoryStep]:
    """Yield the messages of a request, each with its calls and results.

    Where the server keeps a part of the history, what answers that part stands for nothing.
    """
    items = items_of(request.get("input"))
    kept = _is_kept(request, items)
    for number, entry in enumerate(items):
        item, pointer = object_of(entry), f"request/input/{number}"
        kind = kind_of(item)
        role = role_of(item) if kind is ItemKind.MESSAGE else string_of(item.get("type")) or ""
        if kind is ItemKind.CALL or kind is ItemKind.OUTPUT:
            known, name = string_of(item.get("call_id")), string_of(item.get("name"))
            parts = (HistoryPart(pointer, known, name, item),)
            made = kind is ItemKind.CALL
            yield HistoryStep(pointer, role, item, parts if made else (), () if made else parts)
        else:
            asked, answered = _asked(item, pointer), () if kept else _answered(item, pointer)
            yield HistoryStep(pointer, role, item, other=1, asked=asked, answered=answered)


def _is_kept(request: JsonObject, items: list[Json]) -> bool:
    """Return whether the server keeps a part of the history, which the input does not repeat."""
    referred = any(object_of(item).get("type") == "item_reference" for item in items)
    return referred or any(request.get(member) is not None for member in _ELSEWHERE)


def _asked(item: JsonObject, pointer: str) -> tuple[HistoryPart, ...]:
    """Return what an item asks for, once for each id that an answer may name it by."""
    pair = ASKING.get(string_of(item.get("type")) or "")
    known = () if pair is None else ids_of(item, pair.known)
    return tuple(HistoryPart(pointer, one, pair.asked, item) for one in known if pair is not None)


def _answered(item: JsonObject, pointer: str) -> tuple[HistoryPart, ...]:
    """Return what an item answers; () too where it has no id, as what the server itself did."""
    pair = PAIRS.get(string_of(item.get("type")) or "")
    known = () if pair is None else ids_of(item, pair.named)[:1]
    return tuple(HistoryPart(pointer, one, pair.asked, item) for one in known if pair is not None)


def definitions(request: JsonObject) -> Iterator[Definition]:
    """Yield the tools that a request offers."""
    return _grouped(request.get("tools"), "request/tools", 0)


def _grouped(entries: Json, pointer: str, depth: int) -> Iterator[Definition]:
    for place, entry in enumerate(items_of(entries)):
        at, held = f"{pointer}/{place}", object_of(entry)
        yield flat(entry, at, "parameters")
        if held.get("type") == "namespace" and depth < _DEEPEST:
            yield from _grouped(held.get("tools"), f"{at}/tools", depth + 1)


def chosen(request: JsonObject) -> Iterator[Chosen]:
    """Yield the tool names that a choice mentions, and where they stand."""
    choice = object_of(request.get("tool_choice"))
    if choice.get("type") in _NAMED and "name" in choice:
        yield "request/tool_choice/name", choice["name"]
    elif choice.get("type") == "allowed_tools":
        for place, entry in enumerate(items_of(choice.get("tools"))):
            allowed = object_of(entry)
            if allowed.get("type") in _NAMED and "name" in allowed:
                yield f"request/tool_choice/tools/{place}/name", allowed["name"]
