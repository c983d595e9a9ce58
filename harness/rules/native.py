"""Views of the anthropic-messages and gemini-generate wires that several rules share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from harness.conversation import Json, JsonObject
from harness.exchange import Mode
from harness.json_text import items_of, object_of
from harness.reply import Reading
from harness.rules.once import once

__all__ = ["NativeCall", "function_calls", "tool_uses"]


class NativeCall(NamedTuple):
    """A native call as it stands: `tool_use` block or value of `functionCall`."""

    pointer: str
    call: Json


@once
def tool_uses(reading: Reading) -> tuple[NativeCall, ...]:
    """Return Anthropic's client tool_use blocks: of the body, or as streams open them."""
    if reading.mode is Mode.STREAMING:
        opened = (
            (f"event[{event.number}]/content_block", event.json.get("content_block"))
            for event in reading.events
            if isinstance(event.json, dict) and event.json.get("type") == "content_block_start"
        )
    else:
        content = items_of(_object(reading.body).get("content"))
        opened = ((f"/content/{place}", block) for place, block in enumerate(content))
    return tuple(
        NativeCall(pointer, block)
        for pointer, block in opened
        if isinstance(block, dict) and block.get("type") == "tool_use"
    )


@once
def function_calls(reading: Reading) -> tuple[NativeCall, ...]:
    """Return every `functionCall` of every Gemini candidate, in wire order."""
    if reading.mode is Mode.STREAMING:
        return tuple(
            found
            for event in reading.events
            for found in _of_answer(f"event[{event.number}]", _object(event.json))
        )
    return tuple(_of_answer("", _object(reading.body)))


def _object(value: object) -> JsonObject:
    return value if isinstance(value, dict) else {}


def _of_answer(root: str, answer: JsonObject) -> Iterator[NativeCall]:
    for place, candidate in enumerate(items_of(answer.get("candidates"))):
        content = object_of(object_of(candidate).get("content"))
        for number, part in enumerate(items_of(content.get("parts"))):
            if isinstance(part, dict) and "functionCall" in part:
                pointer = f"{root}/candidates/{place}/content/parts/{number}/functionCall"
                yield NativeCall(pointer, part["functionCall"])
