"""The words that stand before calls, put behind them in a stream whose parts have an order."""

from __future__ import annotations

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate.edit import Frame

_INDEX = "contentBlockIndex"


def parts_behind(stream: list[Frame]) -> None:
    """Have the calls of a Gemini stream come first, as many parts in each event as before."""
    contents = [_content(data) for _, data in stream]
    parts = [part for content in contents for part in items_of(content.get("parts"))]
    ordered = sorted(parts, key=lambda part: "functionCall" not in object_of(part))
    for content in contents:
        count = len(items_of(content.get("parts")))
        if count:
            content["parts"], ordered = ordered[:count], ordered[count:]


def _content(data: Json) -> JsonObject:
    candidates = items_of(object_of(data).get("candidates"))
    return object_of(object_of(candidates[0]).get("content")) if candidates else {}


def blocks_behind(stream: list[Frame]) -> list[Frame]:
    """Return a Bedrock stream whose blocks of calls come first, and are numbered so."""
    called = {object_of(data)[_INDEX] for _, data in stream if "toolUse" in object_of(_start(data))}
    numbers = sorted({_number(data) for _, data in stream if _INDEX in object_of(data)})
    ordered = sorted(numbers, key=lambda number: number not in called)
    blocks = [frame for frame in stream if _INDEX in object_of(frame[1])]
    first = stream.index(blocks[0])
    moved = [
        (name, {**object_of(data), _INDEX: place})
        for place, number in enumerate(ordered)
        for name, data in blocks
        if _number(data) == number
    ]
    return [*stream[:first], *moved, *stream[first + len(blocks) :]]


def _start(data: Json) -> Json:
    return object_of(data).get("start")


def _number(data: Json) -> int:
    number = object_of(data)[_INDEX]
    assert isinstance(number, int)
    return number
