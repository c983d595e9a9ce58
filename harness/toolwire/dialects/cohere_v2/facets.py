"""The observed facts of one exchange's format, for the format comparison matrix."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from toolwire.dialects.cohere import STOP, error_facet
from toolwire.dialects.facet import (
    error_holder,
    framing,
    id_facets,
    known_word,
    nothing_word,
    tells_framing,
    text_word,
)
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import Absent, Reading


def facets(reading: Reading) -> Mapping[str, str]:
    """Return keys of `observation.FACETS` with what was seen in this reading, no more."""
    found: dict[str, str] = {}
    if reading.ok:
        # Only what was answered is known to be taken.
        found.update(_of_request(object_of(reading.request)))
    if reading.reply.tool_calls:
        found.update(_of_calls(reading))
    if reading.reply.stop is not None:
        found["stop_field"] = "finish_reason"
    if tells_framing(reading) and reading.events:
        found["framing"] = framing(reading.events)
    error = error_facet(_error_holder(reading)) if reading.reply.error is not None else None
    if error is not None:
        found["error_field"] = error
    return found


def _of_request(request: JsonObject) -> Iterator[tuple[str, str]]:
    for tool in items_of(request.get("tools"))[:1]:
        definition = object_of(object_of(tool).get("function"))
        if definition:
            yield "definition_field", "tools[].function"
        if "parameters" in definition:
            yield "schema_field", "parameters"
    for message in items_of(request.get("messages")):
        if isinstance(message, dict) and message.get("role") == "tool":
            yield "result_field", "role: tool"
            if "tool_call_id" in message:
                yield "result_id_field", "tool_call_id"
            return


def _of_calls(reading: Reading) -> Iterator[tuple[str, str]]:
    calls = reading.reply.tool_calls
    first = calls[0]
    yield "call_field", "message.tool_calls[]"
    yield from id_facets(first, "id", absence=False)
    if first.raw is not None or first.arguments is not None:
        yield "arguments", "object" if first.raw is None else "JSON string"
    texts = [call.raw for call in calls if call.raw is not None]
    empty = next((word for text in texts if (word := nothing_word(text)) is not None), None)
    if empty is not None:
        yield "no_arguments", empty
    if reading.reply.stop is not None:
        yield "stop_on_call", known_word(reading.reply.stop, STOP)
    yield "text_beside_call", _text_beside(reading)


def _text_beside(reading: Reading) -> str:
    """Tell what stands in `content`; the tool plan is not content."""
    text = reading.reply.text
    if text is not None:
        return text_word(text)
    body = None if isinstance(reading.body, Absent) else reading.body
    message = object_of(object_of(body).get("message"))
    return "null" if "content" in message and message["content"] is None else "absent"


def _error_holder(reading: Reading) -> Json:
    error = reading.reply.error
    # An error inside message-end is no body of its own.
    inside = error is not None and error.pointer.endswith("/delta/error")
    return None if inside else error_holder(reading)
