"""The observed facts of the format in one reading: cells of the comparison matrix.

Only what this exchange shows is returned. Framing is not told where it was rebuilt.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from toolwire.dialects.facet import (
    error_holder,
    framing,
    id_facets,
    known_word,
    nothing_word,
    tells_absence,
    tells_framing,
    text_word,
)
from toolwire.dialects.openai import error_word
from toolwire.dialects.openai_responses.message import CALLS
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject, ToolCall
from toolwire.model.exchange import Mode
from toolwire.model.reply import Reading


def facets(reading: Reading) -> Mapping[str, str]:
    """Return the facets this reading shows, keys of `toolwire.model.observation.FACETS`."""
    found: dict[str, str] = {}
    if reading.reply.tool_calls:
        found.update(_of_calls(reading))
    if reading.reply.stop is not None:
        found["stop_field"] = "status"
    if reading.ok:
        # Only what was answered is known to be taken.
        found.update(_of_request(object_of(reading.request)))
    if tells_framing(reading):
        found["framing"] = framing(reading.events)
    if reading.reply.error is not None:
        found.update(_of_error(reading))
    return found


def _of_calls(reading: Reading) -> Iterator[tuple[str, str]]:
    reply = reading.reply
    first = reply.tool_calls[0]
    yield (
        "call_field",
        f"output[].{'custom_tool_call' if first.kind == 'custom' else 'function_call'}",
    )
    yield from id_facets(first, "call_id", absence=tells_absence(reading))
    functions = [call for call in reply.tool_calls if call.kind == "function"]
    if any(call.raw is not None for call in functions):
        yield "arguments", "JSON string"
    elif any(call.arguments is not None for call in functions):
        yield "arguments", "object"
    empty = next((word for call in functions if (word := _empty(call))), None)
    if empty is not None:
        yield "no_arguments", empty
    if reply.stop is not None:
        yield "stop_on_call", known_word(reply.stop)
    # Text is an item of its own, so without one there is nothing, not even a null.
    yield "text_beside_call", text_word(reply.text)


def _empty(call: ToolCall) -> str | None:
    """Return how "no arguments" is written; None when there are arguments, or nothing at all."""
    value = call.arguments if call.raw is None else call.raw
    return None if value is None else nothing_word(value)


def _of_request(request: JsonObject) -> Iterator[tuple[str, str]]:
    for entry in items_of(request.get("tools")):
        tool = object_of(entry)
        if tool.get("type") == "function" and "name" in tool:
            yield "definition_field", "tools[] (flat)"
            if "parameters" in tool:
                yield "schema_field", "parameters"
            break
    for entry in items_of(request.get("input")):
        item = object_of(entry)
        kind = item.get("type")
        if isinstance(kind, str) and kind.removesuffix("_output") in CALLS and kind not in CALLS:
            yield "result_field", f"input[].{kind}"
            if "call_id" in item:
                yield "result_id_field", "call_id"
            return


def _of_error(reading: Reading) -> Iterator[tuple[str, str]]:
    word = error_word(_error_holder(reading))
    if word is not None:
        yield "error_field", word


def _error_holder(reading: Reading) -> JsonObject:
    """Return the object that holds the error: a body, an event, or an event's response."""
    holder = object_of(error_holder(reading))
    error = reading.reply.error
    inside = reading.mode is Mode.STREAMING and error is not None and "/response" in error.pointer
    return object_of(holder.get("response")) if inside else holder
