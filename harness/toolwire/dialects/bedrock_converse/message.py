"""Content blocks of a message, as blocking responses and histories carry them.

A block is a union: its one member says its kind. Members that are null are none: SDKs drop them, as Smithy's
protocol wants (restJson1, `RestJsonDeserializeAllowNulls`; botocore 1.44.5 `parsers._handle_structure`, read
2026-11-30). Source: botocore 1.44.5 service model `bedrock-runtime`, `ContentBlock`, read 2026-11-21.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects.fold import Fold
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import Json, JsonObject, ToolCall
from toolwire.model.reply import Absent

#: Names of the counts of a `usage`.
COUNTS = ("inputTokens", "outputTokens", "totalTokens")
_SERVED = "server_tool_use"


def is_served(tool_use: JsonObject) -> bool:
    """Return whether a call is one that the service itself runs (`type: server_tool_use`)."""
    return tool_use.get("type") == _SERVED


def call_of(entry: JsonObject, pointer: str) -> ToolCall:
    """Read a complete `toolUse`."""
    name, identity = string_of(entry.get("name")), string_of(entry.get("toolUseId"))
    return ToolCall(name, identity, entry.get("input"), pointer=pointer)


def content_of(blocks: Json | Absent, pointer: str) -> Fold:
    """Read the blocks that stand at `pointer`: texts, reasoning, calls and what is unread.

    Text includes that of `citationsContent`, which is text with its sources.
    """
    out = Fold()
    for here, block in out.objects(blocks, pointer, null=False):
        for place, text in _texts(block):
            out.say(text, here + place)
        out.think(
            object_of(object_of(block.get("reasoningContent")).get("reasoningText")).get("text")
        )
        call = block.get("toolUse")
        if isinstance(call, dict):
            if not is_served(call):
                out.calls.append(call_of(call, f"{here}/toolUse"))
        elif call is not None:
            out.miss(f"{here}/toolUse", "not an object")
    return out


def without_nulls(blocks: list[Json]) -> list[Json]:
    """Return blocks as an SDK hands them on, without the members that are null."""
    return [
        {key: value for key, value in block.items() if value is not None}
        if isinstance(block, dict)
        else block
        for block in blocks
    ]


def _texts(block: JsonObject) -> Iterator[tuple[str, Json]]:
    yield "/text", block.get("text")
    parts = object_of(block.get("citationsContent")).get("content")
    for number, part in enumerate(items_of(parts)):
        yield f"/citationsContent/content/{number}/text", object_of(part).get("text")
