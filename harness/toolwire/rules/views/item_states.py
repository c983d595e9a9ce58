"""What an answer made of items says of how far the last of them is."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.reply import Reading
from toolwire.rules.views.memoize import memoize


@memoize
def last_message_states(reading: Reading) -> tuple[tuple[str, str], ...]:
    """Return each place that says how far the last item is, and what it says; () where that is no message."""
    return tuple(_states(reading))


def _states(reading: Reading) -> Iterator[tuple[str, str]]:
    if isinstance(reading.body, dict):
        yield from _of_output(reading.body, "")
    done: tuple[tuple[str, str], ...] = ()
    for event in reading.events:
        data = object_of(event.json if isinstance(event.json, dict) else None)
        at = f"event[{event.number}]"
        if isinstance(data.get("item"), dict):
            done = tuple(_of_item(object_of(data["item"]), f"{at}/item"))
        yield from (one for one in _of_output(object_of(data.get("response")), f"{at}/response"))
    yield from done


def _of_output(response: JsonObject, at: str) -> Iterator[tuple[str, str]]:
    output = response.get("output")
    if isinstance(output, list) and output:
        last = len(output) - 1
        yield from _of_item(object_of(items_of(output)[last]), f"{at}/output/{last}")


def _of_item(item: JsonObject, at: str) -> Iterator[tuple[str, str]]:
    status = item.get("status")
    if item.get("type") == "message" and isinstance(status, str):
        yield f"{at}/status", status
