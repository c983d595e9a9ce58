"""Planting the use of a tool that the server runs: a part of its own behind the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame, at

_BLOCK: Final[JsonObject] = {
    "type": "server_tool_use",
    "id": "srvtoolu_01A4R9tA7URtuRruXjS4sD5o",
    "name": "web_search",
    "input": {"query": "weather"},
}
_ITEM: Final[JsonObject] = {
    "id": "ws_0123456789abcdef0123456789abcdef0123456789abcdef01",
    "type": "web_search_call",
    "status": "completed",
    "action": {"type": "search", "query": "weather"},
}
_PART: Final[JsonObject] = {"executableCode": {"language": "PYTHON", "code": "print(1)"}}
_USE: Final[JsonObject] = {
    "toolUseId": "tooluse_NN1tKCACaG6YP0oZpc9v00",
    "name": "nova_grounding",
    "type": "server_tool_use",
}


def _append(path: tuple[str | int, ...], part: Json) -> Callable[[Exchange], Exchange]:
    return edit.body(lambda body: items_of(at(body, path)).append(part))


def _blocks(stream: list[Frame]) -> list[Frame]:
    """Add a block before the stop reason, with its input in one fragment."""
    end = next(n for n, (name, _) in enumerate(stream) if name == "message_delta")
    index = sum(name == "content_block_start" for name, _ in stream)
    opened: JsonObject = {**_BLOCK, "input": {}}
    piece: JsonObject = {"type": "input_json_delta", "partial_json": '{"query":"weather"}'}
    added: tuple[tuple[str, JsonObject], ...] = (
        ("content_block_start", {"content_block": opened}),
        ("content_block_delta", {"delta": piece}),
        ("content_block_stop", {}),
    )
    frames: list[Frame] = [(n, {"type": n, "index": index, **more}) for n, more in added]
    return [*stream[:end], *frames, *stream[end:]]


def _items(stream: list[Frame]) -> list[Frame]:
    """Add an item before the whole response, which has it too."""
    *before, (name, last) = stream
    response = object_of(object_of(last)["response"])
    output = items_of(response["output"])
    added = [
        ("response.output_item.added", {**_ITEM, "status": "in_progress"}),
        ("response.output_item.done", _ITEM),
    ]
    frames: list[Frame] = [
        (kind, {"type": kind, "output_index": len(output), "item": item}) for kind, item in added
    ]
    output.append(_ITEM)
    every = [*before, *frames, (name, last)]
    for number, (_, payload) in enumerate(every):
        object_of(payload)["sequence_number"] = number
    return every


def _uses(stream: list[Frame]) -> list[Frame]:
    """Add a block before the stop reason."""
    end = next(n for n, (name, _) in enumerate(stream) if name == "messageStop")
    index = sum(name == "contentBlockStop" for name, _ in stream)
    added: tuple[tuple[str, JsonObject], ...] = (
        ("contentBlockStart", {"start": {"toolUse": _USE}}),
        ("contentBlockDelta", {"delta": {"toolUse": {"input": '{"query":"weather"}'}}}),
        ("contentBlockStop", {}),
    )
    frames: list[Frame] = [(n, {"contentBlockIndex": index, **more}) for n, more in added]
    return [*stream[:end], *frames, *stream[end:]]


def _parts(stream: list[Frame]) -> None:
    items_of(at(stream[-1][1], ("candidates", 0, "content", "parts"))).append(_PART)


def _fault(
    path: tuple[str | int, ...], part: Json, change: Callable[[list[Frame]], list[Frame] | None]
) -> Callable[[Mode], Callable[[Exchange], Exchange]]:
    """Return what plants a part at a place of a body, or by a change of a stream."""
    whole, streamed = _append(path, part), edit.frames(change)
    return lambda mode: whole if mode is Mode.BLOCKING else streamed


#: What plants a use in each format that has parts for it.
BLOCK: Final = _fault(("content",), _BLOCK, _blocks)
USE: Final = _fault(
    ("output", "message", "content"), {"toolUse": {**_USE, "input": {"query": "weather"}}}, _uses
)
PART: Final = _fault(("candidates", 0, "content", "parts"), _PART, _parts)
ITEM: Final = _fault(("output",), _ITEM, _items)
