"""The calls of each wire as they stand, whole or as a stream opens them, for rules to share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Mode
from toolwire.model.reply import Reading
from toolwire.rules.views.dialect_paths import (
    ANTHROPIC,
    BEDROCK,
    COHERE_V1,
    COHERE_V2,
    GEMINI,
    OLLAMA,
    RESPONSES,
)
from toolwire.rules.views.memoize import once


class NativeCall(NamedTuple):
    """A native call as it stands: `tool_use` block, value of `functionCall`, and so on."""

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
    return tuple(_each(reading, _of_answer))


@once
def response_items(reading: Reading) -> tuple[NativeCall, ...]:
    """Return the `function_call` items of a Responses body, or as streams finish them."""
    return tuple(_each(reading, _of_output))


@once
def _of_cohere(reading: Reading) -> tuple[NativeCall, ...]:
    return tuple(_each(reading, _of_tool_calls))


@once
def _of_ollama(reading: Reading) -> tuple[NativeCall, ...]:
    return tuple(_each(reading, _of_message))


@once
def _of_bedrock(reading: Reading) -> tuple[NativeCall, ...]:
    return tuple(_each(reading, _of_content))


def native_calls(reading: Reading) -> tuple[NativeCall, ...]:
    """Return the calls of a reading as they stand; openai-chat's are in `chat.raw_calls`."""
    find = _FINDERS.get(reading.dialect)
    return () if find is None else find(reading)


def _object(value: object) -> JsonObject:
    return value if isinstance(value, dict) else {}


def _each(
    reading: Reading, find: Callable[[str, JsonObject], Iterator[NativeCall]]
) -> Iterator[NativeCall]:
    if reading.mode is Mode.BLOCKING:
        yield from find("", _object(reading.body))
        return
    for event in reading.events:
        if isinstance(event.json, dict):
            yield from find(f"event[{event.number}]", event.json)


def _of_answer(root: str, answer: JsonObject) -> Iterator[NativeCall]:
    for place, candidate in enumerate(items_of(answer.get("candidates"))):
        content = object_of(object_of(candidate).get("content"))
        for number, part in enumerate(items_of(content.get("parts"))):
            if isinstance(part, dict) and "functionCall" in part:
                pointer = f"{root}/candidates/{place}/content/parts/{number}/functionCall"
                yield NativeCall(pointer, part["functionCall"])


def _of_output(root: str, holder: JsonObject) -> Iterator[NativeCall]:
    if root:
        done = holder.get("type") == "response.output_item.done"
        found = [(f"{root}/item", holder.get("item"))] if done else []
    else:
        output = items_of(holder.get("output"))
        found = [(f"/output/{place}", item) for place, item in enumerate(output)]
    for pointer, item in found:
        if isinstance(item, dict) and item.get("type") == "function_call":
            yield NativeCall(pointer, item)


def _of_tool_calls(root: str, holder: JsonObject) -> Iterator[NativeCall]:
    # In a stream the calls that count are the whole ones; what `stream-end` repeats is not.
    if root and holder.get("event_type") != "tool-calls-generation":
        return
    for place, call in enumerate(items_of(holder.get("tool_calls"))):
        yield NativeCall(f"{root}/tool_calls/{place}", call)


def _of_message(root: str, holder: JsonObject) -> Iterator[NativeCall]:
    path = "/message/tool_calls"
    if holder.get("type") == "tool-call-start":
        delta = object_of(object_of(holder.get("delta")).get("message"))
        yield NativeCall(f"{root}/delta{path}", delta.get("tool_calls"))
    message = object_of(holder.get("message"))
    for place, call in enumerate(items_of(message.get("tool_calls"))):
        yield NativeCall(f"{root}{path}/{place}", call)


def _of_content(root: str, holder: JsonObject) -> Iterator[NativeCall]:
    if root:
        found = [(f"{root}/start", holder.get("start"))]
    else:
        message = object_of(object_of(holder.get("output")).get("message"))
        content = enumerate(items_of(message.get("content")))
        found = [(f"/output/message/content/{place}", block) for place, block in content]
    for pointer, block in found:
        use = object_of(block).get("toolUse", _NOTHING)
        if use is not _NOTHING and object_of(use).get("type") != "server_tool_use":
            yield NativeCall(f"{pointer}/toolUse", use)


_NOTHING: Json = {}

_FINDERS: Mapping[str, Callable[[Reading], tuple[NativeCall, ...]]] = {
    ANTHROPIC: tool_uses,
    BEDROCK: _of_bedrock,
    COHERE_V1: _of_cohere,
    COHERE_V2: _of_ollama,
    GEMINI: function_calls,
    OLLAMA: _of_ollama,
    RESPONSES: response_items,
}
