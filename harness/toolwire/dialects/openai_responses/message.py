"""Items, of an output or a history, to text, calls and reasoning.

Only `function_call` and `custom_tool_call` are calls of tools the client named. Items of
tools the server runs (web search, MCP, code interpreter, tool search) are not, and neither
are those of the built-in client tools (shell, apply_patch, computer), which have no name.
Which type is what, `items` says.
"""

from __future__ import annotations

from typing import Final

from toolwire.dialects.arguments import arguments_of
from toolwire.dialects.fold import Fold
from toolwire.io.json_text import items_of, string_of
from toolwire.model.conversation import Json, JsonObject, ToolCall

CUSTOM: Final = "custom_tool_call"
#: Type of an item that asks the client to run a tool -> its member with the arguments.
CALLS: Final = {"function_call": "arguments", CUSTOM: "input"}
#: Types of content parts that carry text. `text` is what servers of older shapes say.
_TEXTS: Final = ("output_text", "input_text", "text")
#: Whose messages a server repeats before its own (Fireworks does); they are no part of the reply.
_ASKERS: Final = ("user", "system", "developer")


def call_of(entry: JsonObject, pointer: str) -> ToolCall:
    """Read a call item; its id is the `call_id`, never the id of the item."""
    name, identity = string_of(entry.get("name")), string_of(entry.get("call_id"))
    if entry.get("type") == CUSTOM:
        text = string_of(entry.get("input"))
        return ToolCall(name, identity, raw=text, pointer=pointer, kind="custom")
    value, raw, problem = arguments_of(entry.get("arguments"))
    return ToolCall(name, identity, value, raw, problem, pointer)


def text_of(content: Json) -> str | None:
    """Return the text of a `content` or `output` member; None when it has no text part."""
    if isinstance(content, str):
        return content
    texts = [
        text
        for part in items_of(content)
        if isinstance(part, dict) and part.get("type") in _TEXTS
        if isinstance(text := part.get("text"), str)
    ]
    return "".join(texts) if texts else None


def take_item(state: Fold, item: JsonObject, pointer: str, opened: str | None = None) -> None:
    """Add what an item that stands at `pointer` says; a streamed one was `opened` elsewhere."""
    kind = item.get("type")
    if not isinstance(kind, str):
        return
    if kind == "message":
        if item.get("role") in _ASKERS:
            return
        content = item.get("content")
        state.say(text_of(content), f"{pointer}/content{_place(content)}")
    elif kind in CALLS:
        state.calls.append(call_of(item, pointer if opened is None else opened))
    elif kind == "reasoning":
        # Servers that show the reasoning itself leave the summary empty.
        for thought in _thoughts(item, "summary") or _thoughts(item, "content"):
            # One part a paragraph.
            state.think(f"\n\n{thought}" if state.thoughts else thought)


def _place(content: Json) -> str:
    """Return where in a `content` member its first text stands."""
    for number, part in enumerate(items_of(content)):
        if isinstance(part, dict) and part.get("type") in _TEXTS:
            return f"/{number}/text"
    return ""


def _thoughts(item: JsonObject, member: str) -> list[str]:
    return [
        text
        for part in items_of(item.get(member))
        if isinstance(part, dict) and isinstance(text := part.get("text"), str) and text
    ]
