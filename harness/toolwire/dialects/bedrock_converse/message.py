"""Content blocks of a message, as blocking responses and histories carry them.

A block is a union: its one member says its kind. Source: botocore 1.44.5 service model
`bedrock-runtime`, `ContentBlock`, read 2026-11-21.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from toolwire.dialects.count import count_of
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import Json, JsonObject, ToolCall
from toolwire.model.reply import Unread, Usage

_SERVED = "server_tool_use"


@dataclass(slots=True)
class MessageContent:
    """The parts of one message's content, in wire order.

    `text_pointer` is where the first text stands, "" when there is none.
    """

    texts: list[str] = field(default_factory=list)
    thoughts: list[str] = field(default_factory=list)
    calls: list[ToolCall] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    text_pointer: str = ""

    def text(self) -> str | None:
        """Return the texts joined; None when there is no text part."""
        return "".join(self.texts) if self.texts else None

    def reasoning(self) -> str | None:
        """Return the reasoning joined; None when there is none."""
        return "".join(self.thoughts) if self.thoughts else None


def is_served(tool_use: JsonObject) -> bool:
    """Return whether a call is one that the service itself runs (`type: server_tool_use`)."""
    return tool_use.get("type") == _SERVED


def call_of(tool_use: JsonObject, pointer: str) -> ToolCall:
    """Read a complete `toolUse`."""
    return ToolCall(
        name=string_of(tool_use.get("name")),
        id=string_of(tool_use.get("toolUseId")),
        arguments=tool_use.get("input"),
        pointer=pointer,
    )


def content_of(blocks: list[Json], pointer: str) -> MessageContent:
    """Read the blocks that stand at `pointer`.

    Text includes that of `citationsContent`, which is text with its sources.
    """
    out = MessageContent()
    for number, block in enumerate(blocks):
        here = f"{pointer}/{number}"
        if not isinstance(block, dict):
            out.unread.append(Unread(here, "not an object"))
            continue
        for place, text in _texts(block):
            out.text_pointer = out.text_pointer or here + place
            out.texts.append(text)
        thought = object_of(object_of(block.get("reasoningContent")).get("reasoningText"))
        if isinstance(said := thought.get("text"), str):
            out.thoughts.append(said)
        if "toolUse" in block:
            _call(block["toolUse"], f"{here}/toolUse", out)
    return out


def _call(tool_use: Json, pointer: str, out: MessageContent) -> None:
    if not isinstance(tool_use, dict):
        out.unread.append(Unread(pointer, "not an object"))
    elif not is_served(tool_use):
        out.calls.append(call_of(tool_use, pointer))


def _texts(block: JsonObject) -> Iterator[tuple[str, str]]:
    if isinstance(text := block.get("text"), str):
        yield "/text", text
    if "citationsContent" in block:
        parts = items_of(object_of(block["citationsContent"]).get("content"))
        for number, part in enumerate(parts):
            if isinstance(text := object_of(part).get("text"), str):
                yield f"/citationsContent/content/{number}/text", text


def tokens(usage: JsonObject) -> Usage | None:
    """Return the counts of a `usage` object; None when it has none of them."""
    counts = [count_of(usage.get(key)) for key in ("inputTokens", "outputTokens", "totalTokens")]
    return None if counts == [None] * 3 else Usage(*counts)
