"""The history of a request, message by message, as it stands on each wire.

`reading.asked` has the same history in neutral terms; request rules need to know where each
call and each result stands, and what stands beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

import msgspec

from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import Reading
from toolwire.rules.views.dialect_paths import (
    ANTHROPIC,
    BEDROCK,
    CHAT,
    COHERE_V1,
    COHERE_V2,
    GEMINI,
    OLLAMA,
    RESPONSES,
)
from toolwire.rules.views.memoize import once


class Part(msgspec.Struct, frozen=True, gc=False):
    """A call or a result of a history.

    Attributes:
        pointer: where the object stands, beginning with `request/`.
        id: the id of the call; None when absent or not a string.
        name: the tool's name; None when absent or not a string.
        value: the object itself, the envelope of the part around it left out.
        place: its number in its message; 0 where a message is one part.
    """

    pointer: str
    id: str | None
    name: str | None
    value: JsonObject
    place: int = 0


class Step(msgspec.Struct, frozen=True, gc=False):
    """One message, content or item of a history.

    Attributes:
        pointer: where it stands, beginning with `request/`.
        role: the wire's own role, or the item's type where it has none; "" when absent.
        value: the message itself; empty when it is no object.
        calls, results: what it holds of each, in wire order.
        other: number of its parts that are neither; 0 for a message that is a result.
    """

    pointer: str
    role: str
    value: JsonObject
    calls: tuple[Part, ...] = ()
    results: tuple[Part, ...] = ()
    other: int = 0


@once
def steps(reading: Reading) -> tuple[Step, ...]:
    """Return the history of a request, oldest first; () when there is none."""
    request = reading.request
    read = _READERS.get(reading.dialect)
    return tuple(read(request)) if read is not None and isinstance(request, dict) else ()


def has_history(reading: Reading) -> bool:
    """Return whether the history of a request has a call or a result."""
    return any(step.calls or step.results for step in steps(reading))


def current(history: Sequence[Step]) -> Sequence[Step]:
    """Return the messages after the last prompt of the user; results are none."""
    for number in range(len(history) - 1, -1, -1):
        step = history[number]
        if step.role == "user" and step.other and not step.results:
            return history[number + 1 :]
    return history


def signature_of(call: JsonObject) -> str | None:
    """Return the signature that a call of the OpenAI-shaped route carries; None without one."""
    google = object_of(object_of(call.get("extra_content")).get("google"))
    return string_of(google.get("thought_signature")) or None


def _role(message: JsonObject) -> str:
    return string_of(message.get("role")) or ""


def _messages(request: JsonObject, result: Callable[[JsonObject, str], Part]) -> Iterator[Step]:
    for number, item in enumerate(items_of(request.get("messages"))):
        message, pointer = object_of(item), f"request/messages/{number}"
        role = _role(message)
        if role == "tool":
            yield Step(pointer, role, message, (), (result(message, pointer),))
            continue
        found = message.get("tool_calls")
        calls = tuple(_nested(found, f"{pointer}/tool_calls")) if found else ()
        yield Step(pointer, role, message, calls, (), 1)


def _nested(entries: Json, pointer: str) -> Iterator[Part]:
    for place, entry in enumerate(items_of(entries)):
        call = object_of(entry)
        inner = object_of(call.get("function") or call.get("custom"))
        known, name = string_of(call.get("id")), string_of(inner.get("name"))
        yield Part(f"{pointer}/{place}", known, name, call, place)


def _chat(request: JsonObject) -> Iterator[Step]:
    return _messages(request, lambda message, pointer: _result(message, pointer, "name"))


def _ollama(request: JsonObject) -> Iterator[Step]:
    return _messages(request, lambda message, pointer: _result(message, pointer, "tool_name"))


def _result(message: JsonObject, pointer: str, name: str) -> Part:
    known = string_of(message.get("tool_call_id"))
    return Part(pointer, known, string_of(message.get(name)), message)


def _anthropic(request: JsonObject) -> Iterator[Step]:
    for number, item in enumerate(items_of(request.get("messages"))):
        message, pointer = object_of(item), f"request/messages/{number}"
        content = message.get("content")
        calls: list[Part] = []
        results: list[Part] = []
        blocks = items_of(content)
        for place, entry in enumerate(blocks):
            block = object_of(entry)
            kind, at = block.get("type"), f"{pointer}/content/{place}"
            if kind == "tool_use":
                known, name = string_of(block.get("id")), string_of(block.get("name"))
                calls.append(Part(at, known, name, block, place))
            elif kind == "tool_result":
                known = string_of(block.get("tool_use_id"))
                results.append(Part(at, known, None, block, place))
        other = len(blocks) - len(calls) - len(results) + isinstance(content, str)
        yield Step(pointer, _role(message), message, tuple(calls), tuple(results), other)


def _bedrock(request: JsonObject) -> Iterator[Step]:
    for number, item in enumerate(items_of(request.get("messages"))):
        message, pointer = object_of(item), f"request/messages/{number}"
        calls: list[Part] = []
        results: list[Part] = []
        blocks = items_of(message.get("content"))
        for place, entry in enumerate(blocks):
            block, at = object_of(entry), f"{pointer}/content/{place}"
            if "toolUse" in block:
                calls.append(_tool_use(block["toolUse"], f"{at}/toolUse", place))
            elif "toolResult" in block:
                results.append(_tool_use(block["toolResult"], f"{at}/toolResult", place))
        other = len(blocks) - len(calls) - len(results)
        yield Step(pointer, _role(message), message, tuple(calls), tuple(results), other)


def _tool_use(value: Json, pointer: str, place: int) -> Part:
    found = object_of(value)
    known, name = string_of(found.get("toolUseId")), string_of(found.get("name"))
    return Part(pointer, known, name, found, place)


#: Members of a part and whether each is a call; protobuf's JSON form takes both spellings.
_GEMINI: Final = (
    ("functionCall", True),
    ("function_call", True),
    ("functionResponse", False),
    ("function_response", False),
)


def _gemini(request: JsonObject) -> Iterator[Step]:
    contents = request.get("contents")
    # A single content may stand there without its array.
    alone = isinstance(contents, dict)
    for number, item in enumerate([contents] if alone else items_of(contents)):
        content = object_of(item)
        pointer = "request/contents" if alone else f"request/contents/{number}"
        calls: list[Part] = []
        results: list[Part] = []
        parts = content.get("parts")
        parts = [parts] if isinstance(parts, dict) else items_of(parts)
        for place, entry in enumerate(parts):
            part = object_of(entry)
            for member, is_call in _GEMINI:
                if member in part:
                    value, at = object_of(part[member]), f"{pointer}/parts/{place}/{member}"
                    known, name = string_of(value.get("id")), string_of(value.get("name"))
                    (calls if is_call else results).append(Part(at, known, name, value, place))
        other = len(parts) - len(calls) - len(results)
        yield Step(pointer, _role(content), content, tuple(calls), tuple(results), other)


_ITEM_CALLS: Final = ("function_call", "custom_tool_call")
_ITEM_RESULTS: Final = ("function_call_output", "custom_tool_call_output")


def _responses(request: JsonObject) -> Iterator[Step]:
    for number, entry in enumerate(items_of(request.get("input"))):
        item, pointer = object_of(entry), f"request/input/{number}"
        kind = string_of(item.get("type"))
        if kind in _ITEM_CALLS or kind in _ITEM_RESULTS:
            known, name = string_of(item.get("call_id")), string_of(item.get("name"))
            parts = (Part(pointer, known, name, item),)
            made = kind in _ITEM_CALLS
            yield Step(pointer, kind or "", item, parts if made else (), () if made else parts)
        else:
            said = kind is None or kind == "message"
            yield Step(pointer, _role(item) if said else kind or "", item, other=1)


def _cohere_v1(request: JsonObject) -> Iterator[Step]:
    for number, entry in enumerate(items_of(request.get("chat_history"))):
        message, pointer = object_of(entry), f"request/chat_history/{number}"
        calls = tuple(_flat(message.get("tool_calls"), f"{pointer}/tool_calls"))
        results = tuple(_outputs(message.get("tool_results"), f"{pointer}/tool_results"))
        yield Step(pointer, _role(message), message, calls, results, int(not results))
    results = tuple(_outputs(request.get("tool_results"), "request/tool_results"))
    if results:
        yield Step("request/tool_results", "TOOL", {}, (), results)


def _flat(entries: Json, pointer: str) -> Iterator[Part]:
    for place, entry in enumerate(items_of(entries)):
        call = object_of(entry)
        yield Part(f"{pointer}/{place}", None, string_of(call.get("name")), call, place)


def _outputs(entries: Json, pointer: str) -> Iterator[Part]:
    for place, entry in enumerate(items_of(entries)):
        result = object_of(entry)
        name = string_of(object_of(result.get("call")).get("name"))
        yield Part(f"{pointer}/{place}", None, name, result, place)


_READERS: Final[Mapping[str, Callable[[JsonObject], Iterator[Step]]]] = {
    ANTHROPIC: _anthropic,
    BEDROCK: _bedrock,
    CHAT: _chat,
    COHERE_V1: _cohere_v1,
    COHERE_V2: _chat,
    GEMINI: _gemini,
    OLLAMA: _ollama,
    RESPONSES: _responses,
}
