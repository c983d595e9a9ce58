"""Where a request states history, tools and choice."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects.bedrock_converse.message import is_served
from toolwire.dialects.sent import Chosen, Definition, HistoryPart, HistoryStep, role_of
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import ABSENT


def history(request: JsonObject) -> Iterator[HistoryStep]:
    """Yield the messages of a request, each with its calls and results.

    What the service ran itself goes back as it came, the result beside its call in a message of
    the assistant: neither is a call or a result of the client's.
    """
    for number, item in enumerate(items_of(request.get("messages"))):
        message, pointer = object_of(item), f"request/messages/{number}"
        calls: list[HistoryPart] = []
        results: list[HistoryPart] = []
        blocks = items_of(message.get("content"))
        served = _served_ids(blocks)
        for place, entry in enumerate(blocks):
            block, at = object_of(entry), f"{pointer}/content/{place}"
            if _of_the_service(block, served):
                continue
            if "toolUse" in block:
                calls.append(_tool_use(block["toolUse"], f"{at}/toolUse", place))
            elif "toolResult" in block:
                results.append(_tool_use(block["toolResult"], f"{at}/toolResult", place))
        other = len(blocks) - len(calls) - len(results)
        yield HistoryStep(pointer, role_of(message), message, tuple(calls), tuple(results), other)


def _served_ids(blocks: list[Json]) -> frozenset[str]:
    """Return the ids of the calls of a message that the service ran."""
    uses = [object_of(object_of(block).get("toolUse")) for block in blocks]
    ids = [string_of(use.get("toolUseId")) for use in uses if is_served(use)]
    return frozenset(known for known in ids if known is not None)


def _of_the_service(block: JsonObject, served: frozenset[str]) -> bool:
    result = object_of(block.get("toolResult"))
    return (
        is_served(object_of(block.get("toolUse"))) or string_of(result.get("toolUseId")) in served
    )


def _tool_use(value: Json, pointer: str, place: int) -> HistoryPart:
    found = object_of(value)
    known, name = string_of(found.get("toolUseId")), string_of(found.get("name"))
    return HistoryPart(pointer, known, name, found, place)


def definitions(request: JsonObject) -> Iterator[Definition]:
    """Yield the tools that a request offers."""
    config = object_of(request.get("toolConfig"))
    for place, entry in enumerate(items_of(config.get("tools"))):
        pointer, spec = f"request/toolConfig/tools/{place}", object_of(entry).get("toolSpec")
        held = object_of(spec)
        yield Definition(
            pointer,
            entry,
            f"{pointer}/toolSpec",
            held.get("name", ABSENT),
            f"{pointer}/toolSpec/inputSchema/json",
            object_of(held.get("inputSchema")).get("json", ABSENT),
            held.get("strict"),
        )


def chosen(request: JsonObject) -> Iterator[Chosen]:
    """Yield the tool names that a choice mentions, and where they stand."""
    choice = object_of(object_of(request.get("toolConfig")).get("toolChoice"))
    if "tool" in choice:
        yield "request/toolConfig/toolChoice/tool/name", object_of(choice["tool"]).get("name")
